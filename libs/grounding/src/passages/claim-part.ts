import { splitSentences } from '@arbiter/text';
import { rarityOfStem } from '../rarity/background-rarity.js';
import { readWords, type Word } from './read-words.js';

/** One sentence of a claim. */
export interface ClaimPart {
  readonly text: string;
  readonly words: readonly Word[];
  /** Distinct stems of its content words with their rarity, in order. */
  readonly rarities: ReadonlyMap<string, number>;
}

/** Fewer words belong to the sentence before. */
const SHORTEST = 4;

/**
 * A claim as the sentences that must all be supported. A question goes with its answer, and a fragment with what stands
 * before it.
 *
 * @returns at least one
 */
export function claimParts(claim: string): ClaimPart[] {
  const texts: string[] = [];
  let joins = false;
  for (const { start, end } of splitSentences(claim)) {
    const text = claim.slice(start, end);
    const before = joins || readWords(text).length < SHORTEST ? texts.pop() : undefined;
    texts.push(before === undefined ? text : `${before} ${text}`);
    joins = text.endsWith('?');
  }
  return (texts.length > 0 ? texts : [claim]).map(claimPart);
}

export function claimPart(text: string): ClaimPart {
  const words = readWords(text);
  const content = words.some((word) => word.content) ? words.filter((word) => word.content) : words;
  return { text, words, rarities: new Map(content.map(({ stem }) => [stem, rarityOfStem(stem)])) };
}
