/** Runs steps one after the other, in the order of their calls. A step that rejects does not stop the next. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#last.then(step);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** One Serial per key, held only while it has steps. */
export class KeyedSerial {
  readonly #lanes = new Map<string, { readonly serial: Serial; steps: number }>();

  async run<T>(key: string, step: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(key) ?? { serial: new Serial(), steps: 0 };
    this.#lanes.set(key, lane);
    lane.steps += 1;
    try {
      return await lane.serial.run(step);
    } finally {
      lane.steps -= 1;
      if (lane.steps === 0) this.#lanes.delete(key);
    }
  }
}
