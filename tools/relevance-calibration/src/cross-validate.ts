import { estimateRelevance, monotoneAlongRank, type RelevanceModels } from '@arbiter/confidence';
import { fitRelevance } from './fit-relevance.js';
import type { JudgedPool } from './judged-pool.js';

export interface ScoredPassage {
  /** As a search gives it: 0–1, never rising along the ranks. */
  readonly relevance: number;
  readonly isEvidence: boolean;
}

export interface ScoredPool extends Pick<JudgedPool, 'set' | 'library' | 'method'> {
  /** Best first. */
  readonly passages: readonly ScoredPassage[];
}

export function scorePool({ passages, ...pool }: JudgedPool, models: RelevanceModels): ScoredPool {
  const relevance = monotoneAlongRank(passages.map(({ evidence }) => estimateRelevance(evidence, models)));
  return {
    ...pool,
    passages: passages.map(({ isEvidence }, index) => ({ relevance: relevance[index] ?? 0, isEvidence })),
  };
}

/** Whether a pool is held out of the fit in a fold. */
export type Fold = (pool: JudgedPool) => boolean;

/** Folds by question: all searches of a question are held out together. */
export function foldsByQuestion(pools: readonly JudgedPool[], count: number): Fold[] {
  const questions = [...new Set(pools.map(questionOf))].sort();
  const foldOf = new Map(questions.map((question, index) => [question, index % count]));
  return Array.from(
    { length: count },
    (_, fold): Fold =>
      (pool) =>
        foldOf.get(questionOf(pool)) === fold,
  );
}

/** One fold a set: its questions are held out, and its documents. */
export function foldsBySet(pools: readonly JudgedPool[]): Fold[] {
  const sets = [...new Set(pools.map(({ set }) => set))];
  return sets.map(
    (held): Fold =>
      ({ set, library }) =>
        set === held || library === held,
  );
}

/** Every held out pool, with the scores of a fit that has not seen it; what several folds hold out comes several times. */
export function crossValidate(pools: readonly JudgedPool[], folds: readonly Fold[]): ScoredPool[] {
  return folds.flatMap((isHeldOut) => {
    const models = fitRelevance(pools.filter((pool) => !isHeldOut(pool)));
    return pools.filter(isHeldOut).map((pool) => scorePool(pool, models));
  });
}

function questionOf({ set, questionId }: JudgedPool): string {
  return `${set} ${questionId}`;
}
