import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { SerialQueue } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import { type DocumentEntities, DocumentEntitiesSchema, type EntityRecords } from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import { decodeJson, encodeJson } from './call-jetstream.js';
import type { BucketOptions } from './key-value-bucket.js';
import { ObjectBucket } from './object-bucket.js';

const ENTITIES_BUCKET = 'arbiter-entities';

/** The entities of one document, unpacked: as large as its data. */
const MAX_BYTES = 512 * 1_024 * 1_024;

/** A gzipped object for each document that has entities. */
export class JetStreamEntityRecords implements EntityRecords {
  readonly #bucket: ObjectBucket;
  readonly #changes = new SerialQueue();

  constructor(connection: NatsConnection, options: Pick<BucketOptions, 'replicas'> = {}, bucket = ENTITIES_BUCKET) {
    this.#bucket = new ObjectBucket(connection, bucket, options);
  }

  async put(documentId: string, held: DocumentEntities, signal: AbortSignal): Promise<void> {
    await this.#changes.run(documentId, async () =>
      this.#bucket.put(encodeId(documentId), await promisify(gzip)(encodeJson(held)), signal),
    );
  }

  /** @throws ArbiterError UNAVAILABLE for what is not of this version */
  async get(documentId: string, signal: AbortSignal): Promise<DocumentEntities | null> {
    const packed = await this.#bucket.get(encodeId(documentId), signal);
    if (!packed) return null;
    const held = decodeJson(DocumentEntitiesSchema, await promisify(gunzip)(packed, { maxOutputLength: MAX_BYTES }));
    if (held) return held;
    throw new ArbiterError(
      'UNAVAILABLE',
      `The entities of document "${documentId}" on the broker cannot be read by this version: ingest its source anew.`,
      { details: { documentId } },
    );
  }

  delete(documentId: string, signal: AbortSignal): Promise<void> {
    return this.#changes.run(documentId, () => this.#bucket.delete(encodeId(documentId), signal));
  }

  async versions(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.#bucket.list(signal)).map(({ name, version }) => [decodeId(name), version]));
  }

  state(signal: AbortSignal): Promise<string> {
    return this.#bucket.state(signal);
  }
}

function encodeId(id: string): string {
  return Buffer.from(id).toString('base64url');
}

function decodeId(name: string): string {
  return Buffer.from(name, 'base64url').toString();
}
