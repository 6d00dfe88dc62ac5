/** Times that a model may write one sentence. Items of a list may end alike; a third time is a model that goes round. */
const MOST_TIMES = 2;
/** Words of a sentence from which on it is no item or value that rightly occurs often. */
const LEAST_WORDS = 5;

/** What numbers an item: two of a list are the same whatever their numbers. */
const ITEM_NUMBER = /^\s*\d{1,3}[.)]\s/;

/** Counts the sentences of a text, without their markers. Small models fall into loops, and would write until their tokens are spent. */
export class RepeatedSentences {
  readonly #times = new Map<string, number>();

  /** @returns whether this sentence has been written too often with this one */
  isOneTooMany(sentence: string): boolean {
    const words =
      sentence
        .replace(ITEM_NUMBER, '')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length < LEAST_WORDS) return false;
    const said = words.join(' ');
    const times = (this.#times.get(said) ?? 0) + 1;
    this.#times.set(said, times);
    return times > MOST_TIMES;
  }

  restart(): void {
    this.#times.clear();
  }
}
