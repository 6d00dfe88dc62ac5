import { streamJsonLines } from '../json-lines/stream-json-lines.js';
import { CorpusPassage } from './beir-records.js';

/** What a corpus holds, and what of it was left out. */
export interface CorpusCounts {
  /** That were given out. */
  readonly passages: number;
  /** Lines whose id an earlier line has: the first holds. */
  readonly duplicates: number;
  /** Without title and text: there is nothing to find. */
  readonly empty: number;
}

/** Passages of a corpus in the order of its lines, as they are read. */
export class CorpusReader implements AsyncIterable<CorpusPassage> {
  readonly #ids = new Set<string>();
  #duplicates = 0;
  #empty = 0;

  /**
   * @param chunks of the text of `corpus.jsonl`, cut anywhere between characters
   * @param file its name, for messages
   */
  constructor(
    private readonly chunks: AsyncIterable<string>,
    private readonly file: string,
  ) {}

  /** @throws ArbiterError INVALID_REQUEST that names file and line of the first line that is no passage */
  async *[Symbol.asyncIterator](): AsyncGenerator<CorpusPassage, void, undefined> {
    for await (const { value: passage } of streamJsonLines(this.chunks, this.file, CorpusPassage)) {
      if (this.#ids.has(passage.id)) this.#duplicates += 1;
      else if (passage.title.trim() === '' && passage.text.trim() === '') this.#empty += 1;
      else {
        this.#ids.add(passage.id);
        yield passage;
      }
    }
  }

  /** Of the passages so far. */
  get counts(): CorpusCounts {
    return { passages: this.#ids.size, duplicates: this.#duplicates, empty: this.#empty };
  }

  /** Whether a passage of this id was given out. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }
}
