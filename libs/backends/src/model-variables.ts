import { DEFAULT_MODELS_DIRECTORY } from '@arbiter/adapters-model-hub';
import { PACKAGED_MODELS } from '@arbiter/adapters-onnx';
import {
  type ConfigValues,
  flag,
  secretText,
  text,
  urlWithoutCredentials,
  variable,
  wholeNumber,
} from '@arbiter/platform';
import { ollamaHost } from './language-model-variables.js';
import { RETRIEVER_SECTION } from './store-variables.js';

/** Some ten passages of 200 tokens take half a second of one core; a validation, 15 s at most, has other checks to make. */
const READER_TIMEOUT_MS = 5_000;
const LONGEST_TIMEOUT_MS = 14_000;

const [DEFAULT_MODEL, LIGHT_MODEL] = PACKAGED_MODELS;

/** The default embedding model. */
export const SHIPPED_EMBEDDING_MODEL = DEFAULT_MODEL.name;

/** Settings of the embedding model; spread them into an arm's `variables`. */
export const embeddingVariables = {
  embeddingModel: variable({
    env: 'EMBEDDING_MODEL',
    yaml: 'vector_search.embedding_model',
    schema: text(),
    default: SHIPPED_EMBEDDING_MODEL,
    values: `${SHIPPED_EMBEDDING_MODEL}, ${LIGHT_MODEL.name} (twice as fast), or a model on the Ollama server, such as nomic-embed-text`,
    description: 'The embedding model; a collection is searched with that of its making.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  embeddingDimension: variable({
    env: 'EMBEDDING_DIMENSION',
    yaml: 'vector_search.embedding_dimension',
    schema: wholeNumber(1, 65_536),
    description: 'Dimensions of the vectors. Known for common models; set it for others.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  ollamaHost,
};

export type EmbeddingSettings = ConfigValues<typeof embeddingVariables>;

/** Settings of the model that finds pages by their pictures; spread them into an arm's `variables`. */
export const pageEmbedderVariables = {
  pageEmbedderUrl: variable({
    env: 'PAGE_EMBEDDER_URL',
    yaml: 'visual_search.url',
    schema: urlWithoutCredentials('http', 'https'),
    values: 'URL without user and password, such as http://127.0.0.1:8000',
    description:
      'A vLLM or Infinity server whose model finds pages by their pictures. Without it, their words find them.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  pageEmbedderModel: variable({
    env: 'PAGE_EMBEDDER_MODEL',
    yaml: 'visual_search.model',
    schema: text(),
    values: 'a ColQwen or ColPali model as the server names it, such as TomoroAI/tomoro-colqwen3-embed-4b',
    description: 'The model on that server; a collection is searched with that of its making.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  pageEmbedderApiKey: variable({
    env: 'PAGE_EMBEDDER_API_KEY',
    yaml: 'visual_search.api_key',
    schema: secretText(),
    values: 'key',
    description: 'Key of that server.',
    secret: true,
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
};

export type PageEmbedderSettings = ConfigValues<typeof pageEmbedderVariables>;

/** Settings of the packaged reader and judge; spread them into an arm's `variables`. */
export const readerVariables = {
  reader: variable({
    env: 'ENABLE_READER',
    schema: flag(),
    default: true,
    description:
      'Whether the packaged reader finds answers, and the packaged judge reads what others wrote. Without them, words and rank choose sentences, and validation is stricter.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  readerTimeoutMs: variable({
    env: 'READER_TIMEOUT_MS',
    schema: wholeNumber(10, LONGEST_TIMEOUT_MS),
    default: READER_TIMEOUT_MS,
    description: 'Longest wait for a packaged model, in milliseconds; then the answer goes without it.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
};

export type ReaderSettings = ConfigValues<typeof readerVariables>;

/** Settings of the reranker of the best candidates; spread them into an arm's `variables`. */
export const rerankerVariables = {
  rerankerModel: variable({
    env: 'RERANKER_MODEL',
    yaml: 'reranking.model',
    schema: text(),
    values: 'a pulled model such as cross-encoder/ms-marco-MiniLM-L-6-v2 or a folder such as ./my-model',
    description: 'The cross-encoder that reranks the best candidates.',
  }),
  modelsDir: variable({
    env: 'ARBITER_MODELS_DIR',
    schema: text(),
    default: DEFAULT_MODELS_DIRECTORY,
    values: 'path of a folder',
    description: 'Folder for models: `arbiter models --pull` downloads to it, and servers load from it.',
  }),
};

export type RerankerSettings = ConfigValues<typeof rerankerVariables>;
