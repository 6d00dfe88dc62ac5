import type { Changed, GroupedLog, LogReading } from '@arbiter/ports';
import { type NatsConnection, nuid } from 'nats';
import type { z } from 'zod';
import { decodeJson, encodeJson } from './call-jetstream.js';
import { type BucketEntry, type BucketOptions, keyPart, KeyValueBucket } from './key-value-bucket.js';

/** The records of one value. */
export interface Appended<T> {
  readonly records: readonly T[];
  /** Revision of its first writing; absent in that one. To write it anew must not move it to the end. */
  readonly order?: number | undefined;
}

export interface ValueLayout<T> {
  /** Schema of a value. */
  readonly stored: z.ZodType<Appended<T>>;
  readonly encode: (appended: Appended<T>) => unknown;
  /** Whether a value holds one record, so that those of an append are written one after the other. Default false. */
  readonly single?: boolean;
  /** A group as the first part of keys. Default: its name, which may have letters, digits, "_" and "-". */
  readonly keyOf?: (group: string) => string;
}

/** Groups that are read one by one; for more, all values of the bucket are visited once. */
const MOST_READ_APART = 64;

interface Found<T> extends Appended<T> {
  readonly order: number;
  readonly entry: BucketEntry;
}

/**
 * Keys `<group>.<nuid>`: the records of one append in one value, so that all are there or none, and processes that append at the
 * same time add keys of their own. The order is that of the revisions.
 */
export class BucketLog<T> implements GroupedLog<T> {
  readonly #bucket: KeyValueBucket;

  constructor(
    connection: NatsConnection,
    bucket: string,
    options: BucketOptions,
    private readonly layout: ValueLayout<T>,
  ) {
    this.#bucket = new KeyValueBucket(connection, bucket, options);
  }

  async append(group: string, records: readonly T[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { encode, single = false } = this.layout;
    for (const some of single ? records.map((record) => [record]) : [records]) {
      if (some.length === 0) return;
      const key = `${this.#keyOf(group)}.${nuid.next()}`;
      await this.#bucket.create(key, encodeJson(encode({ records: some })), signal);
    }
  }

  async *read(
    group: string,
    { newestFirst = false, where = () => true }: LogReading<T>,
    signal: AbortSignal,
  ): AsyncIterable<T> {
    signal.throwIfAborted();
    const found: { readonly records: readonly T[]; readonly order: number }[] = [];
    await this.#visit(`${this.#keyOf(group)}.*`, signal, ({ records, order }) => {
      // Only what is wanted is kept in memory.
      const wanted = records.filter(where);
      if (wanted.length > 0) found.push({ records: wanted, order });
    });
    const records = found.sort((a, b) => a.order - b.order).flatMap((one) => one.records);
    yield* newestFirst ? records.reverse() : records;
  }

  async change(change: (record: T) => T | null, signal: AbortSignal): Promise<Changed> {
    signal.throwIfAborted();
    const found: { readonly value: Uint8Array | null; readonly differing: number; readonly entry: BucketEntry }[] = [];
    await this.#visit('>', signal, ({ records, order, entry }) => {
      const next = records.map(change);
      const differing = next.filter((record, index) => record !== records[index]).length;
      if (differing === 0) return;
      const left = next.filter((record) => record !== null);
      const value = left.length === 0 ? null : encodeJson(this.layout.encode({ records: left, order }));
      found.push({ value, differing, entry });
    });
    let changed = 0;
    const groups = new Set<string>();
    for (const { value, differing, entry } of found) {
      if (!(await this.#bucket.erase(entry, value, signal))) continue;
      changed += differing;
      groups.add(groupOf(entry));
    }
    return { records: changed, groups: groups.size };
  }

  /** Only where keys begin with the group as it is named. */
  async groups(prefix: string, signal: AbortSignal): Promise<ReadonlyMap<string, T>> {
    signal.throwIfAborted();
    const keys = await this.#bucket.keys('>', signal);
    const named = new Set(keys.map((key) => groupOf({ key })).filter((group) => group.startsWith(prefix)));
    const filters = named.size > MOST_READ_APART ? ['>'] : [...named].map((group) => `${group}.*`);
    const found = new Map<string, T>();
    for (const filter of filters)
      for (const [group, { record }] of (await this.#newest(filter, signal)).groups)
        if (named.has(group)) found.set(group, record);
    return found;
  }

  async delete(group: string, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    return (await this.#bucket.eraseAll(`${this.#keyOf(group)}.*`, signal)) > 0;
  }

  async deleteStale(isStale: (newest: T) => boolean, signal: AbortSignal): Promise<number> {
    const { groups, seen } = await this.#newest('>', signal);
    let gone = 0;
    for (const [group, { record }] of groups) {
      // Up to what was seen: a record that has come in since then revives the group.
      if (isStale(record) && (await this.#bucket.eraseAll(`${group}.*`, signal, seen)) > 0) gone += 1;
    }
    return gone;
  }

  /** The newest record of each group, and the last revision that was seen. */
  async #newest(filter: string, signal: AbortSignal) {
    const groups = new Map<string, { readonly record: T; readonly order: number }>();
    let seen = 0;
    await this.#visit(filter, signal, ({ records, order, entry }) => {
      seen = Math.max(seen, entry.revision);
      const record = records.at(-1);
      if (record !== undefined && order >= (groups.get(groupOf(entry))?.order ?? 0))
        groups.set(groupOf(entry), { record, order });
    });
    return { groups, seen };
  }

  async #visit(filter: string, signal: AbortSignal, visit: (found: Found<T>) => void): Promise<void> {
    await this.#bucket.forEach(filter, signal, (entry) => {
      const stored = decodeJson(this.layout.stored, entry.value);
      if (stored) visit({ records: stored.records, order: stored.order ?? entry.revision, entry });
    });
  }

  #keyOf(group: string): string {
    return (this.layout.keyOf ?? keyPart)(group);
  }
}

/** As it stands in the key. */
function groupOf({ key }: Pick<BucketEntry, 'key'>): string {
  return key.slice(0, key.indexOf('.'));
}
