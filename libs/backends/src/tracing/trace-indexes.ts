import { databaseCall, databaseSpans, type TracedMethods, tracePort } from '@arbiter/messaging';
import type { Chunk, ChunkIndex, KeywordIndex, MultiVectorIndex, VectorIndex } from '@arbiter/ports';

/** Of every index. */
const INDEX = {
  replaceDocuments: databaseCall('replace_documents'),
  deleteDocuments: databaseCall('delete_documents'),
  documentIds: databaseCall('document_ids'),
  drop: databaseCall('drop'),
  optimize: databaseCall('optimize'),
} satisfies TracedMethods<ChunkIndex<Chunk>>;

const CHUNK_INDEX = {
  ...INDEX,
  chunks: databaseCall('chunks'),
  count: databaseCall('count'),
} satisfies TracedMethods<ChunkIndex<Chunk>>;

export function tracePageIndex(index: MultiVectorIndex): MultiVectorIndex {
  return tracePort<MultiVectorIndex>(
    index,
    { ...INDEX, search: databaseCall('page_search') },
    databaseSpans(index.engine),
  );
}

export function traceVectorIndex<T extends VectorIndex>(index: T): T {
  return tracePort<VectorIndex>(
    index,
    {
      ...CHUNK_INDEX,
      search: databaseCall('vector_search'),
      scores: databaseCall('vector_scores'),
      vectors: databaseCall('vectors'),
    },
    databaseSpans(index.engine),
  ) as T;
}

export function traceKeywordIndex<T extends KeywordIndex>(index: T): T {
  return tracePort<KeywordIndex>(
    index,
    {
      ...CHUNK_INDEX,
      search: databaseCall('keyword_search'),
      scores: databaseCall('keyword_scores'),
      documentFrequencies: databaseCall('document_frequencies'),
      vocabulary: databaseCall('vocabulary'),
    },
    databaseSpans(index.engine),
  ) as T;
}
