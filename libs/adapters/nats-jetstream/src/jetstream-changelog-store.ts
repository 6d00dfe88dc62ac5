import { gunzipSync, gzipSync } from 'node:zlib';
import { ArbiterError, ChangelogEvent } from '@arbiter/contracts';
import { assertContinues, type ChangelogStore } from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { decodeJson, encodeJson } from './call-jetstream.js';
import { type BucketEntry, type BucketOptions, KeyValueBucket } from './key-value-bucket.js';

export const CHANGELOGS_BUCKET = 'arbiter-changelogs';

/** The events of one append. */
const Appended = z.array(ChangelogEvent).min(1);
/** The events of one append, unpacked. */
const MAX_BYTES = 64 * 1_024 * 1_024;

/**
 * Changelogs as keys `<collection>.<first id>`, with the events of one append in one value, gzipped: all are there or none. Two
 * writers that continue the same id write the same key, and so one of them gets CONFLICT.
 */
export class JetStreamChangelogStore implements ChangelogStore {
  readonly #bucket: KeyValueBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = CHANGELOGS_BUCKET) {
    this.#bucket = new KeyValueBucket(connection, bucket, options);
  }

  async append(
    collection: string,
    events: readonly ChangelogEvent[],
    { after }: { readonly after: number },
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    if (events.length === 0) return;
    assertContinues(collection, events, after, await this.lastId(collection, signal));
    try {
      await this.#bucket.create(`${encode(collection)}.${after + 1}`, gzipSync(encodeJson(events)), signal);
    } catch (error) {
      if (!(error instanceof ArbiterError && error.code === 'CONFLICT')) throw error;
      assertContinues(collection, events, after, await this.lastId(collection, signal));
      throw error;
    }
  }

  async read(
    collection: string,
    { after = 0 }: { readonly after?: number },
    signal: AbortSignal,
  ): Promise<readonly ChangelogEvent[]> {
    const entries = await this.#bucket.entries(`${encode(collection)}.*`, signal);
    const found: ChangelogEvent[] = [];
    let last = 0;
    for (const entry of entries.sort((a, b) => a.revision - b.revision)) {
      for (const event of eventsOf(entry, collection)) {
        last += 1;
        if (event.id !== last) throw damaged(collection, last);
        if (event.id > after) found.push(event);
      }
    }
    return found;
  }

  async lastId(collection: string, signal: AbortSignal): Promise<number> {
    const entry = await this.#bucket.last(`${encode(collection)}.*`, signal);
    return (entry && eventsOf(entry, collection).at(-1)?.id) ?? 0;
  }

  async delete(collection: string, signal: AbortSignal): Promise<void> {
    await this.#bucket.eraseAll(`${encode(collection)}.*`, signal);
  }
}

/** A collection's name may hold what divides a key. */
function encode(collection: string): string {
  return Buffer.from(collection).toString('base64url');
}

function eventsOf({ key, value }: BucketEntry, collection: string): readonly ChangelogEvent[] {
  const events = decodeJson(Appended, unpacked(value));
  if (events) return events;
  throw damaged(collection, Number(key.slice(key.indexOf('.') + 1)));
}

function unpacked(value: Uint8Array): Uint8Array {
  try {
    return gunzipSync(value, { maxOutputLength: MAX_BYTES });
  } catch {
    return new Uint8Array();
  }
}

function damaged(collection: string, id: number): ArbiterError {
  return new ArbiterError(
    'UNAVAILABLE',
    `Event ${id} of the changelog of "${collection}" on the broker cannot be read by this version: update Arbiter, or restore the bucket ${CHANGELOGS_BUCKET} from a backup.`,
    { details: { collection, id } },
  );
}
