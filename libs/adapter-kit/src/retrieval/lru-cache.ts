interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
}

/** Values by key, of which the least recently used go as soon as all of them are too many or take too many bytes. */
export class LruCache<V> {
  /** In order of use, the latest last. */
  readonly #entries = new Map<string, Entry<V>>();
  #bytes = 0;

  /**
   * @param maxBytes ≥ 0; with 0 nothing is kept
   * @param maxEntries ≥ 1
   */
  constructor(
    private readonly maxBytes: number,
    private readonly maxEntries = Infinity,
  ) {}

  /** What its values take, as they were declared. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts as a use. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** @param bytes of the value; one that is larger than the cache is not kept */
  set(key: string, value: V, bytes: number): void {
    this.#delete(key);
    if (bytes > this.maxBytes) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    // The first key stands behind all that was deleted before it: it is looked for only where one must go.
    while (this.#bytes > this.maxBytes || this.#entries.size > this.maxEntries) {
      const oldest = this.#entries.keys().next();
      if (oldest.done === true) break;
      this.#delete(oldest.value);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
