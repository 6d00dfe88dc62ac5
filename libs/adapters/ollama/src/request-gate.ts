export type Urgency = 'urgent' | 'patient';

/** Lets a bounded number of requests through at a time; those that somebody waits for before the others, each in order of arrival. */
export class RequestGate {
  readonly #waiting = { urgent: [] as (() => void)[], patient: [] as (() => void)[] };
  #open: number;

  /** @param limit requests at a time, ≥ 1 */
  constructor(limit: number) {
    this.#open = limit;
  }

  /**
   * Runs a request when its turn comes.
   *
   * @throws the signal's reason when it is aborted before that; the request is then never run
   */
  async run<T>(urgency: Urgency, signal: AbortSignal, request: () => Promise<T>): Promise<T> {
    await this.#turn(urgency, signal);
    try {
      return await request();
    } finally {
      this.#open++;
      (this.#waiting.urgent.shift() ?? this.#waiting.patient.shift())?.();
    }
  }

  #turn(urgency: Urgency, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const waiting = this.#waiting[urgency];
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        this.#open--;
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal.reason as Error);
      };
      if (this.#open > 0) {
        enter();
        return;
      }
      waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
