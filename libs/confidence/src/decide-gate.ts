import type { Recommendation, RetryInstruction, SupportToken, ValidationIssue } from '@arbiter/contracts';
import { DEFAULT_ACCEPT_THRESHOLD } from './score-checks.js';

export interface GateInput {
  /** 0–1. */
  readonly confidence: number;
  /** Confidence from which an answer is accepted, 0–1. Default .7. */
  readonly threshold?: number;
  readonly issues: readonly ValidationIssue[];
  readonly isRelevant: boolean;
  /** null when the answer makes no claim that could be checked. */
  readonly support: SupportToken | null;
  /** Corrections that may still be tried, ≥ 0. */
  readonly attemptsLeft: number;
}

export type GateDecision =
  | { readonly recommendation: Exclude<Recommendation, 'retry'>; readonly reason: string }
  | { readonly recommendation: 'retry'; readonly reason: string; readonly instruction: RetryInstruction };

/**
 * Whether an answer may be shown, is worth another attempt, or is to be declined.
 *
 * Accepted from the threshold on, unless an issue is an error. Rejected when there is nothing to build on (sources
 * beside the question, and no support from them) or no attempt is left. Otherwise tried again: what to change is the
 * first check that failed, in the order in which one rests on the other.
 */
export function decideGate(input: GateInput): GateDecision {
  const { confidence, threshold = DEFAULT_ACCEPT_THRESHOLD, issues, isRelevant, support, attemptsLeft } = input;
  const error = issues.find(({ severity }) => severity === 'error');
  if (confidence >= threshold && !error) {
    return { recommendation: 'accept', reason: `Confidence ${percent(confidence)} reaches ${percent(threshold)}.` };
  }
  const shortfall = error?.message ?? `Confidence ${percent(confidence)} is below ${percent(threshold)}.`;
  if (!isRelevant && (support === 'no_support' || support === null)) {
    return {
      recommendation: 'reject',
      reason: 'The sources are not about the question and support nothing of the answer.',
    };
  }
  if (attemptsLeft < 1) {
    return { recommendation: 'reject', reason: `${shortfall} No attempt is left.` };
  }
  return { recommendation: 'retry', reason: shortfall, instruction: instructionFor(isRelevant, support, error?.type) };
}

function instructionFor(
  isRelevant: boolean,
  support: SupportToken | null,
  error: ValidationIssue['type'] | undefined,
): RetryInstruction {
  if (!isRelevant || error === 'relevance') return 'retrieve_more';
  if (support === 'no_support' || support === 'partially_supported') return 'rewrite_grounded';
  if (error === 'support' || error === 'hallucination' || error === 'consistency') return 'rewrite_grounded';
  return 'complete';
}

/** Rounded down, so that a confidence below the threshold never reads as equal to it. */
function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`;
}
