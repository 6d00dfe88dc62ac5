/** In the order in which they are taken: queries, documents that a caller waits for, all others. */
const LANES = ['query', 'urgent', 'document'] as const;
export type Lane = (typeof LANES)[number];

/** A text that waits for the network. */
export interface WaitingText {
  /** Tokens, ≥ 1. */
  readonly length: number;
  /** What asked for it, by identity. */
  readonly call?: object;
}

/**
 * What a run of the network costs besides its tokens, in tokens. Measured on one core: 2.5 ms per run, 0.17 ms per token,
 * padding included.
 */
const RUN_OVERHEAD_TOKENS = 15;

/**
 * Texts that wait, and the batches they are taken in: one lane after the other, so that little of a batch is padding.
 * Documents come in order of arrival, those of one call by length; they wait as long as there are others. Of the
 * others, the one that has waited longest comes with those of its lane that are nearest to it in length. A call that
 * has just had its turn lets another one pass, so that a question does not wait for all that one before it compares.
 */
export class BatchQueue<T extends WaitingText> {
  readonly #waiting: Record<Lane, T[]> = { query: [], urgent: [], document: [] };
  /** Whose text began the latest batch. */
  #served: object | undefined;

  /**
   * @param maxBatchTokens texts × tokens of the longest one, padding included, of which a batch has no more; a single
   *   longer text is a batch of its own
   */
  constructor(private readonly maxBatchTokens: number) {}

  /** @param texts of one call, in any order */
  add(lane: Lane, texts: readonly T[]): void {
    this.#waiting[lane].push(...texts.toSorted((a, b) => b.length - a.length));
  }

  /** The lane that the next batch is of; null when nothing waits. */
  get next(): Lane | null {
    return LANES.find((lane) => this.#waiting[lane].length > 0) ?? null;
  }

  /** @returns the next batch, no longer waiting; empty when nothing waits */
  take(): T[] {
    const { next } = this;
    return next === 'query' || next === 'urgent' ? this.#takeNearest(next) : this.#takeDocuments();
  }

  /** Texts that do not fulfil the condition wait no longer. */
  keep(condition: (text: T) => boolean): void {
    this.#waiting.query = this.#waiting.query.filter(condition);
    this.#waiting.urgent = this.#waiting.urgent.filter(condition);
    this.#waiting.document = this.#waiting.document.filter(condition);
  }

  #takeDocuments(): T[] {
    const { document: waiting } = this.#waiting;
    let longest = 0;
    let size = 0;
    for (const { length } of waiting) {
      longest = Math.max(longest, length);
      if (size > 0 && longest * (size + 1) > this.maxBatchTokens) break;
      size += 1;
    }
    return waiting.splice(0, size);
  }

  #takeNearest(lane: Exclude<Lane, 'document'>): T[] {
    const waiting = this.#waiting[lane];
    const first = waiting.find(({ call }) => call !== this.#served) ?? waiting[0];
    if (!first) return [];
    this.#served = first.call;
    const distance = (text: T): number => (text === first ? -1 : Math.abs(text.length - first.length));
    const nearestFirst = waiting.toSorted((a, b) => distance(a) - distance(b));
    const batch: T[] = [];
    let longest = 0;
    for (const text of nearestFirst) {
      const nextLongest = Math.max(longest, text.length);
      const tokens = nextLongest * (batch.length + 1);
      const added = tokens - longest * batch.length;
      // Where its padding costs more than a run of its own would, a text is better off in the next batch.
      const worthwhile = tokens <= this.maxBatchTokens && added - text.length <= RUN_OVERHEAD_TOKENS;
      if (batch.length > 0 && !worthwhile) break;
      batch.push(text);
      longest = nextLongest;
    }
    const taken = new Set(batch);
    this.#waiting[lane] = waiting.filter((text) => !taken.has(text));
    return batch;
  }
}
