import type { KeywordIndex, MultiVectorIndex, VectorIndex } from '@arbiter/ports';
import type { StoreSettings } from './store-variables.js';
import { traceKeywordIndex, tracePageIndex, traceVectorIndex } from './tracing/trace-indexes.js';

interface Indexes {
  readonly vectorIndex: VectorIndex;
  readonly keywordIndex: KeywordIndex;
  /** Where the vectors are. */
  readonly pageIndex: MultiVectorIndex;
}

export interface OpenedIndexes extends Indexes {
  close(): Promise<void>;
}

/**
 * Only the clients of the stores that are named are loaded: all of them together take longer than a search.
 *
 * @param directory of the embedded store; absolute. Not touched when all indexes are on servers.
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
    await Promise.all([qdrant?.vectorIndex.close(), qdrant?.pageIndex.close(), elasticsearch?.close()]);
  };
  if (qdrant && elasticsearch) return { ...traced({ ...qdrant, keywordIndex: elasticsearch }), close: closeServers };
  const lance = await import('@arbiter/adapters-lancedb');
  const store = await lance.LanceStore.open({ directory, mode });
  return {
    ...traced({
      vectorIndex: qdrant?.vectorIndex ?? new lance.LanceVectorIndex(store),
      pageIndex: qdrant?.pageIndex ?? new lance.LanceMultiVectorIndex(store),
      keywordIndex: elasticsearch ?? new lance.LanceKeywordIndex(store),
    }),
    async close() {
      await closeServers();
      await store.close();
    },
  };
}

function traced({ vectorIndex, keywordIndex, pageIndex }: Indexes): Indexes {
  return {
    vectorIndex: traceVectorIndex(vectorIndex),
    keywordIndex: traceKeywordIndex(keywordIndex),
    pageIndex: tracePageIndex(pageIndex),
  };
}

async function openQdrant({ qdrantUrl: url, qdrantCollection: prefix, qdrantApiKey: apiKey }: StoreSettings) {
  if (url === undefined) return null;
  const { QdrantMultiVectorIndex, QdrantVectorIndex } = await import('@arbiter/adapters-qdrant');
  const options = { url, prefix, ...(apiKey !== undefined && { apiKey }) };
  return { vectorIndex: new QdrantVectorIndex(options), pageIndex: new QdrantMultiVectorIndex(options) };
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
