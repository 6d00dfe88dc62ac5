import { compareCodeUnits } from '@arbiter/contracts';

/** A document or one of its chunks, with the score by which it is ranked. */
export interface ScoredDocument {
  readonly id: string;
  readonly score: number;
}

/**
 * Documents of the chunks that were found, each with the score of its best chunk: by score, then by id, so that a ranking
 * does not depend on the order in which equal scores came.
 *
 * @param chunks `id` is that of the document
 * @param exclude id of a document that does not count: a query may be one of the documents itself
 */
export function rankDocuments(chunks: readonly ScoredDocument[], exclude: string | null = null): ScoredDocument[] {
  const best = new Map<string, number>();
  for (const { id, score } of chunks) {
    if (id !== exclude) best.set(id, Math.max(score, best.get(id) ?? Number.NEGATIVE_INFINITY));
  }
  return [...best].map(([id, score]) => ({ id, score })).sort(byScoreThenId);
}

function byScoreThenId(a: ScoredDocument, b: ScoredDocument): number {
  return b.score - a.score || compareCodeUnits(a.id, b.id);
}
