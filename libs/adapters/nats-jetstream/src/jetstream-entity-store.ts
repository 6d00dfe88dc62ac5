import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, CollectionName, compareCodeUnits, type EntityName } from '@arbiter/contracts';
import {
  EntityIndex,
  type EntityNamesQuery,
  type EntityQuery,
  type EntityStore,
  namedEntities,
  PARSED_ENTITY_SHAPE,
  type ParsedEntity,
  placeOfEntity,
  type StoredEntity,
} from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { decodeJson, encodeJson } from './call-jetstream.js';
import type { BucketOptions } from './key-value-bucket.js';
import { ObjectBucket } from './object-bucket.js';

const ENTITIES_BUCKET = 'arbiter-entities';

const EntitiesOfDocument = z.strictObject({
  collection: CollectionName,
  entities: z.array(z.strictObject(PARSED_ENTITY_SHAPE)),
});
type EntitiesOfDocument = z.output<typeof EntitiesOfDocument>;

interface Known {
  /** Of the object that was read. */
  readonly version: string;
  readonly collection: string;
}

const OBJECTS_READ_AT_ONCE = 8;
/** The entities of one document, unpacked: as large as its data. */
const MAX_BYTES = 512 * 1_024 * 1_024;

/**
 * An object per document that has entities. All names are kept in memory; before each use it is asked whether any object is
 * another than the one that was read, so that every process finds what another has put.
 */
export class JetStreamEntityStore implements EntityStore {
  readonly #bucket: ObjectBucket;
  readonly #known = new Map<string, Known>();
  readonly #names = new EntityIndex();
  #seen = '';

  constructor(connection: NatsConnection, options: Pick<BucketOptions, 'replicas'> = {}, bucket = ENTITIES_BUCKET) {
    this.#bucket = new ObjectBucket(connection, bucket, options);
  }

  async replace(
    document: { readonly id: string; readonly collection: string },
    entities: readonly ParsedEntity[],
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    if (entities.length === 0) return this.#bucket.delete(encodeId(document.id), signal);
    const packed = await promisify(gzip)(encodeJson({ collection: document.collection, entities }));
    await this.#bucket.put(encodeId(document.id), packed, signal);
  }

  async ofDocument(documentId: string, signal: AbortSignal): Promise<readonly ParsedEntity[]> {
    return (await this.#read(documentId, signal))?.entities ?? [];
  }

  async get(entityId: string, signal: AbortSignal): Promise<StoredEntity | null> {
    const place = placeOfEntity(entityId);
    const found = place && (await this.#read(place.documentId, signal));
    if (!found) return null;
    const named = namedEntities({ id: place.documentId, collection: found.collection }, found.entities);
    return named[place.ordinal]?.entity ?? null;
  }

  async data(entityId: string, signal: AbortSignal): Promise<string | null> {
    const place = placeOfEntity(entityId);
    return (place && (await this.ofDocument(place.documentId, signal))[place.ordinal]?.data) ?? null;
  }

  async find(query: EntityQuery, signal: AbortSignal): Promise<readonly StoredEntity[]> {
    await this.#catchUp(signal);
    return this.#names.find(query);
  }

  async names(query: EntityNamesQuery, signal: AbortSignal): Promise<readonly EntityName[]> {
    await this.#catchUp(signal);
    return this.#names.names(query);
  }

  async delete(documentIds: readonly string[], signal: AbortSignal): Promise<void> {
    for (const id of documentIds) await this.#bucket.delete(encodeId(id), signal);
  }

  async documentIds(collection: string, signal: AbortSignal): Promise<readonly string[]> {
    await this.#catchUp(signal);
    const held = [...this.#known].filter(([, known]) => known.collection === collection);
    return held.map(([id]) => id).sort(compareCodeUnits);
  }

  async #catchUp(signal: AbortSignal): Promise<void> {
    const state = await this.#bucket.state(signal);
    if (state === this.#seen) return;
    const objects = new Map((await this.#bucket.list(signal)).map(({ name, version }) => [decodeId(name), version]));
    for (const id of [...this.#known.keys()].filter((one) => !objects.has(one))) {
      this.#known.delete(id);
      this.#names.delete(id);
    }
    const changed = [...objects].filter(([id, version]) => this.#known.get(id)?.version !== version);
    await mapConcurrently(changed, OBJECTS_READ_AT_ONCE, async ([id, version]) => {
      const found = await this.#read(id, signal);
      if (!found) return;
      const { collection, entities } = found;
      this.#known.set(id, { version, collection });
      this.#names.put(id, namedEntities({ id, collection }, entities));
    });
    // Changes since then make another state, which the next call reads.
    this.#seen = state;
  }

  /** @throws ArbiterError UNAVAILABLE for what is not of this version */
  async #read(documentId: string, signal: AbortSignal): Promise<EntitiesOfDocument | null> {
    const packed = await this.#bucket.get(encodeId(documentId), signal);
    if (!packed) return null;
    const found = decodeJson(EntitiesOfDocument, await promisify(gunzip)(packed, { maxOutputLength: MAX_BYTES }));
    if (found) return found;
    throw new ArbiterError(
      'UNAVAILABLE',
      `The entities of document "${documentId}" on the broker cannot be read by this version: ingest its source anew.`,
      { details: { documentId } },
    );
  }
}

function encodeId(id: string): string {
  return Buffer.from(id).toString('base64url');
}

function decodeId(name: string): string {
  return Buffer.from(name, 'base64url').toString();
}
