import { PACKAGED_MODELS } from '@arbiter/adapters-onnx';
import { text, urlWithoutCredentials, variable, wholeNumber, type ConfigValues } from '@arbiter/platform';
import { RETRIEVER_SECTION } from './store-variables.js';

const [DEFAULT_MODEL, LIGHT_MODEL] = PACKAGED_MODELS;

/** The model that Arbiter embeds with when nothing else is configured. */
export const SHIPPED_EMBEDDING_MODEL = DEFAULT_MODEL.name;

/** Embeddings and language models may be served by the same Ollama. */
export const ollamaHost = variable({
  env: 'OLLAMA_HOST',
  schema: urlWithoutCredentials('http', 'https'),
  values: 'URL without user and password, such as http://127.0.0.1:11434',
  description: 'The Ollama server, for the models that it serves.',
  common: true,
  publishedIn: RETRIEVER_SECTION,
});

/** What turns texts into vectors; spread them into an arm's `variables`. */
export const embeddingVariables = {
  embeddingModel: variable({
    env: 'EMBEDDING_MODEL',
    yaml: 'vector_search.embedding_model',
    schema: text(),
    default: SHIPPED_EMBEDDING_MODEL,
    values: `${SHIPPED_EMBEDDING_MODEL}, ${LIGHT_MODEL.name} (in half of the time), or a model that Ollama serves, such as nomic-embed-text`,
    description: 'The model that turns texts into vectors. A collection is searched with the model it was built with.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  embeddingDimension: variable({
    env: 'EMBEDDING_DIMENSION',
    yaml: 'vector_search.embedding_dimension',
    schema: wholeNumber(1, 65_536),
    description: 'Numbers of a vector. Known for the usual models; needed for others.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  ollamaHost,
};

export type EmbeddingSettings = ConfigValues<typeof embeddingVariables>;
