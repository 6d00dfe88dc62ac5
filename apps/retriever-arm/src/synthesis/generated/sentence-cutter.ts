import { splitSentences, type Span } from '@arbiter/text';

export interface CutSentence {
  /** White space before it; line ends in it begin a new paragraph or item. */
  readonly before: string;
  /** Without white space at its ends, its markers included. */
  readonly text: string;
}

const ONLY_MARKERS = /^(?:\s*\[\d+\])+$/;
/** A final mark, with what closes after it. */
const IS_COMPLETE = /[.!?…。！？]["'”’»›)\]}*_]*(?:\s*\[\d+\])*$|\[\d+\]$/u;

/** Cuts a text that comes in pieces into sentences. The last one may still go on, and is kept until another begins. */
export class SentenceCutter {
  #kept = '';

  /** What is kept: a sentence that may go on, white space before it included. */
  get underWay(): string {
    return this.#kept;
  }

  /** @returns the sentences that this piece has completed */
  feed(piece: string): CutSentence[] {
    this.#kept += piece;
    const spans = this.#spans();
    return spans.length < 2 ? [] : this.#release(spans.slice(0, -1));
  }

  /**
   * The text has no more pieces.
   *
   * @param wasCut whether the text should have gone on; a sentence without its end is then left out
   */
  end(wasCut: boolean): CutSentence[] {
    const sentences = this.#release(this.#spans());
    const last = sentences.at(-1);
    return wasCut && last && !IS_COMPLETE.test(last.text) ? sentences.slice(0, -1) : sentences;
  }

  #release(spans: readonly Span[]): CutSentence[] {
    const sentences = spans.map(({ start, end }, index) => ({
      before: this.#kept.slice(spans[index - 1]?.end ?? 0, start),
      text: this.#kept.slice(start, end),
    }));
    this.#kept = this.#kept.slice(spans.at(-1)?.end ?? 0);
    return sentences;
  }

  /** Markers on a line of their own belong to the sentence before them. */
  #spans(): Span[] {
    const spans: Span[] = [];
    for (const span of splitSentences(this.#kept)) {
      const before = spans.at(-1);
      if (before && ONLY_MARKERS.test(this.#kept.slice(span.start, span.end))) {
        spans[spans.length - 1] = { start: before.start, end: span.end };
      } else spans.push(span);
    }
    return spans;
  }
}
