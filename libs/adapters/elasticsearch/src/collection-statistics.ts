import type { estypes } from '@elastic/elasticsearch';
import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import type { ElasticsearchConnection } from './elasticsearch.connection.js';
import { termQuery } from './search-body.js';

/** A collection and the index that holds it, by its name or its alias. */
export interface CollectionTarget {
  readonly collection: string;
  readonly index: string;
}

/** Documents listed at once; the server's limit is 65,536 buckets. */
const PAGE = 10_000;

interface DocumentPage extends estypes.AggregationsCompositeAggregate {
  readonly buckets: estypes.AggregationsCompositeBucket[];
}

/** Chunks that a search can find. */
export async function countChunks(
  connection: ElasticsearchConnection,
  { collection, index }: CollectionTarget,
  signal: AbortSignal,
): Promise<number> {
  const { count } = await connection.call(collection, signal, (client, transport) =>
    client.count({ index }, transport),
  );
  return count;
}

/**
 * Share of the chunks that hold each term, exactly. One aggregation counts them all from the postings: 30 terms take
 * half the time of 30 counts.
 */
export async function documentFrequencies(
  connection: ElasticsearchConnection,
  { collection, index }: CollectionTarget,
  terms: readonly string[],
  signal: AbortSignal,
): Promise<readonly number[]> {
  if (terms.length === 0) return [];
  const { hits, aggregations } = await connection.call(collection, signal, (client, transport) =>
    client.search<never, { holders: { buckets: { doc_count: number }[] } }>(
      {
        index,
        size: 0,
        track_total_hits: true,
        allow_partial_search_results: false,
        aggs: { holders: { filters: { filters: terms.map((term) => termQuery(term)) } } },
      },
      transport,
    ),
  );
  const total = typeof hits.total === 'number' ? hits.total : (hits.total?.value ?? 0);
  return terms.map((_, i) => (aggregations?.holders.buckets[i]?.doc_count ?? 0) / Math.max(1, total));
}

/** Ids of the documents that have at least one chunk, in the order of UTF-16 code units; the server's is that of UTF-8. */
export async function listDocuments(
  connection: ElasticsearchConnection,
  { collection, index }: CollectionTarget,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after: estypes.AggregationsCompositeAggregateKey | undefined; ;) {
    const { aggregations } = await connection.call(collection, signal, (client, transport) =>
      client.search<never, { documents: DocumentPage }>(
        {
          index,
          size: 0,
          allow_partial_search_results: false,
          aggs: {
            documents: {
              composite: {
                size: PAGE,
                sources: [{ document_id: { terms: { field: 'document_id' } } }],
                ...(after && { after }),
              },
            },
          },
        },
        transport,
      ),
    );
    if (!aggregations) throw new ArbiterError('INTERNAL', 'Elasticsearch left the aggregation out of its answer.');
    const { buckets, after_key } = aggregations.documents;
    ids.push(...buckets.map(({ key }) => String(key.document_id)));
    if (buckets.length < PAGE || !after_key) return ids.sort(compareCodeUnits);
    after = after_key;
  }
}
