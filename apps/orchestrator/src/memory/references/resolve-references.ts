import type { Exchange } from '../exchange.js';

/** A word of a question that points back, and what it points to. */
export interface Replacement {
  /** As the question has it: "it", "the second one"; for what is left unsaid, the whole question. */
  readonly expression: string;
  /** As it stands in the resolved question. */
  readonly referent: string;
}

export interface Resolution {
  readonly question: string;
  readonly replaced: readonly Replacement[];
}

/** A follow-up as a question that stands alone; one that does already is left as it is. */
export function resolveReferences(question: string, _exchanges: readonly Exchange[]): Resolution {
  return { question, replaced: [] };
}
