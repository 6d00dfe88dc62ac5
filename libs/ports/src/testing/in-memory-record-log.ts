import type { Changed, GroupedLog, LogReading } from '../record-log.js';
import { answer } from './clock.js';

/** A GroupedLog that ends with the process. */
export class InMemoryRecordLog<T> implements GroupedLog<T> {
  readonly #groups = new Map<string, readonly T[]>();

  append(group: string, records: readonly T[], signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      if (records.length > 0)
        this.#groups.set(group, [...(this.#groups.get(group) ?? []), ...structuredClone(records)]);
    });
  }

  async *read(group: string, { newestFirst = false, where }: LogReading<T>, signal: AbortSignal): AsyncIterable<T> {
    const records = await answer(signal, () => structuredClone(this.#groups.get(group) ?? []));
    for (const record of newestFirst ? records.toReversed() : records) if (where?.(record) ?? true) yield record;
  }

  change(change: (record: T) => T | null, signal: AbortSignal): Promise<Changed> {
    return answer(signal, () => {
      let [changed, groups] = [0, 0];
      for (const [group, records] of this.#groups) {
        const next = records.map(change);
        const differing = next.filter((record, index) => record !== records[index]).length;
        this.#groups.set(
          group,
          next.filter((record) => record !== null),
        );
        changed += differing;
        if (differing > 0) groups += 1;
      }
      return { records: changed, groups };
    });
  }

  groups(prefix: string, signal: AbortSignal): Promise<ReadonlyMap<string, T>> {
    return answer(signal, () => {
      const named = [...this.#groups].filter(([group]) => group.startsWith(prefix));
      return new Map(
        named.flatMap(([group, records]) => structuredClone(records.slice(-1)).map((one) => [group, one])),
      );
    });
  }

  delete(group: string, signal: AbortSignal): Promise<boolean> {
    return answer(signal, () => this.#groups.delete(group));
  }

  deleteStale(isStale: (newest: T) => boolean, signal: AbortSignal): Promise<number> {
    return answer(signal, () => {
      const stale = [...this.#groups].filter(([, records]) => records.slice(-1).some(isStale));
      for (const [group] of stale) this.#groups.delete(group);
      return stale.length;
    });
  }
}
