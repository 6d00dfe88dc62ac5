import { carryOut, splitSentences, type Span } from '@arbiter/text';
import { rarityOfStem } from '../rarity/background-rarity.js';
import { cutLong } from './cut-sentences.js';
import { holdsMoreWords, readWords, type Word } from './read-words.js';

/** One sentence of a claim. */
export interface ClaimPart {
  readonly text: string;
  readonly words: readonly Word[];
  /** Distinct stems of its content words with their rarity, in order. */
  readonly rarities: ReadonlyMap<string, number>;
}

/** Fewer words belong to the sentence before. */
const SHORTEST = 4;
/** Words of a part; rules compare its words with each other, and nobody states so much in one sentence. */
const LONGEST = 400;

/**
 * A claim as the sentences that must all be supported. A question goes with its answer, and a fragment with what stands
 * before it. One of more than 400 words is cut as evidence is.
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
  return (texts.length > 0 ? texts : [claim]).flatMap(cutEndless).map(claimPart);
}

function cutEndless(text: string): string[] {
  if (!holdsMoreWords(text, LONGEST)) return [text];
  const cut: Span[] = [];
  carryOut(cutLong(text, { start: 0, end: text.length }, cut));
  return cut.map(({ start, end }) => text.slice(start, end));
}

export function claimPart(text: string): ClaimPart {
  const words = readWords(text);
  const content = words.some((word) => word.content) ? words.filter((word) => word.content) : words;
  return { text, words, rarities: new Map(content.map(({ stem }) => [stem, rarityOfStem(stem)])) };
}
