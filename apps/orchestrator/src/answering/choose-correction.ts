import { isShowable, type Attempt, type Change } from './attempt.js';
import { dropUnsupported, type Shortened } from './drop-unsupported.js';

/** The change that the next attempt makes. */
export type Correction = Change & {
  /** Claims of the best attempt that its sources do not support. */
  readonly unsupported: readonly string[];
  /** The answer without its unsupported claims, if the correction is to shorten it; else null. */
  readonly shortened: Shortened | null;
};

/**
 * What the gate asks for, unless that has been tried on this very attempt and did not better it: a language model writes again,
 * told what is unsupported; of sentences of the sources the unsupported ones are dropped.
 *
 * @param best the attempt to better
 * @param since attempts made after it, none of which was better
 * @returns null when the attempt is good enough, rejected, or not to be bettered from its passages: a second, wider search of the
 *   same words finds no answer that the first did not (`docs/reports/steps.md`)
 */
export function chooseCorrection(best: Attempt, since: readonly Attempt[]): Correction | null {
  const { validation, synthesis } = best;
  if (isShowable(best) || validation?.recommendation !== 'retry') return null;
  const { instruction = null, unsupported = [] } = validation.correction ?? {};
  if (instruction !== 'rewrite_grounded') return null;
  const tried = new Set(since.map(({ change }) => change?.method));
  if (synthesis.mode === 'generated') {
    // A model that did not find the end of its text finds none when it is told what is wrong with it. It is told once: what is cut
    // out of its text may be what makes the rest right, and the sources' own sentences come next.
    if (synthesis.degraded === 'cut-off' || tried.has('regenerate')) return null;
    const detail = 'writing again from the sources alone';
    return { instruction, method: 'regenerate', detail, unsupported, shortened: null };
  }
  const shortened = tried.has('drop') ? null : dropUnsupported(synthesis, validation.checks.support.perClaim);
  return (
    shortened && {
      instruction,
      method: 'drop',
      detail: `leaving out ${quoted(shortened.dropped)}`,
      unsupported,
      shortened,
    }
  );
}

/** Longest list and longest item that is named to people. */
const NAMED = 3;
const LONGEST_NAME = 80;

function quoted(items: readonly string[]): string {
  const named = items.slice(0, NAMED).map((item) => {
    const shown = item.length > LONGEST_NAME ? `${item.slice(0, LONGEST_NAME).toWellFormed()}…` : item;
    return `"${shown}"`;
  });
  return named.join(', ') + (items.length > NAMED ? ` and ${items.length - NAMED} more` : '');
}
