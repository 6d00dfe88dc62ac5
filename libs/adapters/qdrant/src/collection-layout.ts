import { checkVector, type DocumentChunks, type EmbeddedChunk } from '@arbiter/ports';
import type { Schemas } from '@qdrant/js-client-rest';
import type { QdrantSettings } from './qdrant-options.js';

/** Name of the vector of a point. Points of former versions may have another one, which is never read. */
export const DENSE = 'dense';

/** Bytes of a float32. */
const FLOAT_BYTES = 4;

/** How long the vectors of a collection are; null before the first has come. Qdrant fixes it when it makes one. */
export interface CollectionShape {
  readonly dimensions: number | null;
}

/**
 * The request that creates a collection.
 *
 * Dense vectors are compared by `Dot`: they have unit length, so it is the cosine, and `Cosine` would scale and round
 * them once more.
 */
export function collectionRequest(
  { dimensions }: CollectionShape,
  settings: QdrantSettings,
): Schemas['CreateCollection'] {
  return {
    vectors: dimensions === null ? {} : { [DENSE]: denseVector(dimensions, settings) },
    on_disk_payload: true,
  };
}

/**
 * What an existing collection is brought in line with: everything of {@link collectionRequest} that can still change.
 * Qdrant builds anew only what differs.
 */
export function collectionUpdate(shape: CollectionShape, settings: QdrantSettings): Schemas['UpdateCollection'] {
  if (shape.dimensions === null) return {};
  const { size: _size, distance: _distance, ...changeable } = denseVector(shape.dimensions, settings);
  return { vectors: { [DENSE]: changeable } };
}

/**
 * What filters look at, indexed so that none of them reads payloads. Facts and chunk ids are as many as the chunks, or
 * more, and stay on disk; the two ends of a chunk's visibility are part of every search and stay in memory.
 */
export const PAYLOAD_INDEXES: readonly Schemas['CreateFieldIndex'][] = [
  { field_name: 'document_id', field_schema: { type: 'keyword' } },
  { field_name: 'chunk_id', field_schema: { type: 'keyword', on_disk: true } },
  { field_name: 'facts', field_schema: { type: 'keyword', on_disk: true } },
  { field_name: 'from', field_schema: { type: 'integer', lookup: false, range: true } },
  { field_name: 'until', field_schema: { type: 'integer', lookup: false, range: true } },
];

function denseVector(dimensions: number, settings: QdrantSettings) {
  const { hnsw, quantisation, exactBelow } = settings;
  return {
    size: dimensions,
    distance: 'Dot',
    on_disk: quantisation !== null,
    hnsw_config: {
      m: hnsw.m,
      ef_construct: hnsw.efConstruct,
      full_scan_threshold: Math.max(1, Math.round((exactBelow * dimensions * FLOAT_BYTES) / 1024)),
    },
    ...(quantisation !== null && {
      // Without the outermost 1 % of the numbers the others get finer steps.
      quantization_config: { scalar: { type: 'int8', quantile: 0.99, always_ram: true } },
    }),
  } as const satisfies Schemas['VectorParams'];
}

/**
 * The shape that a collection needs for these documents: what it has, and what it did not know yet.
 *
 * @param known null for a collection that is not there
 * @throws ArbiterError INVALID_REQUEST for a vector that does not fit the collection, or the others
 */
export function shapeFor(known: CollectionShape, documents: readonly DocumentChunks<EmbeddedChunk>[]): CollectionShape {
  let { dimensions } = known;
  for (const { vector } of documents.flatMap(({ chunks }) => chunks)) {
    dimensions ??= vector.length;
    checkVector(vector, dimensions);
  }
  return { dimensions };
}
