/** A piece of an answer without what its model thought. */
export type FilteredPiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking' }
  /** Everything before was thinking. */
  | { readonly type: 'restart' };

/** Tags that models put around their thinking where their server does not take it out. */
const TAGS: readonly string[] = ['think', 'thinking', 'thought', 'reasoning'];
const OPENINGS = TAGS.map((tag) => `<${tag}>`);
const CLOSINGS = TAGS.map((tag) => `</${tag}>`);
const OPENING = new RegExp(`^\\s*(?:${OPENINGS.join('|')})`, 'i');
const CLOSING = new RegExp(CLOSINGS.join('|'), 'i');
const LONGEST_CLOSING = Math.max(...CLOSINGS.map(({ length }) => length));

/**
 * Takes thinking out of an answer that comes in pieces: from a tag at its beginning to the closing one. Some servers give
 * the closing tag alone, because the opening one is a part of their prompt; the answer then begins anew after it.
 */
export class ThinkingFilter {
  #state: 'beginning' | 'thinking' | 'answer';
  #held = '';
  #hasThought = false;

  /** @param thinksFirst what comes is held back until a closing tag shows that it was thinking, or none has come */
  constructor(private readonly thinksFirst = false) {
    this.#state = thinksFirst ? 'thinking' : 'beginning';
  }

  feed(text: string): FilteredPiece[] {
    this.#held += text;
    const pieces: FilteredPiece[] = [];
    while (this.#step(pieces));
    return pieces;
  }

  /** @returns the rest; nothing of a thought that was never ended */
  end(): FilteredPiece[] {
    const isThought = this.#state === 'thinking' && !this.thinksFirst;
    const text = isThought ? '' : this.#held;
    this.#held = '';
    return text === '' ? [] : [{ type: 'text', text }];
  }

  /** @returns whether there may be another step to take */
  #step(pieces: FilteredPiece[]): boolean {
    switch (this.#state) {
      case 'beginning':
        return this.#begin();
      case 'thinking':
        return this.#think(pieces);
      case 'answer':
        return this.#answer(pieces);
    }
  }

  #begin(): boolean {
    if (this.#hasThought) this.#held = this.#held.trimStart();
    const opening = OPENING.exec(this.#held);
    if (opening) {
      this.#held = this.#held.slice(opening[0].length);
      this.#state = 'thinking';
      return true;
    }
    const begun = this.#held.trimStart().toLowerCase();
    if (OPENINGS.some((tag) => tag.startsWith(begun))) return false;
    this.#state = 'answer';
    return true;
  }

  #think(pieces: FilteredPiece[]): boolean {
    const closing = CLOSING.exec(this.#held);
    if (!closing) {
      pieces.push({ type: 'thinking' });
      // What is only supposed to be a thought may be the answer.
      if (!this.thinksFirst) this.#held = this.#held.slice(-LONGEST_CLOSING);
      return false;
    }
    this.#beginAnew(closing);
    return true;
  }

  #answer(pieces: FilteredPiece[]): boolean {
    const closing = CLOSING.exec(this.#held);
    if (closing) {
      pieces.push({ type: 'restart' });
      this.#beginAnew(closing);
      return true;
    }
    const from = this.#held.lastIndexOf('<');
    const tail = from < 0 ? '' : this.#held.slice(from).toLowerCase();
    const isTag = tail !== '' && CLOSINGS.some((tag) => tag.startsWith(tail));
    const text = isTag ? this.#held.slice(0, from) : this.#held;
    this.#held = this.#held.slice(text.length);
    if (text !== '') pieces.push({ type: 'text', text });
    return false;
  }

  #beginAnew(closing: RegExpExecArray): void {
    this.#held = this.#held.slice(closing.index + closing[0].length);
    this.#hasThought = true;
    this.#state = 'beginning';
  }
}
