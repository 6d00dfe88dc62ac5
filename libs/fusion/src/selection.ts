/** What a step that leaves out passages kept, and why the others are gone. */
export interface Selection<T, D extends Dropped = Dropped> {
  /** The very objects of the input, in its order. */
  readonly kept: readonly T[];
  /** In the order of the input. */
  readonly dropped: readonly D[];
}

export interface Dropped {
  readonly id: string;
  /** The better-ranked passage that stands for it. */
  readonly inFavourOf: string;
}
