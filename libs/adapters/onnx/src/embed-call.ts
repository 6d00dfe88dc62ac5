import type { EmbedOptions } from '@arbiter/ports';

/** Where the tokens of a text stand in it, one of each; −1 for special ones, empty when not asked for. */
export interface Offsets {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** What the network made of a text. */
export interface EmbeddedText {
  /** Unit length. */
  readonly vector: Float32Array;
  /** Vectors of the pieces, special ones included, of unit length, one after the other; empty when none were wanted. */
  readonly pieces: Float32Array;
  readonly offsets: Offsets;
}

/** The texts of one call of the embedder, and what has become of them. */
export class EmbedCall {
  readonly done: Promise<readonly EmbeddedText[]>;
  readonly #embedded: EmbeddedText[] = [];
  #missing: number;
  #resolve: (embedded: readonly EmbeddedText[]) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;

  /** @param texts of the call, ≥ 1 */
  constructor(
    texts: number,
    readonly kind: EmbedOptions['kind'],
    /** Whether the vectors of the pieces are wanted, too. */
    readonly withPieces: boolean,
  ) {
    this.#missing = texts;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A caller that has gone does not hear of a failure.
    this.done.catch(() => undefined);
  }

  /** @param position of the text in the call; each is settled once */
  settle(position: number, embedded: EmbeddedText): void {
    this.#embedded[position] = embedded;
    this.#missing -= 1;
    if (this.#missing === 0) this.#resolve(this.#embedded);
  }

  fail(reason: unknown): void {
    this.#reject(reason);
  }
}
