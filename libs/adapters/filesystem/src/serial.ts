/** Runs steps one after the other, in the order of their calls. A step that rejects does not stop the next. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#last.then(step);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
