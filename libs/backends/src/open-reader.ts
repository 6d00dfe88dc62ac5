import { createReader } from '@arbiter/adapters-onnx';
import type { PassageReading, Reader, ReadingTask, ReadOptions } from '@arbiter/ports';
import type { ReaderSettings } from './model-variables.js';
import { traceReader } from './tracing/trace-models.js';

/** Those of some thirty questions: a reading is a few numbers, its key a passage. */
const KEPT_READINGS = 256;

/** The packaged reader, which loads with its first call; null where it is turned off. Whoever opens it closes it. */
export function openReader({ reader }: Pick<ReaderSettings, 'reader'>): Reader | null {
  return reader ? new RememberedReader(traceReader(createReader()), KEPT_READINGS) : null;
}

/**
 * Keeps the last readings, so that the validator does not read again what the synthesiser has read a moment before in the
 * same process: nearly all of an answer's time goes into reading.
 */
export class RememberedReader implements Reader {
  readonly #kept = new Map<string, PassageReading | null>();
  readonly #lookups = { hit: 0, miss: 0 };

  /** @param most readings that are kept, ≥ 1; the one that was used longest ago is forgotten first */
  constructor(
    private readonly reader: Reader,
    private readonly most: number,
  ) {}

  /** What became of all passages so far. */
  get lookups(): Readonly<Record<'hit' | 'miss', number>> {
    return this.#lookups;
  }

  get model(): string {
    return this.reader.model;
  }

  async read(tasks: readonly ReadingTask[], options: ReadOptions): Promise<readonly (PassageReading | null)[]> {
    const keys = tasks.map(({ question, headings, passage }) =>
      JSON.stringify([question, headings, passage, options.maxSpans ?? null]),
    );
    const missing = new Map<string, ReadingTask>();
    tasks.forEach((task, index) => {
      const key = keys[index] ?? '';
      if (!this.#kept.has(key)) missing.set(key, task);
    });
    this.#lookups.hit += tasks.length - missing.size;
    this.#lookups.miss += missing.size;
    const found = new Map<string, PassageReading | null>();
    if (missing.size > 0) {
      const read = await this.reader.read([...missing.values()], options);
      [...missing.keys()].forEach((key, index) => found.set(key, read[index] ?? null));
    }
    return keys.map((key) => {
      const reading = found.get(key) ?? this.#kept.get(key) ?? null;
      this.#keep(key, reading);
      return reading;
    });
  }

  warmUp(signal: AbortSignal): Promise<void> {
    return this.reader.warmUp(signal);
  }

  close(): Promise<void> {
    this.#kept.clear();
    return this.reader.close();
  }

  #keep(key: string, reading: PassageReading | null): void {
    this.#kept.delete(key);
    this.#kept.set(key, reading);
    if (this.#kept.size > this.most) {
      const [oldest] = this.#kept.keys();
      if (oldest !== undefined) this.#kept.delete(oldest);
    }
  }
}
