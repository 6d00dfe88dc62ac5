import type {
  ChunkIndex,
  CollectionCatalog,
  DocumentStore,
  EntityStore,
  GraphStore,
  KeywordIndex,
  VectorIndex,
  Chunk,
} from '@arbiter/ports';
import { databaseCall, databaseSpans, type TracedMethods, tracePort } from '@arbiter/messaging';

const CHUNK_INDEX = {
  replaceDocuments: databaseCall('replace_documents'),
  deleteDocuments: databaseCall('delete_documents'),
  chunks: databaseCall('chunks'),
  count: databaseCall('count'),
  documentIds: databaseCall('document_ids'),
  drop: databaseCall('drop'),
  optimize: databaseCall('optimize'),
} satisfies TracedMethods<ChunkIndex<Chunk>>;

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

/** Stores of the library. Their first argument is an id, which is of unbounded number: it is not in the names of spans. */
export function traceStores<
  T extends {
    readonly catalog?: CollectionCatalog;
    readonly documents?: DocumentStore;
    readonly entities?: EntityStore;
    readonly graphs?: GraphStore;
  },
>(stores: T, engine: 'filesystem' | 'nats'): T {
  const spans = databaseSpans(engine);
  const { catalog, documents, entities, graphs } = stores;
  return {
    ...stores,
    ...(catalog && {
      catalog: tracePort<CollectionCatalog>(
        catalog,
        { list: databaseCall('list', 'collections'), get: databaseCall('get', 'collections') },
        spans,
      ),
    }),
    ...(documents && {
      documents: tracePort<DocumentStore>(
        documents,
        {
          put: databaseCall('put', 'documents'),
          get: databaseCall('get', 'documents'),
          text: databaseCall('text', 'documents'),
          list: databaseCall('list', 'documents'),
          delete: databaseCall('delete', 'documents'),
        },
        spans,
      ),
    }),
    ...(entities && {
      entities: tracePort<EntityStore>(
        entities,
        {
          get: databaseCall('get', 'entities'),
          find: databaseCall('find', 'entities'),
          names: databaseCall('names', 'entities'),
        },
        spans,
      ),
    }),
    ...(graphs && {
      graphs: tracePort<GraphStore>(
        graphs,
        {
          currentVersion: databaseCall('current_version', 'graphs'),
          read: databaseCall('read', 'graphs'),
          put: databaseCall('put', 'graphs'),
        },
        spans,
      ),
    }),
  };
}
