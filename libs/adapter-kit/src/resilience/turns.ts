import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Steps } from '@arbiter/text';

/** Milliseconds of work after which other requests get their turn. */
const TURN_MS = 10;

/** Keeps a long computation from delaying others, and ends it when no caller waits for it any more. */
export class Turns {
  #begun: number;

  constructor(
    private readonly signal: AbortSignal,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#begun = now();
  }

  /** Whether others are to have theirs. */
  private get isOver(): boolean {
    return this.now() - this.#begun >= TURN_MS;
  }

  /** @throws the signal's reason */
  async next(): Promise<void> {
    this.signal.throwIfAborted();
    if (!this.isOver) return;
    await nextTurn();
    this.#begun = this.now();
    this.signal.throwIfAborted();
  }

  /** Work that comes in steps. @throws the signal's reason */
  async through<T>(steps: Steps<T>): Promise<T> {
    let step = steps.next();
    while (!step.done) {
      // To wait for nothing costs more than most steps.
      if (this.isOver) await this.next();
      step = steps.next();
    }
    return step.value;
  }
}
