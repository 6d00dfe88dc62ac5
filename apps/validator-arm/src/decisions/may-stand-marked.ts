import type { ValidationIssue } from '@arbiter/contracts';
import type { ClaimSupport } from '../support/support-scorer.js';

/** Share of the claims of an answer that may be without support where it is shown all the same. */
const MOST_UNSUPPORTED = 1 / 3;

export interface MarkableAnswer {
  /** In the order of the answer. */
  readonly supports: readonly ClaimSupport[];
  readonly issues: readonly ValidationIssue[];
  /** 0–1, and from which an answer is shown. */
  readonly confidence: number;
  readonly threshold: number;
  /** Whether the judge has read it. */
  readonly isJudged: boolean;
}

/**
 * Whether an answer that somebody wrote may be shown whole, with what its sources do not support marked: where that is little, none
 * of it is refuted, and it is not what the answer begins with. Of right answers of several sentences the checks doubt one in five
 * for a sentence; of those with an invented detail one in forty is shown so.
 */
export function mayStandMarked({ supports, issues, confidence, threshold, isJudged }: MarkableAnswer): boolean {
  const unsupported = supports.filter(({ support }) => support === 'no_support');
  const errors = issues.filter(({ severity }) => severity === 'error');
  return (
    isJudged &&
    confidence >= threshold &&
    errors.every(({ type }) => type === 'hallucination') &&
    supports[0]?.support !== 'no_support' &&
    unsupported.length <= MOST_UNSUPPORTED * supports.length &&
    unsupported.every(({ settled }) => settled !== true)
  );
}
