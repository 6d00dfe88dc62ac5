import { checkVector, type DocumentChunks, type EmbeddedChunk } from '@arbiter/ports';
import type { Schemas } from '@qdrant/js-client-rest';
import type { QdrantSettings } from './qdrant-options.js';

/** Name of the vector of a chunk. Points of former versions may have another one, which is never read. */
export const DENSE = 'dense';

/** Names of the vectors of a page: all of them, and their means, which find candidates. */
export const ORIGINAL = 'original';
export const POOLED = 'pooled';

/** Bytes of a float32. */
const FLOAT_BYTES = 4;

/** How long the vectors of a collection are; null before the first has come. Qdrant fixes it when it makes one. */
export interface CollectionShape {
  readonly dimensions: number | null;
}

/** What Qdrant holds of a collection: its chunks and its pages are two collections there. */
export interface CollectionLayout {
  /** What the name there ends with, in no name of a collection. */
  readonly suffix: '' | '~pages';
  readonly vectors: (dimensions: number, settings: QdrantSettings) => Readonly<Record<string, Schemas['VectorParams']>>;
  /** What filters look at, indexed so that none of them reads payloads. */
  readonly indexes: readonly Schemas['CreateFieldIndex'][];
}

/** The request that creates a collection. */
export function collectionRequest(
  { dimensions }: CollectionShape,
  layout: CollectionLayout,
  settings: QdrantSettings,
): Schemas['CreateCollection'] {
  return { vectors: dimensions === null ? {} : { ...layout.vectors(dimensions, settings) }, on_disk_payload: true };
}

/**
 * What an existing collection is brought in line with: everything of {@link collectionRequest} that can still change.
 * Qdrant builds anew only what differs.
 */
export function collectionUpdate(
  { dimensions }: CollectionShape,
  layout: CollectionLayout,
  settings: QdrantSettings,
): Schemas['UpdateCollection'] {
  if (dimensions === null) return {};
  const vectors = Object.entries(layout.vectors(dimensions, settings)).map(([name, params]) => {
    const { size: _size, distance: _distance, multivector_config: _config, ...changeable } = params;
    return [name, changeable] as const;
  });
  return { vectors: Object.fromEntries(vectors) as Schemas['VectorsConfigDiff'] };
}

/**
 * Facts and chunk ids are as many as the chunks, or more, and stay on disk; the two ends of a point's visibility are part of
 * every search and stay in memory.
 */
const CHUNK_ID_INDEX = { field_name: 'chunk_id', field_schema: { type: 'keyword', on_disk: true } } as const;
const INDEXES: readonly Schemas['CreateFieldIndex'][] = [
  { field_name: 'document_id', field_schema: { type: 'keyword' } },
  { field_name: 'facts', field_schema: { type: 'keyword', on_disk: true } },
  { field_name: 'from', field_schema: { type: 'integer', lookup: false, range: true } },
  { field_name: 'until', field_schema: { type: 'integer', lookup: false, range: true } },
];

export const CHUNKS: CollectionLayout = {
  suffix: '',
  vectors: (dimensions, settings) => ({ [DENSE]: denseVector(dimensions, settings) }),
  indexes: [CHUNK_ID_INDEX, ...INDEXES],
};

/** Only the pooled vectors have a graph: the others score the candidates that those find. */
export const PAGES: CollectionLayout = {
  suffix: '~pages',
  vectors(dimensions, settings) {
    const several = { size: dimensions, distance: 'Dot', multivector_config: { comparator: 'max_sim' } } as const;
    return {
      [ORIGINAL]: { ...several, on_disk: true, hnsw_config: { m: 0 } },
      [POOLED]: { ...several, on_disk: false, hnsw_config: graph(dimensions, settings) },
    };
  },
  indexes: INDEXES,
};

/** Vectors are compared by `Dot`: they have unit length, so it is the cosine, and `Cosine` would scale and round them once more. */
function denseVector(dimensions: number, settings: QdrantSettings) {
  const { quantisation } = settings;
  return {
    size: dimensions,
    distance: 'Dot',
    on_disk: quantisation !== null,
    hnsw_config: graph(dimensions, settings),
    ...(quantisation !== null && {
      // Without the outermost 1 % of the numbers the others get finer steps.
      quantization_config: { scalar: { type: 'int8', quantile: 0.99, always_ram: true } },
    }),
  } as const satisfies Schemas['VectorParams'];
}

function graph(dimensions: number, { hnsw, exactBelow }: QdrantSettings) {
  return {
    m: hnsw.m,
    ef_construct: hnsw.efConstruct,
    full_scan_threshold: Math.max(1, Math.round((exactBelow * dimensions * FLOAT_BYTES) / 1024)),
  };
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
