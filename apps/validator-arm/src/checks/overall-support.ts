import type { ClaimVerdict, SupportToken } from '@arbiter/contracts';

/** The support of an answer by its claims: full when all are, none when none is; null when nothing could be checked. */
export function overallSupport(verdicts: readonly ClaimVerdict[]): SupportToken | null {
  if (verdicts.length === 0) return null;
  if (verdicts.every(({ support }) => support === 'fully_supported')) return 'fully_supported';
  return verdicts.every(({ support }) => support === 'no_support') ? 'no_support' : 'partially_supported';
}
