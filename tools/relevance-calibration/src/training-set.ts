import type { IngestionSource, SearchResult } from '@arbiter/contracts';

/** A question whose evidence is known. */
export interface TrainingQuestion {
  readonly id: string;
  readonly text: string;
  /** Whether a result is a passage that the question's answer rests on. */
  isEvidence(result: SearchResult): boolean;
}

/** Documents, and questions that they answer. */
export interface TrainingSet {
  /** Also that of the collection which holds its documents. */
  readonly name: string;
  readonly sources: readonly IngestionSource[];
  readonly questions: readonly TrainingQuestion[];
}

/** As many items as asked, spread evenly over a list; all of them where it has no more. The same every time. */
export function spreadEvenly<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, n) => items.at(Math.floor((n * items.length) / count))).filter(
    (item) => item !== undefined,
  );
}
