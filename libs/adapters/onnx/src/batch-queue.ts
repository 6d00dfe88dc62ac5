import type { EmbedOptions } from '@arbiter/ports';

/** A text that waits for the network. */
export interface WaitingText {
  /** Tokens, ≥ 1. */
  readonly length: number;
}

/**
 * Texts that wait, and the batches they are taken in: queries before documents, each kind in order of arrival, the texts
 * of one call by length so that little of a batch is padding. Documents wait as long as there are queries.
 */
export class BatchQueue<T extends WaitingText> {
  readonly #waiting: Record<EmbedOptions['kind'], T[]> = { query: [], document: [] };

  /**
   * @param maxBatchTokens texts × tokens of the longest one, padding included, of which a batch has no more; a single
   *   longer text is a batch of its own
   */
  constructor(private readonly maxBatchTokens: number) {}

  /** @param texts of one call, in any order */
  add(kind: EmbedOptions['kind'], texts: readonly T[]): void {
    this.#waiting[kind].push(...texts.toSorted((a, b) => b.length - a.length));
  }

  /** @returns the next batch, no longer waiting; empty when nothing waits */
  take(): T[] {
    const lane = this.#waiting.query.length > 0 ? this.#waiting.query : this.#waiting.document;
    let longest = 0;
    let size = 0;
    for (const { length } of lane) {
      longest = Math.max(longest, length);
      if (size > 0 && longest * (size + 1) > this.maxBatchTokens) break;
      size += 1;
    }
    return lane.splice(0, size);
  }

  /** Texts that do not fulfil the condition wait no longer. */
  keep(condition: (text: T) => boolean): void {
    this.#waiting.query = this.#waiting.query.filter(condition);
    this.#waiting.document = this.#waiting.document.filter(condition);
  }
}
