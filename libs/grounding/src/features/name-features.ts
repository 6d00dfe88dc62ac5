import type { NameMention } from '@arbiter/text';
import { readWords } from '../passages/read-words.js';

/** What names tell. */
export interface NameFeatures {
  /** Words of names in the claim that the window lacks, 0–4. */
  readonly namesMissing: number;
  /** 1 when the names that both have stand in another order, else 0. */
  readonly namesSwapped: number;
}

const MOST = 4;

/**
 * @param window stems of the best window, its context included
 * @param sentence the text of the sentence that covers most
 */
export function nameFeatures(
  claim: readonly NameMention[],
  window: ReadonlySet<string>,
  sentence: string,
): NameFeatures {
  const words = claim.flatMap(({ text }) => readWords(text).filter(({ content }) => content));
  const places = claim.map(({ text }) => sentence.indexOf(text)).filter((place) => place >= 0);
  return {
    namesMissing: Math.min(MOST, words.filter(({ stem }) => !window.has(stem)).length),
    namesSwapped: places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0)) ? 1 : 0,
  };
}
