import type { Highlight } from '@arbiter/contracts';
import type { Attempt } from './attempt.js';

/** Longest quote of a notice, in UTF-16 code units. */
const LONGEST_QUOTE = 120;
const MARKER = /(?<!\s)\s*\[\d+\]/g;

export interface UnsupportedStretches {
  /** Of the text of the attempt, in their order. */
  readonly stretches: readonly Highlight[];
  /** A sentence for people; null where there are none. */
  readonly notice: string | null;
}

/**
 * What of a language model's text its sources do not clearly support. The text stays whole: what is cut out of it may be what makes
 * the rest right.
 */
export function markUnsupported({
  synthesis,
  validation,
}: Pick<Attempt, 'synthesis' | 'validation'>): UnsupportedStretches {
  if (synthesis.mode !== 'generated') return { stretches: [], notice: null };
  const claims = validation?.checks.support.perClaim ?? [];
  const stretches = claims
    .filter(({ support }) => support !== 'fully_supported')
    .map(({ claim: { start, end } }) => ({ start, end }))
    .sort((a, b) => a.start - b.start);
  if (stretches.length === 0) return { stretches, notice: null };
  const quotes = stretches.map(
    ({ start, end }) => `“${shortened(synthesis.text.slice(start, end).replace(MARKER, ''))}”`,
  );
  return { stretches, notice: `Not clearly supported by the sources: ${quotes.join(', ')}` };
}

function shortened(text: string): string {
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE).toWellFormed()}…` : text;
}
