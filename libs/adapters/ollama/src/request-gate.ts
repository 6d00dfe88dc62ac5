/** Lets a bounded number of requests through at a time; queries before documents, each kind in order of arrival. */
export class RequestGate {
  readonly #waiting = { query: [] as (() => void)[], document: [] as (() => void)[] };
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
  async run<T>(kind: 'query' | 'document', signal: AbortSignal, request: () => Promise<T>): Promise<T> {
    await this.#turn(kind, signal);
    try {
      return await request();
    } finally {
      this.#open++;
      (this.#waiting.query.shift() ?? this.#waiting.document.shift())?.();
    }
  }

  #turn(kind: 'query' | 'document', signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const waiting = this.#waiting[kind];
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
