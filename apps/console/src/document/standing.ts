import { checksumOf, type Place } from '@arbiter/contracts/console';
import { isMarkable } from './cut-text.js';

/**
 * Whether a document holds the quote where the address says: `unknown` as long as its text is not there, `other` where it ends
 * before, where the offsets divide a character, or where other words stand than those that were cited.
 */
export type Standing = 'none' | 'unknown' | 'same' | 'other';

/** The span that an address names, and the checksum of its words. */
export type CitedPlace = Omit<Place, 'doc'>;

/**
 * @param length of the text in UTF-16 units
 * @param text undefined while it is loaded, or where nobody needs it
 */
export function standingOf(length: number, text: string | undefined, { start, end, sum }: CitedPlace): Standing {
  if (start === undefined || end === undefined) return 'none';
  if (end > length) return 'other';
  if (text === undefined) return sum === undefined ? 'same' : 'unknown';
  if (!isMarkable(text, { start, end })) return 'other';
  return sum === undefined || checksumOf(text.slice(start, end)) === sum ? 'same' : 'other';
}
