/** A signal that is aborted with an outer one, or when something takes too long; the wait can be begun anew. */
export class Patience {
  readonly signal: AbortSignal;
  readonly #lost = new AbortController();
  #timer: NodeJS.Timeout | null = null;

  constructor(outer: AbortSignal) {
    this.signal = AbortSignal.any([outer, this.#lost.signal]);
  }

  /** Whether it was the wait that aborted the signal. */
  get isLost(): boolean {
    return this.#lost.signal.aborted;
  }

  /** Waits so many milliseconds from now on, whatever was waited for before. */
  wait(ms: number): void {
    this.end();
    this.#timer = setTimeout(() => {
      this.#lost.abort(new DOMException(`Nothing came for ${ms} ms.`, 'TimeoutError'));
    }, ms);
  }

  end(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
