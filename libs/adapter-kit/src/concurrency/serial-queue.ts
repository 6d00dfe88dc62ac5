/** Runs tasks of one key one after the other, in the order of arrival; tasks of different keys run side by side. */
export class SerialQueue {
  private readonly tails = new Map<string, Promise<unknown>>();

  /** @returns what the task returns or throws; a failed task does not stop those behind it */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const result = (this.tails.get(key) ?? Promise.resolve()).then(task);
    const tail = result.then(
      () => undefined,
      () => undefined,
    );
    this.tails.set(key, tail);
    // The last one out forgets the key, so that the map holds no more keys than there are busy ones.
    void tail.then(() => {
      if (this.tails.get(key) === tail) this.tails.delete(key);
    });
    return result;
  }

  /** Resolves when everything that was queued until now has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.tails.values());
  }
}
