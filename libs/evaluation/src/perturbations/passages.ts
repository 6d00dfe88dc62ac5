import type { PlainDocument } from './document.js';

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
