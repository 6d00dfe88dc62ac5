import type { ValidationIssue } from '@arbiter/contracts';
import type { ClaimSupport } from '../support/support-scorer.js';

/** Claims of an answer of which one may be without support where it is shown all the same. */
const LEAST_CLAIMS = 3;

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
 * Whether an answer that somebody wrote may be shown whole, with what its sources do not support marked: where that is one
 * claim, not refuted, and not what the answer begins with. Of right answers of several sentences the checks doubt one in five
 * for a sentence; of those with an invented detail one in forty is shown so. On the packs of `judged-model.ts`
 * no right one stood so with two, which small models write by the dozen.
 */
export function mayStandMarked({ supports, issues, confidence, threshold, isJudged }: MarkableAnswer): boolean {
  const unsupported = supports.filter(({ support }) => support === 'no_support');
  const errors = issues.filter(({ severity }) => severity === 'error');
  return (
    isJudged &&
    confidence >= threshold &&
    errors.every(({ type }) => type === 'hallucination') &&
    supports[0]?.support !== 'no_support' &&
    unsupported.length <= (supports.length < LEAST_CLAIMS ? 0 : 1) &&
    unsupported.every(({ settled }) => settled !== true)
  );
}
