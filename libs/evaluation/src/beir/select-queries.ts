import type { Judgements } from '../metrics/ranking-metrics.js';
import type { CandidatesByQuery, JudgementsByQuery, RetrievalQuery } from './read-beir.js';

/** A query that is evaluated. */
export interface JudgedQuery {
  readonly id: string;
  readonly text: string;
  /** At least one of them is relevant. */
  readonly judgements: Judgements;
  /** The only passages that are ranked for it; null when all are. */
  readonly candidates: readonly string[] | null;
}

/** Queries that are not evaluated, and why. */
export interface QueryCounts {
  /** Of the file, but not of this split. */
  readonly unjudged: number;
  /** Judged, but nothing is relevant: trec_eval leaves them out of every mean too. */
  readonly nothingRelevant: number;
  /** Judged, but `queries.jsonl` does not hold them. */
  readonly withoutText: number;
  /** Lines whose id an earlier line has: the first holds. */
  readonly duplicates: number;
  /** Left out by the limit. */
  readonly beyondLimit: number;
}

export interface QuerySelection {
  /** In the order of `queries.jsonl`. */
  readonly queries: readonly JudgedQuery[];
  readonly leftOut: QueryCounts;
}

/**
 * The queries of a split that can be evaluated.
 *
 * @param candidates null when every passage is ranked for every query
 * @param limit at most so many queries, the first ones; null for all
 */
export function selectQueries(
  queries: readonly RetrievalQuery[],
  judgements: JudgementsByQuery,
  candidates: CandidatesByQuery | null,
  limit: number | null,
): QuerySelection {
  const distinct = new Map(queries.toReversed().map((query) => [query.id, query]));
  const inOrder = queries.filter((query) => distinct.get(query.id) === query);
  const judged = inOrder.filter(({ id }) => judgements.has(id));
  const answerable = judged.flatMap(({ id, text }): JudgedQuery[] => {
    const ofQuery = judgements.get(id) ?? new Map<string, number>();
    if ([...ofQuery.values()].every((grade) => grade <= 0)) return [];
    return [{ id, text, judgements: ofQuery, candidates: candidates && (candidates.get(id) ?? []) }];
  });
  const selected = limit === null ? answerable : answerable.slice(0, limit);
  return {
    queries: selected,
    leftOut: {
      unjudged: inOrder.length - judged.length,
      nothingRelevant: judged.length - answerable.length,
      withoutText: judgements.size - judged.length,
      duplicates: queries.length - inOrder.length,
      beyondLimit: answerable.length - selected.length,
    },
  };
}
