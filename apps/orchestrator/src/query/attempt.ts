import type { Answer, RetryInstruction, SynthesizeResponse, ValidationResult } from '@arbiter/contracts';
import type { Retrieved } from './retrieve-plan.js';

/** A text with its citations, written by the retriever or computed by tools. */
export type WrittenAnswer = Omit<SynthesizeResponse, 'mode'> & { readonly mode: Answer['synthesis'] };

/** One try at an answer, with everything that was made on the way. */
export interface Attempt {
  readonly retrieved: Retrieved;
  /** Its text is '' when nothing was found to answer from. */
  readonly synthesis: WrittenAnswer;
  /** Null when validation was turned off, or there was nothing to validate. */
  readonly validation: ValidationResult | null;
  /** Null for the first. */
  readonly change: Change | null;
}

/** In what an attempt differs from the one that it was to better. */
export interface Change {
  readonly instruction: RetryInstruction;
  readonly method: CorrectionMethod;
  /** For people. */
  readonly detail: string;
}

/**
 * `drop`: takes sentences out of the answer. `regenerate`: has it written again from the same passages, told what was
 * wrong. `search`: looks for other passages first.
 */
export type CorrectionMethod = 'drop' | 'regenerate' | 'search';

export function confidenceOf({ validation }: Attempt): number {
  return validation?.confidence ?? 0;
}

/** The attempt to show: an accepted one before others, then the surer one, then one that says something, then the earlier. */
export function betterAttempt(a: Attempt, b: Attempt): Attempt {
  const keys = (attempt: Attempt): readonly number[] => [
    Number(attempt.validation?.recommendation === 'accept'),
    confidenceOf(attempt),
    Number(attempt.retrieved.passages.length > 0),
  ];
  const [ofA, ofB] = [keys(a), keys(b)];
  const first = ofA.findIndex((key, index) => key !== ofB[index]);
  return first >= 0 && (ofB[first] ?? 0) > (ofA[first] ?? 0) ? b : a;
}

/** Whether an attempt may be shown to the person who asked. */
export function isShowable({ synthesis, validation }: Attempt): boolean {
  return synthesis.text !== '' && (validation === null || validation.recommendation === 'accept');
}
