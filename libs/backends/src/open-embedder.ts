import { CachingEmbedder, type CachingEmbedderOptions } from '@arbiter/adapter-kit/retrieval';
import { OllamaEmbedder } from '@arbiter/adapters-ollama';
import { createOnnxEmbedder, PACKAGED_MODELS } from '@arbiter/adapters-onnx';
import { ArbiterError } from '@arbiter/contracts';
import type { Embedder } from '@arbiter/ports';
import { traceEmbedder } from './tracing/trace-models.js';
import { type EmbeddingSettings, SHIPPED_EMBEDDING_MODEL } from './model-variables.js';

/** Its dimensions and prefixes are known. */
const NOMIC = /^nomic-embed-text(:|$)/;

/** Memory for the vectors of earlier queries: some 2,000 queries with their token vectors. */
const QUERY_CACHE_BYTES = 16 * 1_048_576;
/** Memory for encodings of claims and passages: those of some fifteen validations. */
const ENCODING_CACHE_BYTES = 32 * 1_048_576;

const COVERAGE: ReadonlyMap<string, ModelCoverage> = new Map([
  // Both trained on pairs of English texts (https://huggingface.co/BAAI/bge-small-en-v1.5,
  // https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2).
  ...PACKAGED_MODELS.map(({ name }): [string, ModelCoverage] => [name, { languages: ['en'], scripts: ['Latn'] }]),
]);

export interface OpenEmbedderOptions extends Pick<CachingEmbedderOptions, 'onLookup'> {
  /** Of a model in this process, for one run of it; absent: as many as are useful. */
  readonly threads?: number;
}

/**
 * The embedder that the settings name, with a cache of queries. It loads, or asks its server, with the first call.
 *
 * @param onLookup told of every query what the cache had of it
 * @throws ArbiterError INVALID_REQUEST for dimensions that the model does not have
 */
export function openEmbedder(settings: EmbeddingSettings, { onLookup, threads }: OpenEmbedderOptions = {}): Embedder {
  const embedder = chosen(settings, threads);
  const { embeddingDimension: expected } = settings;
  if (expected !== undefined && expected !== embedder.dimensions) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      `EMBEDDING_DIMENSION is ${expected}, and ${embedder.model} makes vectors of ${embedder.dimensions} numbers: leave it out, or choose another EMBEDDING_MODEL.`,
      { details: { expected, received: embedder.dimensions } },
    );
  }
  return new CachingEmbedder(traceEmbedder(embedder), {
    maxBytes: QUERY_CACHE_BYTES,
    maxEncodingBytes: ENCODING_CACHE_BYTES,
    ...(onLookup && { onLookup }),
  });
}

function chosen(
  { embeddingModel, embeddingDimension, ollamaHost: host }: EmbeddingSettings,
  threads: number | undefined,
): Embedder {
  const model = PACKAGED_MODELS.find(({ name }) => name === embeddingModel);
  if (model) return createOnnxEmbedder({ model, ...(threads !== undefined && { threads }) });
  const server = { ...(host !== undefined && { host }) };
  if (NOMIC.test(embeddingModel)) return new OllamaEmbedder({ model: embeddingModel, ...server });
  if (embeddingDimension !== undefined) {
    const prefixes = { query: '', document: '' };
    return new OllamaEmbedder({ model: embeddingModel, dimensions: embeddingDimension, prefixes, ...server });
  }
  throw new ArbiterError(
    'INVALID_REQUEST',
    `EMBEDDING_MODEL is "${embeddingModel}", whose dimensions are not known here: set EMBEDDING_DIMENSION, and Ollama is asked for it; or leave EMBEDDING_MODEL out for ${SHIPPED_EMBEDDING_MODEL}.`,
    { details: { embeddingModel } },
  );
}

/** Languages and scripts that an embedding model has learnt. */
export interface ModelCoverage {
  /** ISO 639 codes, as BCP 47 tags begin with. */
  readonly languages: readonly string[];
  /** ISO 15924 codes, as in `\p{Script=Latn}`. */
  readonly scripts: readonly string[];
}

/** @returns null for a model of which it is not known here */
export function coverageOfModel(model: string): ModelCoverage | null {
  return COVERAGE.get(model) ?? null;
}
