import { gunzipSync, gzipSync } from 'node:zlib';
import { ArbiterError, ChangelogEvent, GraphCorrectionEvent } from '@arbiter/contracts';
import {
  assertContinues,
  type ChangelogStore,
  type EventLog,
  type GraphCorrectionStore,
  type NumberedEvent,
} from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { decodeJson, encodeJson } from './call-jetstream.js';
import { type BucketEntry, type BucketOptions, KeyValueBucket } from './key-value-bucket.js';

const CHANGELOGS_BUCKET = 'arbiter-changelogs';
const CORRECTIONS_BUCKET = 'arbiter-corrections';

interface LogFormat<E> {
  /** What a collection's events are, in words: "changelog". */
  readonly holds: string;
  readonly event: z.ZodType<E>;
}

/** The events of one append, unpacked. */
const MAX_BYTES = 64 * 1_024 * 1_024;

/**
 * Logs as keys `<collection>.<first id>`, with the events of one append in one value, gzipped: all are there or none. Two
 * writers that continue the same id write the same key, and so one of them gets CONFLICT.
 */
class JetStreamEventLog<E extends NumberedEvent> implements EventLog<E> {
  readonly #bucket: KeyValueBucket;

  constructor(
    connection: NatsConnection,
    options: BucketOptions,
    private readonly bucket: string,
    private readonly format: LogFormat<E>,
  ) {
    this.#bucket = new KeyValueBucket(connection, bucket, options);
  }

  async append(
    collection: string,
    events: readonly E[],
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
  ): Promise<readonly E[]> {
    const entries = await this.#bucket.entries(`${encode(collection)}.*`, signal);
    const found: E[] = [];
    let last = 0;
    for (const entry of entries.sort((a, b) => a.revision - b.revision)) {
      for (const event of this.#eventsOf(entry, collection)) {
        last += 1;
        if (event.id !== last) throw this.#damaged(collection, last);
        if (event.id > after) found.push(event);
      }
    }
    return found;
  }

  async lastId(collection: string, signal: AbortSignal): Promise<number> {
    const entry = await this.#bucket.last(`${encode(collection)}.*`, signal);
    return (entry && this.#eventsOf(entry, collection).at(-1)?.id) ?? 0;
  }

  async delete(collection: string, signal: AbortSignal): Promise<void> {
    await this.#bucket.eraseAll(`${encode(collection)}.*`, signal);
  }

  #eventsOf({ key, value }: BucketEntry, collection: string): readonly E[] {
    const events = decodeJson(z.array(this.format.event).min(1), unpacked(value));
    if (events) return events;
    throw this.#damaged(collection, Number(key.slice(key.indexOf('.') + 1)));
  }

  #damaged(collection: string, id: number): ArbiterError {
    return new ArbiterError(
      'UNAVAILABLE',
      `Event ${id} of the ${this.format.holds} of "${collection}" on the broker cannot be read by this version: update Arbiter, or restore the bucket ${this.bucket} from a backup.`,
      { details: { collection, id } },
    );
  }
}

export class JetStreamChangelogStore extends JetStreamEventLog<ChangelogEvent> implements ChangelogStore {
  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = CHANGELOGS_BUCKET) {
    super(connection, options, bucket, { holds: 'changelog', event: ChangelogEvent });
  }
}

export class JetStreamGraphCorrectionStore
  extends JetStreamEventLog<GraphCorrectionEvent>
  implements GraphCorrectionStore
{
  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = CORRECTIONS_BUCKET) {
    super(connection, options, bucket, { holds: 'corrections', event: GraphCorrectionEvent });
  }
}

/** A collection's name may hold what divides a key. */
function encode(collection: string): string {
  return Buffer.from(collection).toString('base64url');
}

function unpacked(value: Uint8Array): Uint8Array {
  try {
    return gunzipSync(value, { maxOutputLength: MAX_BYTES });
  } catch {
    return new Uint8Array();
  }
}
