import type { KeywordIndex, VectorIndex } from '@arbiter/ports';
import type { StoreSettings } from './store-variables.js';
import { traceKeywordIndex, traceVectorIndex } from './tracing/trace-indexes.js';

export interface OpenedIndexes {
  readonly vectorIndex: VectorIndex;
  readonly keywordIndex: KeywordIndex;
  close(): Promise<void>;
}

/**
 * Only the clients of the stores that are named are loaded: all of them together take longer than a search.
 *
 * @param directory of the embedded store; absolute. Not touched when both indexes are on servers.
 * @throws ArbiterError INVALID_REQUEST for settings that cannot be right, UNAVAILABLE when the directory cannot be used;
 *   a server is first asked by the first call
 */
export async function openIndexes(
  settings: StoreSettings,
  { directory, mode }: { readonly directory: string; readonly mode: 'read-write' | 'read-only' },
): Promise<OpenedIndexes> {
  const qdrant = await openQdrant(settings);
  const elasticsearch = await openElasticsearch(settings);
  const closeServers = async (): Promise<void> => {
    await Promise.all([qdrant?.close(), elasticsearch?.close()]);
  };
  if (qdrant && elasticsearch) return { ...traced(qdrant, elasticsearch), close: closeServers };
  const { LanceKeywordIndex, LanceStore, LanceVectorIndex } = await import('@arbiter/adapters-lancedb');
  const store = await LanceStore.open({ directory, mode });
  return {
    ...traced(qdrant ?? new LanceVectorIndex(store), elasticsearch ?? new LanceKeywordIndex(store)),
    async close() {
      await closeServers();
      await store.close();
    },
  };
}

function traced(vectorIndex: VectorIndex, keywordIndex: KeywordIndex): Omit<OpenedIndexes, 'close'> {
  return { vectorIndex: traceVectorIndex(vectorIndex), keywordIndex: traceKeywordIndex(keywordIndex) };
}

async function openQdrant({ qdrantUrl: url, qdrantCollection: prefix, qdrantApiKey: apiKey }: StoreSettings) {
  if (url === undefined) return null;
  const { QdrantVectorIndex } = await import('@arbiter/adapters-qdrant');
  return new QdrantVectorIndex({ url, prefix, ...(apiKey !== undefined && { apiKey }) });
}

async function openElasticsearch({
  elasticsearchUrl: url,
  elasticsearchIndex: prefix,
  elasticsearchApiKey: apiKey,
}: StoreSettings) {
  if (url === undefined) return null;
  const { ElasticsearchKeywordIndex } = await import('@arbiter/adapters-elasticsearch');
  return ElasticsearchKeywordIndex.open({ url, prefix, ...(apiKey !== undefined && { apiKey }) });
}
