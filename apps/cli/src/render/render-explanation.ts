import type { SearchResult } from '@arbiter/contracts';
import { renderTable } from './render-table.js';

/** Digits behind the point: reciprocal ranks of neighbours on a list differ in the fourth. */
const DIGITS = 4;
const NONE = '–';

/**
 * Why a result is where it is, as a table: what every list says of it and contributes, how that was fused, what the reranker
 * made of it, and the relevance before it was made to fall along the ranks.
 *
 * @returns its lines; none for a result without an explanation
 */
export function renderExplanation({ explanation, rank, relevance_score }: SearchResult): string[] {
  if (!explanation) return [];
  const { lists, fusion, fused_rank, fused_score, rerank, evidence, estimated_relevance } = explanation;
  return renderTable([
    ['', 'rank', 'score', 'contribution'],
    ...lists.map(({ list, rank: place, score, contribution }) => [
      list,
      place === null ? NONE : String(place),
      score === null ? NONE : score.toFixed(DIGITS),
      contribution.toFixed(DIGITS),
    ]),
    [`fused (${fusion})`, String(fused_rank), fused_score.toFixed(DIGITS), ''],
    rerank
      ? [`reranked (${rerank.reranker})`, NONE, rerank.score.toFixed(DIGITS), '']
      : ['not reranked', NONE, NONE, ''],
    ['cosine with the question', NONE, evidence.cosine?.toFixed(DIGITS) ?? NONE, ''],
    ['coverage of the question', NONE, evidence.coverage.toFixed(DIGITS), ''],
    ['relevance, estimated', NONE, estimated_relevance.toFixed(DIGITS), ''],
    ['shown', String(rank), relevance_score.toFixed(DIGITS), ''],
  ]).map((line) => line.trimEnd());
}
