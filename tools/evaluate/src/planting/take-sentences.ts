import type { PlainDocument } from '@arbiter/evaluation';

/** A sentence of a document that can be reworded. */
export interface Sentence {
  readonly text: string;
  /** Index of its block. */
  readonly block: number;
}

const LEAST_WORDS = 6;
const MOST_WORDS = 35;
/** Signs of a sentence that is not plain: lists, quotations, formulas, remarks in brackets. */
const INTRICATE = /[:;()[\]{}"“”„«»—–*_|\\/?!…<>=]/;
/** A full stop after an abbreviation ends no sentence. */
const ABBREVIATION = /(?:\b(?:Mr|Mrs|Ms|Dr|St|vs|etc|e\.g|i\.e|No|ft|lb|cf|al|Fig|approx)|\b[A-Z])\.$/;

/** Sentences of the prose of a document, in order, that stand by themselves and are neither short nor intricate. */
export function sentencesOf({ blocks }: PlainDocument): Sentence[] {
  return blocks.flatMap(({ text, prose }, block) =>
    prose ? splitBlock(text).flatMap((sentence) => (isPlain(sentence) ? [{ text: sentence, block }] : [])) : [],
  );
}

function splitBlock(text: string): string[] {
  const sentences: string[] = [];
  let current = '';
  for (const piece of text.split(/(?<=[.!?])\s+(?=[\p{Lu}\d"“])/u)) {
    current = current === '' ? piece : `${current} ${piece}`;
    if (ABBREVIATION.test(current)) continue;
    sentences.push(current);
    current = '';
  }
  return current === '' ? sentences : [...sentences, current];
}

function isPlain(sentence: string): boolean {
  const words = sentence.split(' ').length;
  return (
    words >= LEAST_WORDS &&
    words <= MOST_WORDS &&
    /^\p{Lu}.*[^.]\.$/u.test(sentence) &&
    !INTRICATE.test(sentence) &&
    !/[\p{L}\d]\.[\p{L}]/u.test(sentence)
  );
}

/** Characters of a passage: about what a chunk of the retriever holds. */
const PASSAGE_LENGTH = 900;

/** Where each block of a document lies, when it is handed over in passages. */
export interface Passages {
  readonly texts: readonly string[];
  /** Index of the passage that holds a block. */
  readonly ofBlock: readonly number[];
}

/** Cuts a document into passages of whole blocks, in order. */
export function passagesOf({ blocks }: PlainDocument): Passages {
  const texts: string[] = [];
  const ofBlock: number[] = [];
  for (const { text } of blocks) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + text.length + 1 <= PASSAGE_LENGTH)
      texts[texts.length - 1] = `${last}\n${text}`;
    else texts.push(text);
    ofBlock.push(texts.length - 1);
  }
  return { texts, ofBlock };
}
