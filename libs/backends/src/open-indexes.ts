import { ElasticsearchKeywordIndex } from '@arbiter/adapters-elasticsearch';
import { LanceStore } from '@arbiter/adapters-lancedb';
import { QdrantVectorIndex } from '@arbiter/adapters-qdrant';
import type { KeywordIndex, VectorIndex } from '@arbiter/ports';
import type { StoreSettings } from './store-variables.js';

export interface OpenedIndexes {
  readonly vectorIndex: VectorIndex;
  readonly keywordIndex: KeywordIndex;
  close(): Promise<void>;
}

/**
 * @param directory of the embedded store; absolute. Not touched when both indexes are on servers.
 * @throws ArbiterError INVALID_REQUEST for settings that cannot be right, UNAVAILABLE when the directory cannot be used;
 *   a server is first asked by the first call
 */
export async function openIndexes(
  settings: StoreSettings,
  { directory, mode }: { readonly directory: string; readonly mode: 'read-write' | 'read-only' },
): Promise<OpenedIndexes> {
  const qdrant = openQdrant(settings);
  const elasticsearch = await openElasticsearch(settings);
  const store = qdrant && elasticsearch ? null : await LanceStore.open({ directory, mode });
  return {
    vectorIndex: qdrant ?? embedded(store).vectors(),
    keywordIndex: elasticsearch ?? embedded(store).keywords(),
    async close() {
      await Promise.all([qdrant?.close(), elasticsearch?.close()]);
      await store?.close();
    },
  };
}

function openQdrant({ qdrantUrl: url, qdrantCollection: prefix, qdrantApiKey: apiKey }: StoreSettings) {
  return url === undefined ? null : new QdrantVectorIndex({ url, prefix, ...(apiKey !== undefined && { apiKey }) });
}

async function openElasticsearch({
  elasticsearchUrl: url,
  elasticsearchIndex: prefix,
  elasticsearchApiKey: apiKey,
}: StoreSettings) {
  return url === undefined
    ? null
    : ElasticsearchKeywordIndex.open({ url, prefix, ...(apiKey !== undefined && { apiKey }) });
}

function embedded(store: LanceStore | null): LanceStore {
  if (!store) throw new TypeError('the embedded store is open whenever one of the two indexes is in it');
  return store;
}
