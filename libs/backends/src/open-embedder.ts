import { CachingEmbedder, type CachingEmbedderOptions } from '@arbiter/adapter-kit/retrieval';
import { OllamaEmbedder } from '@arbiter/adapters-ollama';
import { createOnnxEmbedder, PACKAGED_MODELS } from '@arbiter/adapters-onnx';
import { ArbiterError } from '@arbiter/contracts';
import type { Embedder } from '@arbiter/ports';
import { SHIPPED_EMBEDDING_MODEL, type EmbeddingSettings } from './model-variables.js';

/** Its dimensions and prefixes are known. */
const NOMIC = /^nomic-embed-text(:|$)/;

/** What the vectors of earlier queries may take: some 2,000 queries with their token vectors. */
const QUERY_CACHE_BYTES = 16 * 1_048_576;
/** What encodings of claims and passages may take: those of some fifteen validations. */
const ENCODING_CACHE_BYTES = 32 * 1_048_576;

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
  return new CachingEmbedder(embedder, {
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
