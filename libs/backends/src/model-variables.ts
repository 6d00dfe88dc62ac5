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
import { RETRIEVER_SECTION } from './store-variables.js';

/** Leaves the deadline of a validation, 15 s, room for the other checks. */
const VALIDATION_TIMEOUT_MS = 5_000;
/** Some ten passages of 200 tokens take half a second of one core. */
const SYNTHESIS_TIMEOUT_MS = 5_000;
const LONGEST_TIMEOUT_MS = 14_000;

/** Leaves the deadline of a validation, 15 s, room for the features. */
const DEFAULT_TIMEOUT_MS = 2_000;

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

/** Settings of the embedding model; spread them into an arm's `variables`. */
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

/** Keys and servers of language models; spread them into an arm's `variables`. */
export const languageModelVariables = {
  anthropicApiKey: variable({
    env: 'ANTHROPIC_API_KEY',
    schema: secretText(),
    values: 'key',
    description: 'Key for models of Anthropic (names that begin with claude).',
    secret: true,
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  openaiApiKey: variable({
    env: 'OPENAI_API_KEY',
    schema: secretText(),
    values: 'key',
    description: 'Key for models of OpenAI, or of a server that speaks its chat completions.',
    secret: true,
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  openaiBaseUrl: variable({
    env: 'OPENAI_BASE_URL',
    schema: urlWithoutCredentials('http', 'https'),
    values: 'URL without user and password, such as http://127.0.0.1:8000/v1',
    description: 'A server that speaks OpenAI’s chat completions (vLLM, LM Studio); OpenAI’s own when absent.',
    common: true,
    publishedIn: RETRIEVER_SECTION,
  }),
  ollamaHost,
};

export type LanguageModelSettings = ConfigValues<typeof languageModelVariables>;

/** A setting that names a language model: `SYNTHESIS_MODEL`. */
export function languageModelName() {
  return text();
}

/** Vendors of language models: what stands in front of a model's name, and what PLANNER_LLM and VALIDATION_LLM may be. */
export const LANGUAGE_MODEL_PROVIDERS = ['anthropic', 'ollama', 'openai'] as const;
export type LanguageModelProvider = (typeof LANGUAGE_MODEL_PROVIDERS)[number];

/** Describes the values of such a setting, for people. */
export const LANGUAGE_MODEL_VALUES =
  'name of a model: claude-… (Anthropic), gpt-… (OpenAI or OPENAI_BASE_URL), or with its provider in front: anthropic/NAME, openai/NAME, ollama/NAME';

/** The reader as the validator uses it; spread them into the arm's `variables`. */
export const readerVariables = {
  reader: variable({
    env: 'VALIDATION_READER',
    schema: flag(),
    default: true,
    description:
      'Whether the packaged reader reads each source together with the question to say whether the answer says what the source does. Without it answers are held to a stricter gate.',
  }),
  readerTimeoutMs: variable({
    env: 'VALIDATION_READER_TIMEOUT_MS',
    schema: wholeNumber(10, LONGEST_TIMEOUT_MS),
    default: VALIDATION_TIMEOUT_MS,
    description: 'Longest wait for the reader, in milliseconds; past it an answer is validated without it.',
  }),
};

export type ReaderSettings = ConfigValues<typeof readerVariables>;

/** The reader as the retriever uses it; spread them into the arm's `variables`. */
export const synthesisReaderVariables = {
  synthesisReader: variable({
    env: 'SYNTHESIS_READER',
    yaml: 'synthesis.reader',
    schema: flag(),
    default: true,
    description:
      'Whether the packaged reader finds the words that answer in what a search has found. Without it the synthesis is made of the best passages as they rank, and says so.',
  }),
  synthesisReaderTimeoutMs: variable({
    env: 'SYNTHESIS_READER_TIMEOUT_MS',
    yaml: 'synthesis.reader_timeout_ms',
    schema: wholeNumber(10, LONGEST_TIMEOUT_MS),
    default: SYNTHESIS_TIMEOUT_MS,
    description: 'Longest wait for the reader, in milliseconds; past it a synthesis is made without it.',
  }),
};

/** Settings of the entailment model, which reads claims together with their evidence; spread them into an arm's `variables`. */
export const entailmentVariables = {
  entailmentModel: variable({
    env: 'VALIDATION_ENTAILMENT_MODEL',
    schema: text(),
    values: 'path of a folder with model.onnx, tokenizer.json and config.json, such as ./my-entailment',
    description:
      'An entailment model that reads each claim together with its evidence; what it says is weighed with the features. Without one features decide alone.',
  }),
  entailmentTimeoutMs: variable({
    env: 'VALIDATION_ENTAILMENT_TIMEOUT_MS',
    schema: wholeNumber(10, 14_000),
    default: DEFAULT_TIMEOUT_MS,
    description: 'Longest wait for the entailment model, in milliseconds; past it the features decide.',
  }),
};

export type EntailmentSettings = ConfigValues<typeof entailmentVariables>;

/** Settings of the reranker, which looks closer at the best candidates; spread them into an arm's `variables`. */
export const rerankerVariables = {
  rerankerModel: variable({
    env: 'RERANKER_MODEL',
    yaml: 'reranking.model',
    schema: text(),
    values: 'a pulled model such as cross-encoder/ms-marco-MiniLM-L-6-v2, a folder such as ./my-model, or listwise',
    description:
      'What looks closer at the best candidates: a cross-encoder, or (listwise) the language model of SYNTHESIS_MODEL. Without it, their order is that of both indexes.',
  }),
  modelsDir: variable({
    env: 'ARBITER_MODELS_DIR',
    schema: text(),
    default: DEFAULT_MODELS_DIRECTORY,
    values: 'path of a folder',
    description: 'Where `arbiter models pull` puts models, and where they are looked for.',
  }),
};

export type RerankerSettings = ConfigValues<typeof rerankerVariables>;
