import { ArbiterError, type OperationRequest, type search, type SearchResponse } from '@arbiter/contracts';
import {
  measureRanking,
  rankDocuments,
  type JudgedQuery,
  type RetrievalFigures,
  type ScoredDocument,
} from '@arbiter/evaluation';
import { queryTextOf } from './query-text.js';
import type { RetrievalSubject } from './retrieval-subject.js';
import type { MethodFields } from './search-methods.js';

/** The most that the published operation gives at once. */
export const SEARCH_LIMIT = 100;

/**
 * What every search of an evaluation asks for, whatever the method: all that was found, of each document its best chunk,
 * so that a hundred results are of a hundred documents, and no answer written of it.
 */
export const SEARCH_FIELDS = {
  limit: SEARCH_LIMIT,
  min_relevance_score: 0,
  max_per_document: 1,
  include_synthesis: false,
} as const;

/** One query of one method: a line of the file that `--out` writes. */
export interface QueryRecord {
  readonly method: string;
  readonly id: string;
  readonly query: string;
  readonly figures: RetrievalFigures;
  /** Best first. */
  readonly ranking: readonly ScoredDocument[];
  /** Chunks that the ranking was made of. */
  readonly chunks: number;
  /** Whether an index did not answer. */
  readonly degraded: boolean;
  /** Null when there was nothing to ask. */
  readonly latencyMs: number | null;
}

export interface MethodMeasurement {
  readonly method: string;
  readonly fields: MethodFields;
}

export interface SearchSurroundings {
  /** The shipped operation. */
  readonly search: (request: OperationRequest<typeof search>) => Promise<SearchResponse>;
  /** Milliseconds. */
  readonly now: () => number;
  /** Told after each query. */
  readonly onQuery: (answered: number) => void;
}

/**
 * Asks every query by one method, one after the other, and measures the rankings. One search before them, which is not
 * counted, lets the model load.
 *
 * @throws ArbiterError of the operation, naming the query
 */
export async function evaluateMethod(
  { method, fields }: MethodMeasurement,
  subject: RetrievalSubject,
  { search, now, onQuery }: SearchSurroundings,
): Promise<QueryRecord[]> {
  await search({ ...fields, ...SEARCH_FIELDS, query: 'warm up' });
  const records: QueryRecord[] = [];
  for (const query of subject.selection.queries) {
    const request = requestFor(query, fields, subject);
    const begun = now();
    const response = request && (await search(request).catch(naming(query)));
    const latencyMs = request && now() - begun;
    const results = response?.results ?? [];
    const ranking = rankDocuments(
      results.map((result) => ({ id: subject.documentOf(result), score: result.relevance_score })),
      query.id,
    );
    records.push({
      method,
      id: query.id,
      query: query.text,
      figures: measureRanking(
        ranking.map(({ id }) => id),
        query.judgements,
      ),
      ranking,
      chunks: results.length,
      degraded: (response?.degraded ?? []).length > 0,
      latencyMs,
    });
    onQuery(records.length);
  }
  return records;
}

/** Null when there is nothing to ask, or nothing to search in. */
function requestFor(
  query: JudgedQuery,
  fields: MethodFields,
  subject: RetrievalSubject,
): OperationRequest<typeof search> | null {
  const text = queryTextOf(query.text);
  const filters = subject.filtersFor(query);
  return text === null || filters === null ? null : { ...fields, ...SEARCH_FIELDS, query: text, filters };
}

function naming({ id }: JudgedQuery) {
  return (thrown: unknown): never => {
    const { code, message, details } = ArbiterError.from(thrown);
    throw new ArbiterError(code, `Query ${id}: ${message}`, { details, cause: thrown });
  };
}
