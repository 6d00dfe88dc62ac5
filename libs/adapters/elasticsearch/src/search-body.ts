import type { estypes } from '@elastic/elasticsearch';
import { ArbiterError } from '@arbiter/contracts';
import { clausesOf, type KeywordSearchOptions, type WeightedTerm } from '@arbiter/ports';
import { CHUNK_FIELDS, indexFact, indexTerm } from './chunk-record.js';

/** The server's limit (`index.max_result_window`). */
const MAX_LIMIT = 10_000;

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
  const clauses = clausesOf(filter).map(({ anyOf, negated }) => ({
    negated,
    query: { terms: { facts: anyOf.map(indexFact) } },
  }));
  return {
    size: limit,
    query: {
      bool: {
        // A query without clauses would find everything.
        should: query.length === 0 ? [{ match_none: {} }] : query.map(({ term, weight }) => termQuery(term, weight)),
        // Without it, a query whose filters hold would find everything that passes them.
        minimum_should_match: 1,
        filter: [
          ...clauses.filter(({ negated }) => !negated).map((clause) => clause.query),
          ...required.map((term) => termQuery(term)),
          ...(chunkIds ? [{ terms: { id: [...chunkIds] } }] : []),
        ],
        must_not: clauses.filter(({ negated }) => negated).map((clause) => clause.query),
      },
    },
    sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }],
    // The id is in what a hit was sorted by; texts are read for the few that are shown.
    _source: false,
    track_total_hits: false,
    allow_partial_search_results: false,
    // Statistics of all shards, not of each; the server leaves the extra step out where there is one shard.
    search_type: 'dfs_query_then_fetch',
  };
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

/** @param weight what the score of the term is multiplied by */
export function termQuery(term: string, weight = 1): estypes.QueryDslQueryContainer {
  return { term: { terms: { value: indexTerm(term), boost: weight } } };
}
