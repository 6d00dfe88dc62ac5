import { type Shape, textOf } from './hostile-shapes.js';

/** Longest text that a request brings, in UTF-16 code units: the content of a source. */
export const LONGEST_TEXT = 1_000_000;
/** Milliseconds of a processor for the longest text: twice what a million letters beyond the BMP take on a busy machine. */
export const BUDGET_MS = 200;

/** From one size to the next a pattern of cubic time takes 64 times as long: what is within the budget cannot hang the next. */
const GROWTH = 4;
const LEAST_LENGTH = 1_000;
/** A single figure may be that of a compilation, or of a collection of garbage. */
const TRIES = 5;
const HOPELESS_MS = 5 * BUDGET_MS;

/** What a pattern took, where it took more than the budget. */
export interface Overrun {
  readonly ms: number;
  readonly length: number;
}

/**
 * All matches of a pattern, wherever they begin: at least the work of any use. One that is content with nothing matches
 * everywhere, and its users look for one match.
 */
export function everywhere({ source, flags }: Pick<RegExp, 'source' | 'flags'>): RegExp {
  const once = new RegExp(source, flags.replace(/[gy]/g, ''));
  return once.test('') ? once : new RegExp(once, `${once.flags}g`);
}

/**
 * Tries a pattern in a text, at growing lengths, and stops at the first that takes more than the budget.
 *
 * @param pattern see {@link everywhere}
 * @param longest of the texts that it is given, in UTF-16 code units
 * @param enough length from which on a longer text is taken only where this one takes a quarter of its share of the budget:
 *   quadratic time shows in it
 */
export function overrun(pattern: RegExp, shape: Shape, longest = LONGEST_TEXT, enough = longest): Overrun | undefined {
  for (let length = Math.min(enough, longest, LEAST_LENGTH); ; length = Math.min(longest, length * GROWTH)) {
    const text = textOf(shape, length);
    const share = length >= enough && length < longest ? (BUDGET_MS * length) / LONGEST_TEXT / GROWTH : BUDGET_MS;
    const ms = processorMs(pattern, text, share);
    if (ms > BUDGET_MS) return { ms, length };
    if (length === longest || (length >= enough && ms <= share)) return undefined;
  }
}

/**
 * The best of some tries, of which the first that is within the limit, or hopelessly beyond it, is the last. In milliseconds
 * of an idle processor: one that shares caches and memory with others takes up to three times as long.
 */
function processorMs(pattern: RegExp, text: string, limit: number): number {
  let best = Infinity;
  for (let tried = 0; tried < TRIES && best > limit && (tried === 0 || best < HOPELESS_MS); tried += 1) {
    const ms = timed(pattern, text);
    best = Math.min(best, ms > limit ? ms / slowness() : ms);
  }
  return best;
}

function timed(pattern: RegExp, text: string): number {
  const begun = process.cpuUsage();
  // The quickest way to all matches: `exec` makes an array of each.
  text.replace(pattern, '');
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}

const KNOWN_PATTERN = /\p{L}x/gu;
const KNOWN_TEXT = '中'.repeat(100_000);
/** Milliseconds of the known pattern on an idle processor, the least of 150 runs. */
const KNOWN_MS = 1;

/** How many times longer this processor takes just now than an idle one. */
function slowness(): number {
  return Math.max(1, timed(KNOWN_PATTERN, KNOWN_TEXT) / KNOWN_MS);
}
