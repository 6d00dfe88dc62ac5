import {
  embeddingVariables,
  pageEmbedderVariables,
  LANGUAGE_MODEL_VALUES,
  languageModelName,
  languageModelVariables,
  libraryVariables,
  rerankerVariables,
  storeVariables,
  readerVariables,
  writerVariables,
} from '@arbiter/backends';
import { FUSION_METHODS, SEARCH_METHODS } from '@arbiter/contracts';
import {
  commonRetired,
  commonVariables,
  decimalNumber,
  defineConfig,
  flag,
  logQueriesVariable,
  portNumber,
  variable,
  wholeNumber,
  type ConfigValues,
} from '@arbiter/platform';
import { z } from 'zod';
import type { SearchSettings } from './search/search-run.js';

/** Longest wait for one index, in milliseconds: long enough for a store that is busy, short enough that the other one answers within the deadline. */
export const INDEX_TIMEOUT_MS = 4_000;

/** Shares of the indexes in a hybrid search, as measured in docs/reports/retrieval.md. A request may give others. */
const INDEX_WEIGHTS = { vector: 0.7, keyword: 0.3 };

/** The environment of the retriever arm: the published variables (design document 003), and our own. */
export const retrieverArmConfig = defineConfig({
  app: 'retriever-arm',
  section: 'retriever_arm',
  variables: {
    ...commonVariables,
    port: variable({
      env: 'RETRIEVER_PORT',
      schema: portNumber(),
      default: 8006,
      description: 'Port of the published search interface.',
    }),
    defaultMethod: variable({
      env: 'RETRIEVER_DEFAULT_METHOD',
      schema: z.enum(SEARCH_METHODS),
      default: 'hybrid',
      description: 'How a request that names no method is searched.',
    }),
    defaultLimit: variable({
      env: 'RETRIEVER_DEFAULT_LIMIT',
      schema: wholeNumber(1, 100),
      default: 10,
      description: 'Results of a request that names no limit.',
    }),
    minRelevance: variable({
      env: 'RETRIEVER_MIN_RELEVANCE',
      yaml: 'min_relevance_score',
      schema: decimalNumber(0, 1),
      default: 0.5,
      description: 'Least relevance of a result of a request that names none.',
    }),
    ...storeVariables,
    ...libraryVariables,
    ...embeddingVariables,
    ...pageEmbedderVariables,
    fusion: variable({
      env: 'RETRIEVER_FUSION',
      yaml: 'fusion.method',
      schema: z.enum(FUSION_METHODS),
      default: 'feedback',
      description: 'How the lists of a hybrid search become one: `feedback` is best, `z-score` is fast.',
    }),
    ...rerankerVariables,
    enableSynthesis: variable({
      env: 'ENABLE_SYNTHESIS',
      yaml: 'synthesis.enabled',
      schema: flag(),
      default: true,
      description: 'Whether a search answers with a synthesis of its passages.',
    }),
    ...readerVariables,
    ...writerVariables,
    synthesisMaxTokens: variable({
      env: 'SYNTHESIS_MAX_TOKENS',
      yaml: 'synthesis.max_tokens',
      schema: wholeNumber(16, 32_768),
      default: 1_000,
      description: 'Longest synthesis of a language model, in its tokens.',
    }),
    synthesisThinkingTokens: variable({
      env: 'SYNTHESIS_THINKING_TOKENS',
      yaml: 'synthesis.thinking_tokens',
      schema: wholeNumber(1_024, 65_536),
      values: 'whole number from 1024 to 65536; not set: 4096 for a model that thinks by itself, none for Anthropic’s',
      description: 'What the language model that writes may think, in tokens, besides SYNTHESIS_MAX_TOKENS.',
    }),
    synthesisMaxSources: variable({
      env: 'SYNTHESIS_MAX_SOURCES',
      yaml: 'synthesis.max_sources',
      schema: wholeNumber(1, 100),
      default: 5,
      description: 'Passages that a language model is shown at most; twice as many where it finds no answer in them.',
    }),
    visionModel: variable({
      env: 'VISION_MODEL',
      yaml: 'vision.model',
      schema: languageModelName(),
      values: LANGUAGE_MODEL_VALUES,
      description: 'The language model that reads pictures of pages; without one, pages are read by their words.',
    }),
    ...languageModelVariables,
    logQueries: logQueriesVariable,
  },
  retired: {
    ...commonRetired,
    RETRIEVER_KEYWORD_ALGORITHM: 'keyword_search.algorithm',
    ENABLE_RERANKING: { key: 'reranking.enabled', now: 'leave RERANKER_MODEL out' },
    RETRIEVER_INDEX_TIMEOUT_MS: 'index_timeout_ms',
    RETRIEVER_RRF_K: 'fusion.k',
    RETRIEVER_VECTOR_WEIGHT: 'fusion.vector_weight',
    SYNTHESIS_READER: 'synthesis.reader',
    SYNTHESIS_READER_TIMEOUT_MS: 'synthesis.reader_timeout_ms',
    SYNTHESIS_TEMPERATURE: 'synthesis.temperature',
    SYNTHESIS_TIMEOUT_MS: 'synthesis.timeout_ms',
    OLLAMA_KEEP_ALIVE: 'ollama_keep_alive',
  },
});

export type RetrieverArmConfig = ConfigValues<typeof retrieverArmConfig.variables>;

/** The settings that the variables of the arm make. */
export function searchSettingsOf(config: RetrieverArmConfig): SearchSettings {
  return {
    fusion: config.fusion,
    weights: INDEX_WEIGHTS,
    rerank: true,
    indexTimeoutMs: INDEX_TIMEOUT_MS,
  };
}
