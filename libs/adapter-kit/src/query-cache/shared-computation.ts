import { ArbiterError } from '@arbiter/contracts';

/** One computation that several callers wait for; it is aborted when the last of them has gone. */
export class SharedComputation<T> {
  readonly #controller = new AbortController();
  readonly #result: Promise<T>;
  #waiting = 0;

  constructor(compute: (signal: AbortSignal) => Promise<T>) {
    this.#result = compute(this.#controller.signal);
    // Whoever waits is told; with nobody left, nobody needs to be.
    this.#result.catch(() => undefined);
  }

  /** Nobody waited any more, so it was aborted and cannot be joined. */
  get abandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /** @throws the signal's reason, CANCELLED or DEADLINE_EXCEEDED when that is none of ours; what the computation throws */
  async join(signal: AbortSignal): Promise<T> {
    if (signal.aborted) throw reasonOf(signal);
    this.#waiting += 1;
    let leave = (): void => undefined;
    const left = new Promise<never>((_resolve, reject) => {
      leave = () => reject(reasonOf(signal));
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([this.#result, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      this.#waiting -= 1;
      // Of a computation that has ended, nothing listens to the signal any more.
      if (this.#waiting === 0) this.#controller.abort(new ArbiterError('CANCELLED', 'Nobody waits for it any more.'));
    }
  }
}

/** @returns the signal's reason when it is one of ours, else one of ours with it as the cause */
export function reasonOf(signal: AbortSignal): ArbiterError {
  const reason: unknown = signal.reason;
  if (reason instanceof ArbiterError) return reason;
  return reason instanceof DOMException && reason.name === 'TimeoutError'
    ? new ArbiterError('DEADLINE_EXCEEDED', 'The time for embedding has run out.', { cause: reason })
    : new ArbiterError('CANCELLED', 'The embedding was cancelled.', { cause: reason });
}
