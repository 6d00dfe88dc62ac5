import { shuffle, type PlainDocument, type RandomSource } from '@arbiter/evaluation';
import { ERROR_KINDS, type ErrorKind, type ErrorPlanter } from './errors/error-planter.js';
import { plantComparative } from './errors/plant-comparative.js';
import { plantDate } from './errors/plant-date.js';
import { plantName } from './errors/plant-name.js';
import { plantNegation } from './errors/plant-negation.js';
import { plantNumber } from './errors/plant-number.js';
import { plantRoleSwap } from './errors/plant-role-swap.js';
import { plantUnit } from './errors/plant-unit.js';
import { HAND_WRITTEN } from './rewordings/hand-written.js';
import { reword, type Rewording } from './rewordings/reword.js';
import { passagesOf, sentencesOf, type Passages, type Sentence } from './take-sentences.js';

/** A true sentence, the same in other words, and the same in other words with one error. */
export interface PlantedSentence {
  readonly id: string;
  readonly kind: ErrorKind;
  /** Path of its document. */
  readonly document: string;
  readonly title: string;
  /** As it stands in the document: true. */
  readonly original: string;
  /** True. */
  readonly reworded: string;
  /** By which rules; `hand-written` for one of ours. */
  readonly rules: readonly string[];
  /** False. */
  readonly planted: string;
  readonly from: string;
  readonly to: string;
  /** Whether the wrong value stands somewhere in the evidence. */
  readonly valueFromDocument: boolean;
  /** Passages of the document: the one that holds the sentence, then the one that the wrong value comes from, or another. */
  readonly evidence: readonly string[];
}

export const HAND_WRITTEN_RULE = 'hand-written';

/** Of the sentences of a kind, those reworded by hand are at most so many: the others would hardly be seen. */
const HAND_WRITTEN_SHARE = 0.25;

interface Candidate {
  readonly document: PlainDocument;
  readonly passages: Passages;
  readonly sentence: Sentence;
}

/**
 * Plants errors in sentences of documents, as many of each kind as there is room for: `n` divided by the kinds. An error is
 * planted in a reworded sentence, never in a verbatim one, so that who rejects all that is not verbatim rejects what is true.
 *
 * @param random everything that is left to chance: the same documents and numbers give the same sentences
 * @returns fewer than `n` where the documents offer no more
 */
export function plantErrors(documents: readonly PlainDocument[], n: number, random: RandomSource): PlantedSentence[] {
  const candidates = documents.flatMap((document) => {
    const passages = passagesOf(document);
    return sentencesOf(document).map((sentence): Candidate => ({ document, passages, sentence }));
  });
  return ERROR_KINDS.flatMap((kind, index) => {
    const quota = Math.floor(n / ERROR_KINDS.length) + (index < n % ERROR_KINDS.length ? 1 : 0);
    const order = shuffle(candidates, random);
    const byHand = plantEach(
      order,
      kind,
      Math.ceil(HAND_WRITTEN_SHARE * quota),
      ({ text }) => handWritten(text),
      random,
    );
    const used = new Set(byHand.map(({ original }) => original));
    const others = order.filter(({ sentence }) => !used.has(sentence.text));
    const byRule = plantEach(others, kind, quota - byHand.length, ({ text }) => reword(text, random), random);
    return [...byHand, ...byRule].map((planted, place) => ({ ...planted, id: `${kind}-${place + 1}` }));
  });
}

function handWritten(sentence: string): Rewording | null {
  const text = HAND_WRITTEN.get(sentence);
  return text === undefined ? null : { text, rules: [HAND_WRITTEN_RULE] };
}

function plantEach(
  candidates: readonly Candidate[],
  kind: ErrorKind,
  quota: number,
  rewordingOf: (sentence: Sentence) => Rewording | null,
  random: RandomSource,
): Omit<PlantedSentence, 'id'>[] {
  const planted: Omit<PlantedSentence, 'id'>[] = [];
  const seen = new Set<string>();
  for (const candidate of candidates) {
    if (planted.length >= quota) break;
    const { text } = candidate.sentence;
    if (seen.has(text)) continue;
    seen.add(text);
    const rewording = rewordingOf(candidate.sentence);
    const one = rewording && plantOne(candidate, kind, rewording, random);
    if (one) planted.push(one);
  }
  return planted;
}

function plantOne(
  { document, passages, sentence }: Candidate,
  kind: ErrorKind,
  rewording: Rewording,
  random: RandomSource,
): Omit<PlantedSentence, 'id'> | null {
  const error = PLANTERS[kind](rewording.text, { document, block: sentence.block, random });
  if (!error || stands(error.text, document) || stands(rewording.text, document)) return null;
  const own = passages.ofBlock[sentence.block] ?? 0;
  const besides = error.block === null ? undefined : passages.ofBlock[error.block];
  const another = (own + 1) % passages.texts.length;
  return {
    kind,
    document: document.path,
    title: document.title,
    original: sentence.text,
    reworded: rewording.text,
    rules: rewording.rules,
    planted: error.text,
    from: error.from,
    to: error.to,
    valueFromDocument: error.block !== null,
    evidence: [...new Set([own, besides ?? another])].flatMap((index) => passages.texts[index] ?? []),
  };
}

/** Whether a document says a sentence word for word. */
function stands(sentence: string, { blocks }: PlainDocument): boolean {
  return blocks.some(({ text }) => text.includes(sentence));
}

export const PLANTERS: Readonly<Record<ErrorKind, ErrorPlanter>> = {
  number: plantNumber,
  unit: plantUnit,
  date: plantDate,
  name: plantName,
  'role-swap': plantRoleSwap,
  negation: plantNegation,
  comparative: plantComparative,
};
