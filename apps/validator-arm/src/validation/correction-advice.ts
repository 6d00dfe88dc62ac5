import type { ClaimVerdict, CorrectionAdvice, RetryInstruction } from '@arbiter/contracts';

/** Claims and words that are named in a step; a longer list reads as noise. */
const NAMED = 5;

/**
 * What the next attempt should change, in words that a person or a prompt can follow.
 *
 * @param missing words of the question that nothing speaks of, rarest first
 */
export function adviseCorrection(
  instruction: RetryInstruction,
  reason: string,
  verdicts: readonly ClaimVerdict[],
  missing: readonly string[],
): CorrectionAdvice {
  const unsupported = verdicts.filter(({ support }) => support !== 'fully_supported').map(({ claim }) => claim.text);
  return {
    instruction,
    reason,
    unsupported,
    missing: [...missing],
    steps: [
      ...(instruction === 'retrieve_more' ? ['Search again, in other words or more widely.'] : []),
      ...(unsupported.length > 0
        ? [`Drop what the sources do not support, or say it as they do: ${quoted(unsupported)}.`]
        : []),
      ...(missing.length > 0 ? [`Find and say something of ${quoted(missing)}, or say that it is not known.`] : []),
      ...(instruction === 'complete' ? ['Answer all that was asked, from the sources alone.'] : []),
    ],
  };
}

function quoted(items: readonly string[]): string {
  const named = items.slice(0, NAMED).map((item) => `“${item}”`);
  const more = items.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}
