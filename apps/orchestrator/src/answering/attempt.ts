import type { Answer, AttemptRecord, RetryInstruction, SynthesizeResponse, ValidationResult } from '@arbiter/contracts';
import type { Retrieved } from '../retrieval/retrieve-plan.js';

/** A text with its citations, written by the retriever or computed by tools. */
export type WrittenAnswer = Omit<SynthesizeResponse, 'mode'> & { readonly mode: Answer['synthesis'] };

/** One try at an answer, with everything that was made on the way. */
export interface Attempt {
  readonly retrieved: Retrieved;
  /** Its text is '' when nothing was found to answer from. The markers of a language model are bound, see `bindCitations`. */
  readonly synthesis: WrittenAnswer;
  /** Its text as it was written; absent where that is the same. */
  readonly written?: string;
  /** Null when validation was turned off, or there was nothing to validate. */
  readonly validation: ValidationResult | null;
  /** No correction bettered it, and it may be shown with its few unsupported claims marked. */
  readonly standsMarked?: true;
  /** Null for the first. */
  readonly change: Change | null;
  /** Parts that its search and its writing did without. */
  readonly degraded: readonly string[];
  /** What it tells besides how its text was made, a sentence each. */
  readonly notices: readonly string[];
}

export interface Attempts {
  /** In the order in which they were made, at least one. */
  readonly all: readonly Attempt[];
  readonly best: Attempt;
  /** Parts that they did without together: corrections, where time was short. */
  readonly degraded: readonly string[];
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
 * wrong. `extract`: takes sentences of the passages instead of what a language
 * model wrote.
 */
export type CorrectionMethod = 'drop' | 'regenerate' | 'extract';

/** All that an attempt tells where it is the one that counts: also how its text was made, in the words of who made it. */
export function noticesOf({ notices, synthesis }: Attempt): readonly string[] {
  return synthesis.reason === undefined ? notices : [...notices, synthesis.reason];
}

export function confidenceOf({ validation }: Attempt): number {
  return validation?.confidence ?? 0;
}

/** The confidence that an answer states: a text that is not shown cannot be right, however sure the check was of it. */
export function statedConfidence(attempt: Attempt, isShown: boolean): number {
  return isShown ? confidenceOf(attempt) : 0;
}

/** The attempt to show: an accepted one before others, then the surer one, then one that says something, then the earlier. */
export function betterAttempt(a: Attempt, b: Attempt): Attempt {
  const keys = (attempt: Attempt): readonly number[] => [
    Number(attempt.validation !== null && isShowable(attempt)),
    confidenceOf(attempt),
    Number(attempt.retrieved.passages.length > 0),
  ];
  const [ofA, ofB] = [keys(a), keys(b)];
  const first = ofA.findIndex((key, index) => key !== ofB[index]);
  return first >= 0 && (ofB[first] ?? 0) > (ofA[first] ?? 0) ? b : a;
}

/** Whether an attempt may be shown to the person who asked: what a language model wrote, only with a citation. */
export function isShowable({ synthesis, validation, standsMarked }: Attempt): boolean {
  if (synthesis.text === '') return false;
  if (validation === null) return true;
  const isAccepted = validation.recommendation === 'accept' || standsMarked === true;
  return isAccepted && (synthesis.mode !== 'generated' || synthesis.citations.length > 0);
}

/** The attempts of one answer, for its record. */
export function recordAttempts(attempts: readonly Attempt[], best: Attempt): AttemptRecord[] {
  return attempts.map((attempt, index) => {
    const { change, synthesis, retrieved, validation } = attempt;
    return {
      number: index + 1,
      change: change && { instruction: change.instruction, detail: change.detail },
      answer: synthesis.text,
      passages: retrieved.passages.length,
      confidence: validation?.confidence ?? null,
      recommendation: validation?.recommendation ?? null,
      issues: validation?.issues ?? [],
      kept: attempt === best,
    };
  });
}

/**
 * How much surer the best attempt is than the first, 0–1; null when nothing was corrected, or nothing was judged. An
 * attempt without passages counts 0.
 */
export function confidenceGain(attempts: readonly Attempt[], best: Attempt): number | null {
  const [first] = attempts;
  const isJudged = attempts.some(({ validation }) => validation !== null);
  return first && attempts.length > 1 && isJudged ? Math.max(0, confidenceOf(best) - confidenceOf(first)) : null;
}
