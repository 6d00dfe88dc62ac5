import { setTimeout as delay } from 'node:timers/promises';

/** Interval between looks for unannounced work, in milliseconds: a lost worker's job, or one that had to wait. */
const LOOK_AGAIN_MS = 500;

/** Where claims wait for a job: one looks at a time, and all are woken when there may be something to find. */
export class WaitingRoom {
  readonly #closing = new AbortController();
  readonly #inside = new Set<Promise<unknown>>();
  #wakening = new AbortController();
  #looking: Promise<unknown> = Promise.resolve();
  #unsubscribe: (() => void) | null = null;

  /** @param subscribe makes a listener be called when there is new work; returns what ends that */
  constructor(private readonly subscribe: (listener: () => void) => () => void) {}

  wake(): void {
    this.#wakening.abort();
    this.#wakening = new AbortController();
  }

  /** @returns the result of `look`, or null when the signal is aborted or the room closes */
  async until<T>(look: () => Promise<T | null>, signal: AbortSignal): Promise<T | null> {
    const waiting = this.#wait(look, AbortSignal.any([signal, this.#closing.signal]));
    this.#inside.add(waiting);
    try {
      return await waiting;
    } finally {
      this.#inside.delete(waiting);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#inside);
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }

  async #wait<T>(look: () => Promise<T | null>, leaving: AbortSignal): Promise<T | null> {
    while (!leaving.aborted) {
      this.#unsubscribe ??= this.subscribe(() => this.wake());
      // Taken before looking, so that nothing that comes while it looks is slept over.
      const { signal: wakening } = this.#wakening;
      const found = await this.#inTurn(look, leaving);
      if (found !== null) return found;
      const either = AbortSignal.any([leaving, wakening]);
      await delay(LOOK_AGAIN_MS, undefined, { signal: either }).catch(() => undefined);
    }
    return null;
  }

  #inTurn<T>(look: () => Promise<T | null>, leaving: AbortSignal): Promise<T | null> {
    const looked = this.#looking.then(() => (leaving.aborted ? null : look()));
    this.#looking = looked.catch(() => undefined);
    // What a closing room broke off found nothing.
    return looked.catch((error: unknown) => {
      if (leaving.aborted) return null;
      throw error;
    });
  }
}
