import type { Schemas } from '@qdrant/js-client-rest';
import type { QdrantSettings } from './qdrant-options.js';

/**
 * How the server compares vectors. Exact searches read the originals. Others walk the graph over int8 vectors, and score
 * what they found with the originals (`rescore`), so that scores are exact cosines either way. Where a collection or what
 * a filter leaves of it is small, the server compares all on its own (`exactBelow`): it knows the sizes, we would have to ask.
 *
 * @param count wanted hits
 */
export function searchParams(
  { hnsw, quantisation }: QdrantSettings,
  { count, exact }: { readonly count: number; readonly exact: boolean },
): Schemas['SearchParams'] {
  if (exact) return { exact: true, quantization: { ignore: true } };
  return {
    hnsw_ef: Math.max(hnsw.ef, count),
    ...(quantisation !== null && { quantization: { rescore: true, oversampling: quantisation.oversampling } }),
  };
}
