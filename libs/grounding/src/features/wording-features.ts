import type { NameMention } from '@arbiter/text';
import { oppositionsBetween, plainStems } from '../mentions/antonyms.js';
import type { Mismatch } from '../mismatch.js';
import type { ClaimPart } from '../passages/cut-sentences.js';
import { readWords, type Word } from '../passages/read-words.js';
import { rarityOfStem } from '../rarity/background-rarity.js';

const SWEEPING = new Set(
  'all every each only none always never entirely completely exclusively solely any everyone everything'.split(' '),
);
const CHATTY = new Set(
  `i me my mine myself we us our ours you your yours yeah yes okay ok oh wow hmm haha lol hey hi hello thanks thank please
   sure well glad sorry love feel guess think believe hope wonder really actually honestly basically pretty awesome cool
   amazing fun interesting let's i'm i've i'd i'll you're you've you'll we're we've we'll`.split(/\s+/),
);
const MOST_OPPOSITIONS = 3;
const MOST_CHATTY = 4;
const MOST_NAMES = 4;
const MOST_MISMATCHES = 3;

/** Features of shared words. */
export interface WordingFeatures {
  /** Share of the claim's rarity that the best window covers, 0–1. */
  readonly coverage: number;
  /** Share of the claim's pairs of neighbouring content stems that stand in the evidence, weighted by rarity, 0–1. */
  readonly pairs: number;
  /** Share of its runs of three words that stand there, 0–1. */
  readonly runs: number;
  /** Rarity of the rarest stem that the best window lacks, 0–12. */
  readonly rarestMissing: number;
}

/**
 * @param evidence words of each chosen sentence
 * @param window stems of the best window, its context included
 */
export function wordingFeatures(
  claim: ClaimPart,
  evidence: readonly (readonly Word[])[],
  window: ReadonlySet<string>,
): WordingFeatures {
  const rarities = [...claim.rarities];
  const total = rarities.reduce((sum, [, rarity]) => sum + rarity, 0);
  const missing = rarities.filter(([stem]) => !window.has(stem)).map(([, rarity]) => rarity);
  const missed = missing.reduce((sum, rarity) => sum + rarity, 0);
  const pairs = contentPairs(claim.words);
  const heldPairs = new Set(evidence.flatMap(contentPairs));
  const runs = runsOfThree(claim.words);
  const heldRuns = new Set(evidence.flatMap(runsOfThree));
  return {
    coverage: total === 0 ? 0 : 1 - missed / total,
    pairs: weightedShare(pairs, heldPairs, pairRarity),
    runs: weightedShare(runs, heldRuns, () => 1),
    rarestMissing: Math.max(0, ...missing),
  };
}

function contentPairs(words: readonly Word[]): string[] {
  const stems = words.filter(({ content }) => content).map(({ stem }) => stem);
  return stems.slice(1).map((stem, index) => `${stems[index] ?? ''} ${stem}`);
}

function runsOfThree(words: readonly Word[]): string[] {
  return words.slice(2).map(({ form }, index) => `${words[index]?.form ?? ''} ${words[index + 1]?.form ?? ''} ${form}`);
}

function pairRarity(pair: string): number {
  return pair.split(' ').reduce((sum, stem) => sum + rarityOfStem(stem), 0);
}

function weightedShare(keys: readonly string[], held: ReadonlySet<string>, weightOf: (key: string) => number): number {
  let sum = 0;
  let total = 0;
  for (const key of new Set(keys)) {
    const weight = weightOf(key);
    total += weight;
    if (held.has(key)) sum += weight;
  }
  return total === 0 ? 0 : sum / total;
}

/** Features of single words. */
export interface MannerFeatures {
  /** Words of the claim whose antonym stands in the sentence that covers most instead, 0–3. */
  readonly oppositions: number;
  /** 1 when only the claim says "all", "only", "none" or the like. */
  readonly sweeping: number;
  /** Words by which a speaker speaks of themselves or to a listener, which no source supports, 0–4. */
  readonly chatty: number;
}

export function mannerFeatures(
  claim: readonly Word[],
  sentence: readonly Word[],
  window: readonly Word[],
): MannerFeatures {
  const isSweeping = ({ form }: Word): boolean => SWEEPING.has(form);
  return {
    oppositions: Math.min(MOST_OPPOSITIONS, oppositionsBetween(plainStems(claim), plainStems(sentence)).length),
    sweeping: claim.some(isSweeping) && !window.some(isSweeping) ? 1 : 0,
    chatty: Math.min(MOST_CHATTY, claim.filter(({ form }) => CHATTY.has(form)).length),
  };
}

/** Features of names. */
export interface NameFeatures {
  /** Words of names in the claim that the window lacks, 0–4. */
  readonly namesMissing: number;
  /** 1 when the names that both have stand in another order, else 0. */
  readonly namesSwapped: number;
}

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
    namesMissing: Math.min(MOST_NAMES, words.filter(({ stem }) => !window.has(stem)).length),
    namesSwapped: places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0)) ? 1 : 0,
  };
}

/** Mismatches between the claim and the sentence with the nearest wording, at any distance. */
export interface MismatchFeatures {
  /** Mismatches of every kind, 0–3. */
  readonly mismatches: number;
  /** Those of them for which the sentence has something else, 0–3. */
  readonly contradictions: number;
}

export function mismatchFeatures(found: readonly Mismatch[]): MismatchFeatures {
  return {
    mismatches: Math.min(MOST_MISMATCHES, found.length),
    contradictions: Math.min(MOST_MISMATCHES, found.filter(({ missing }) => missing !== true).length),
  };
}
