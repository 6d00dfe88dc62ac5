import { MAX_CLAIMS, type Claim } from '@arbiter/contracts';
import type { Steps } from '@arbiter/text';
import { extractingClaims } from '../claims/extract-claims.js';
import { findComputedClaim, type ComputedClaim } from '../support/computed-claim.js';

export interface CheckableClaims {
  readonly claims: Claim[];
  /** The one of them that was computed of others. */
  readonly computed: ComputedClaim | null;
  /** Not checked. */
  readonly opinions: readonly Claim[];
  /** Whether there are more claims than are checked. */
  readonly truncated: boolean;
}

/** The claims of an answer that are checked: its facts and inferences. */
export function* checkableClaims(answer: string, query = ''): Steps<CheckableClaims> {
  const all = yield* extractingClaims(answer);
  const claims = all.filter(({ type }) => type !== 'opinion');
  const checked = claims.slice(0, MAX_CLAIMS);
  const computed = findComputedClaim(query, checked);
  return {
    claims: checked,
    computed,
    opinions: all.filter(({ type }) => type === 'opinion'),
    truncated: claims.length > MAX_CLAIMS,
  };
}
