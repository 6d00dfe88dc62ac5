import type { RetryInstruction } from '@arbiter/contracts';
import { isShowable, type Attempt, type Change } from './attempt.js';
import { dropUnsupported, type Shortened } from './drop-unsupported.js';

/** The change that the next attempt makes. */
export type Correction = Change & {
  /** Claims of the best attempt that its sources do not support. */
  readonly unsupported: readonly string[];
  /** Words of the question that it says nothing about. */
  readonly missing: readonly string[];
  /** The answer without its unsupported claims, if the correction is to shorten it; else null. */
  readonly shortened: Shortened | null;
};

/**
 * A language model that found no answer in so many passages, or wrote none, is not given more of them: what a wider search adds
 * ranks behind these, and whoever asked would wait for the model once more. Of 172 questions of three packs, a wider search put
 * other passages among the best five for five.
 */
const READ_ENOUGH = 10;

/**
 * The correction that promises most: what the gate asks for, unless that has been tried on this very attempt and did not
 * better it. A language model writes again, told what is unsupported; of sentences of the sources the unsupported ones are dropped,
 * which gives way to another search.
 *
 * @param best the attempt to better
 * @param since attempts made after it, none of which was better
 * @returns null when the attempt is good enough, rejected, or of a language model that has read enough: nothing to build on
 */
export function chooseCorrection(best: Attempt, since: readonly Attempt[]): Correction | null {
  const { validation, synthesis, retrieved } = best;
  if (isShowable(best) || (validation && validation.recommendation !== 'retry')) return null;
  const verdicts = validation?.checks.support.perClaim ?? [];
  const { instruction = 'retrieve_more', unsupported = [], missing = [] } = validation?.correction ?? {};
  const found = { unsupported, missing };
  if (retrieved.passages.length > 0 && instruction === 'rewrite_grounded') {
    const tried = new Set(since.map(({ change }) => change?.method));
    // A model that did not find the end of its text finds none when it is told what is wrong with it.
    const isCutOff = synthesis.degraded === 'cut-off';
    if (synthesis.mode === 'generated' && !isCutOff && !tried.has('regenerate')) {
      return {
        ...found,
        instruction,
        method: 'regenerate',
        detail: 'writing again from the sources alone',
        shortened: null,
      };
    }
    // It was told once. What is cut out of its text may be what makes the rest right: the sources' own sentences come next.
    if (synthesis.mode === 'generated') return null;
    const shortened = tried.has('drop') ? null : dropUnsupported(synthesis, verdicts);
    if (shortened) {
      return { ...found, instruction, method: 'drop', detail: `leaving out ${quoted(shortened.dropped)}`, shortened };
    }
  }
  if (synthesis.mode === 'generated' && retrieved.passages.length >= READ_ENOUGH) return null;
  const wanted: RetryInstruction = instruction === 'rewrite_grounded' ? 'retrieve_more' : instruction;
  const detail = found.missing.length > 0 ? `searching wider, and for ${quoted(found.missing)}` : 'searching wider';
  return { ...found, instruction: wanted, method: 'search', detail, shortened: null };
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
