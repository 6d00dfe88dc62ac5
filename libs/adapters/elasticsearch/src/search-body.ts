import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import {
  type ChunkFilter,
  clausesOf,
  type FactClause,
  type KeywordSearchOptions,
  type WeightedTerm,
} from '@arbiter/ports';
import type { estypes } from '@elastic/elasticsearch';
import { CHUNK_FIELDS, indexFact, indexTerm } from './chunk-record.js';
import type { ElasticsearchConnection } from './elasticsearch.connection.js';

/** The server's limit (`index.max_result_window`). */
const MAX_LIMIT = 10_000;

interface FilteredRead {
  readonly signal: AbortSignal;
  /** Default: all chunks. */
  readonly filter?: ChunkFilter | undefined;
}

/** Documents listed at once; the server's limit is 65,536 buckets. */
const PAGE = 10_000;

/**
 * A sum of the BM25 scores of terms, each times its weight; filters and ids restrict it and add nothing.
 *
 * @throws ArbiterError INVALID_REQUEST for a limit that is not a whole number from 1 to 10,000
 */
export function searchBody(
  query: readonly WeightedTerm[],
  { limit, filter = [], chunkIds, required = [] }: Omit<KeywordSearchOptions, 'signal'>,
): estypes.SearchRequest {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw new ArbiterError(
      'INVALID_REQUEST',
      `The limit must be a whole number from 1 to ${MAX_LIMIT}, got ${limit}.`,
      {
        details: { limit },
      },
    );
  const passing = filterQueries(filter);
  return {
    size: limit,
    query: {
      bool: {
        // A query without clauses would find everything.
        should: query.length === 0 ? [{ match_none: {} }] : query.map(({ term, weight }) => termQuery(term, weight)),
        // Without it, a query whose filters hold would find everything that passes them.
        minimum_should_match: 1,
        filter: [
          ...passing.filter,
          ...required.map((term) => termQuery(term)),
          ...(chunkIds ? [{ terms: { id: [...chunkIds] } }] : []),
        ],
        must_not: passing.must_not,
      },
    },
    sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }],
    // The sort values of a hit hold its id. Texts are read for the few hits that are shown.
    _source: false,
    track_total_hits: false,
    allow_partial_search_results: false,
    // Statistics of all shards, not of each; the server leaves the extra step out where there is one shard.
    search_type: 'dfs_query_then_fetch',
  };
}

/** What chunks that pass a filter must and must not match. */
function filterQueries(filter: ChunkFilter): {
  filter: estypes.QueryDslQueryContainer[];
  must_not: estypes.QueryDslQueryContainer[];
} {
  const clauses = clausesOf(filter).map((clause) => ({
    // A clause that chunks without a fact pass as well says itself whether it is negated.
    negated: clause.negated && clause.orWithout === undefined,
    query: clauseQuery(clause),
  }));
  return {
    filter: clauses.filter(({ negated }) => !negated).map(({ query }) => query),
    must_not: clauses.filter(({ negated }) => negated).map(({ query }) => query),
  };
}

/** The query that finds the chunks which pass a filter. */
function passing(filter: ChunkFilter): { query?: estypes.QueryDslQueryContainer } {
  return filter.length === 0 ? {} : { query: { bool: filterQueries(filter) } };
}

/** The chunks themselves, in any order. */
export function chunksBody(chunkIds: readonly string[]): estypes.SearchRequest {
  return {
    size: chunkIds.length,
    query: { bool: { filter: [{ terms: { id: [...chunkIds] } }] } },
    _source: CHUNK_FIELDS,
    track_total_hits: false,
    allow_partial_search_results: false,
  };
}

function clauseQuery({ anyOf, negated, orWithout }: FactClause): estypes.QueryDslQueryContainer {
  const held = { terms: { facts: anyOf.map(indexFact) } };
  if (orWithout === undefined) return held;
  const without = { bool: { must_not: [{ terms: { facts: [indexFact(orWithout)] } }] } };
  return { bool: { should: [without, negated ? { bool: { must_not: [held] } } : held], minimum_should_match: 1 } };
}

/** @param weight factor on the score of the term */
function termQuery(term: string, weight = 1): estypes.QueryDslQueryContainer {
  return { term: { terms: { value: indexTerm(term), boost: weight } } };
}

/** A collection and the index that holds it, by its name or its alias. */
export interface CollectionTarget {
  readonly collection: string;
  readonly index: string;
}

interface DocumentPage extends estypes.AggregationsCompositeAggregate {
  readonly buckets: estypes.AggregationsCompositeBucket[];
}

/** Chunks that a search can find. */
export async function countChunks(
  connection: ElasticsearchConnection,
  { collection, index }: CollectionTarget,
  { signal, filter = [] }: FilteredRead,
): Promise<number> {
  const { count } = await connection.call(collection, signal, (client, transport) =>
    client.count({ index, ...passing(filter) }, transport),
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
  { signal, filter = [] }: FilteredRead,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after: estypes.AggregationsCompositeAggregateKey | undefined; ;) {
    const { aggregations } = await connection.call(collection, signal, (client, transport) =>
      client.search<never, { documents: DocumentPage }>(
        {
          index,
          size: 0,
          allow_partial_search_results: false,
          ...passing(filter),
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
