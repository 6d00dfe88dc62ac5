import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { decodeJson, encodeJson } from '../json-value.js';
import { KeyValueBucket, type BucketOptions } from '../key-value-bucket.js';
import { COLLECTIONS_BUCKET } from './jetstream-collection-catalog.js';

const Home = z.strictObject({ directory: z.string().min(1), host: z.string() });
/** A data directory by its name, and a host to look for it on. */
export type Home = z.output<typeof Home>;

const KEY = 'indexes.home';

/** Where the embedded indexes of a library are, the rest of which is on the broker. */
export class IndexHome {
  readonly #bucket: KeyValueBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = COLLECTIONS_BUCKET) {
    this.#bucket = new KeyValueBucket(connection, bucket, options);
  }

  /** @returns null where nobody has settled yet */
  async get(signal: AbortSignal): Promise<Home | null> {
    const entry = await this.#bucket.last(KEY, signal);
    return entry && decodeJson(Home, entry.value);
  }

  /** @returns where the indexes are from now on: there, or where somebody settled before */
  async settle(home: Home, signal: AbortSignal): Promise<Home> {
    await this.#bucket.update(KEY, (entry) => (entry ? null : encodeJson(home)), signal);
    return (await this.get(signal)) ?? home;
  }
}
