import { ArbiterError, CollectionManifest, compareCodeUnits } from '@arbiter/contracts';
import { type CollectionCatalog, differingSettings, SourceCursor } from '@arbiter/ports';
import { type NatsConnection, nuid } from 'nats';
import { z } from 'zod';
import { decodeJson, encodeJson } from './call-jetstream.js';
import { type BucketEntry, type BucketOptions, keyPart, KeyValueBucket } from './key-value-bucket.js';

const COLLECTIONS_BUCKET = 'arbiter-collections';
const KEY = 'indexes.home';

/**
 * Manifests as keys `manifest.<name>`; a change writes `generation.<name>` anew, whose revision names what there is. How far a
 * source was read stands at `cursor.<name>.<source>`.
 */
export class JetStreamCollectionCatalog implements CollectionCatalog {
  readonly #bucket: KeyValueBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = COLLECTIONS_BUCKET) {
    this.#bucket = new KeyValueBucket(connection, bucket, options);
  }

  async list(signal: AbortSignal): Promise<readonly CollectionManifest[]> {
    const entries = await this.#bucket.entries('manifest.>', signal);
    return entries.map(manifestOf).sort((a, b) => compareCodeUnits(a.name, b.name));
  }

  async get(name: string, signal: AbortSignal): Promise<CollectionManifest | null> {
    const entry = await this.#bucket.last(keyOf('manifest', name), signal);
    return entry && manifestOf(entry);
  }

  async create(manifest: CollectionManifest, signal: AbortSignal): Promise<void> {
    await this.#bucket.update(
      keyOf('manifest', manifest.name),
      (entry) => {
        if (!entry) return encodeJson(manifest);
        const differing = differingSettings(manifestOf(entry), manifest);
        if (differing.length === 0) return null;
        throw new ArbiterError(
          'CONFLICT',
          `Collection "${manifest.name}" was made with other settings (${differing.join(', ')}). Use those, or delete the collection and ingest it anew.`,
          { details: { collection: manifest.name, differing } },
        );
      },
      signal,
    );
  }

  async replace(manifest: CollectionManifest, signal: AbortSignal): Promise<void> {
    const { name } = manifest;
    await this.#bucket.update(
      keyOf('manifest', name),
      (entry) => {
        if (entry) return encodeJson(manifest);
        throw new ArbiterError('NOT_FOUND', `There is no collection "${name}".`, { details: { collection: name } });
      },
      signal,
    );
  }

  async generation(name: string, signal: AbortSignal): Promise<string | null> {
    const manifest = await this.#bucket.last(keyOf('manifest', name), signal);
    if (!manifest) return null;
    // Revisions rise with every change of the bucket, so that no collection is given one again.
    const changed = await this.#bucket.last(keyOf('generation', name), signal);
    return `${manifestOf(manifest).createdAt}#${Math.max(manifest.revision, changed?.revision ?? 0)}`;
  }

  async advance(name: string, signal: AbortSignal): Promise<void> {
    if ((await this.get(name, signal)) === null) return;
    // The write matters, not its value. The value is always new, since an equal one might be left out on the way.
    await this.#bucket.update(keyOf('generation', name), () => encodeJson(nuid.next()), signal);
  }

  async delete(name: string, signal: AbortSignal): Promise<void> {
    await this.#bucket.delete(`${keyOf('cursor', name)}.*`, signal);
    await this.#bucket.delete(keyOf('manifest', name), signal);
    await this.#bucket.delete(keyOf('generation', name), signal);
  }

  async cursor(collection: string, source: string, signal: AbortSignal): Promise<SourceCursor | null> {
    const entry = await this.#bucket.last(cursorKeyOf(collection, source), signal);
    return entry && decodeJson(SourceCursor, entry.value);
  }

  async keepCursor(collection: string, source: string, cursor: SourceCursor, signal: AbortSignal): Promise<void> {
    if ((await this.get(collection, signal)) === null) return;
    await this.#bucket.update(cursorKeyOf(collection, source), () => encodeJson(cursor), signal);
  }
}

/** A name may hold dots, which would divide a key. */
function keyOf(kind: 'manifest' | 'generation' | 'cursor', name: string): string {
  return `${kind}.${Buffer.from(name).toString('base64url')}`;
}

function cursorKeyOf(collection: string, source: string): string {
  return `${keyOf('cursor', collection)}.${keyPart(source)}`;
}

/** @throws ArbiterError UNAVAILABLE for a manifest of another version, or none */
function manifestOf({ value, key }: BucketEntry): CollectionManifest {
  const manifest = decodeJson(CollectionManifest, value);
  if (manifest) return manifest;
  const name = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString();
  throw new ArbiterError(
    'UNAVAILABLE',
    `The manifest of collection "${name}" on the broker cannot be read by this version: update Arbiter, or delete the collection and ingest it anew.`,
  );
}

const Home = z.strictObject({ directory: z.string().min(1), host: z.string() });
/** A data directory by its name, and a host to look for it on. */
export type Home = z.output<typeof Home>;

/** Where the embedded indexes of a library are, the rest of which is on the broker. */
export class IndexHome {
  readonly #bucket: KeyValueBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = COLLECTIONS_BUCKET) {
    this.#bucket = new KeyValueBucket(connection, bucket, options);
  }

  /** @returns null if no home is settled yet */
  async get(signal: AbortSignal): Promise<Home | null> {
    const entry = await this.#bucket.last(KEY, signal);
    return entry && decodeJson(Home, entry.value);
  }

  /** @returns the home of the indexes from now on: this one, or the one that was settled before */
  async settle(home: Home, signal: AbortSignal): Promise<Home> {
    await this.#bucket.update(KEY, (entry) => (entry ? null : encodeJson(home)), signal);
    return (await this.get(signal)) ?? home;
  }
}
