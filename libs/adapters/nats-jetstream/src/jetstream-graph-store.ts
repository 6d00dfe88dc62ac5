import {
  assertSnapshot,
  damagedGraph,
  type GraphSnapshot,
  type GraphStore,
  graphVersionTaken,
  isGraphVersion,
} from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { decodeJson, encodeJson } from './call-jetstream.js';
import { type BucketOptions, KeyValueBucket } from './key-value-bucket.js';
import { isDamagedObject, nullWhenDamaged, ObjectBucket } from './object-bucket.js';

export const GRAPHS_BUCKET = 'arbiter-graphs';

const Pointer = z.strictObject({ version: z.string().min(1), previous: z.string().min(1).nullable() });
type Pointer = z.output<typeof Pointer>;

/**
 * Snapshots as objects `<collection>.<version>`, hashed by client and broker. A key `<collection>` names the current one, and is
 * written once its object is there.
 */
export class JetStreamGraphStore implements GraphStore {
  readonly #pointers: KeyValueBucket;
  readonly #snapshots: ObjectBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = GRAPHS_BUCKET) {
    this.#pointers = new KeyValueBucket(connection, bucket, options);
    this.#snapshots = new ObjectBucket(connection, `${bucket}-snapshots`, options);
  }

  async put(collection: string, snapshot: GraphSnapshot, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    assertSnapshot(snapshot);
    const { version, bytes } = snapshot;
    const present = await this.#snapshots.get(nameOf(collection, version), signal).catch(nullWhenDamaged);
    if (present && Buffer.compare(present, bytes) !== 0) throw graphVersionTaken(collection, version);
    if (!present) await this.#snapshots.put(nameOf(collection, version), bytes, signal);
    let pointer: Pointer = { version, previous: null };
    await this.#pointers.update(
      encode(collection),
      (entry) => {
        const former = entry && decodeJson(Pointer, entry.value);
        pointer = former?.version === version ? former : { version, previous: former?.version ?? null };
        return pointer === former ? null : encodeJson(pointer);
      },
      signal,
    );
    const left = await this.#deleteOlder(collection, pointer, signal);
    // Another writer may have deleted it before the pointer named it.
    if (!left.includes(nameOf(collection, version)))
      await this.#snapshots.put(nameOf(collection, version), bytes, signal);
  }

  async currentVersion(collection: string, signal: AbortSignal): Promise<string | null> {
    return (await this.#pointer(collection, signal))?.version ?? null;
  }

  async read(collection: string, version: string, signal: AbortSignal): Promise<Uint8Array | null> {
    if (!isGraphVersion(version)) return null;
    try {
      return await this.#snapshots.get(nameOf(collection, version), signal);
    } catch (error) {
      if (isDamagedObject(error)) throw damagedGraph(collection, `version "${version}" on the broker`, error);
      throw error;
    }
  }

  async prune(collection: string, signal: AbortSignal): Promise<void> {
    const pointer = await this.#pointer(collection, signal);
    await this.#deleteOlder(collection, { version: pointer?.version ?? '', previous: null }, signal);
  }

  async delete(collection: string, signal: AbortSignal): Promise<void> {
    // First: what it names must be there.
    await this.#pointers.eraseAll(encode(collection), signal);
    for (const { name } of await this.#snapshots.list(signal, nameOf(collection, '')))
      await this.#snapshots.delete(name, signal);
  }

  /**
   * Leaves what another writer put since, whose pointer may still be on its way.
   *
   * @returns the names of the objects that are left
   */
  async #deleteOlder(collection: string, { version, previous }: Pointer, signal: AbortSignal): Promise<string[]> {
    const objects = await this.#snapshots.list(signal, nameOf(collection, ''));
    const kept = [version, previous].flatMap((one) => (one === null ? [] : nameOf(collection, one)));
    const oldest = objects
      .filter(({ name }) => kept.includes(name))
      .reduce((least, { putAt }) => Math.min(least, Date.parse(putAt)), Infinity);
    const older = objects.filter(({ name, putAt }) => !kept.includes(name) && Date.parse(putAt) <= oldest);
    for (const { name } of older) await this.#snapshots.delete(name, signal);
    return objects.filter((object) => !older.includes(object)).map(({ name }) => name);
  }

  async #pointer(collection: string, signal: AbortSignal): Promise<Pointer | null> {
    const entry = await this.#pointers.last(encode(collection), signal);
    if (!entry) return null;
    const pointer = decodeJson(Pointer, entry.value);
    if (pointer) return pointer;
    throw damagedGraph(collection, `key ${entry.key} of ${GRAPHS_BUCKET} on the broker`);
  }
}

/** A collection's name may hold what divides a key. */
function encode(collection: string): string {
  return Buffer.from(collection).toString('base64url');
}

function nameOf(collection: string, version: string): string {
  return `${encode(collection)}.${version}`;
}
