import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';
import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import { type DocumentStore, type StoredDocument, StoredDocumentSchema } from '@arbiter/ports';
import { type NatsConnection, nuid } from 'nats';
import { z } from 'zod';
import { decodeJson, encodeJson } from './call-jetstream.js';
import { type BucketOptions, KeyValueBucket } from './key-value-bucket.js';
import { ObjectBucket } from './object-bucket.js';

const DOCUMENTS_BUCKET = 'arbiter-documents';

/** Descriptions read at once for a page. */
const READ_AT_ONCE = 32;
/** Times that a text may vanish under a reader because its document was replaced meanwhile. */
const READ_ATTEMPTS = 8;
/** Largest text, unpacked: the longest string of the engine has as many units. */
const MAX_TEXT_BYTES = 512 * 1_024 * 1_024;
/** An object without a description is of a writer that died, not of one at work, when it is as old, in milliseconds. */
const ABANDONED_MS = 3_600_000;

/** The outline of a long book, unpacked. */
const MAX_DESCRIPTION_BYTES = 64 * 1_024 * 1_024;

/**
 * Documents on JetStream, for arms on different hosts: the text as an object, in pieces and hashed, the description in a
 * key-value bucket, naming its object. Writing the description is what puts the document there; replaced texts go after.
 */
export class JetStreamDocumentStore implements DocumentStore {
  readonly #descriptions: KeyValueBucket;
  readonly #texts: ObjectBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = DOCUMENTS_BUCKET) {
    this.#descriptions = new KeyValueBucket(connection, bucket, options);
    this.#texts = new ObjectBucket(connection, `${bucket}-text`, options);
  }

  async put(document: StoredDocument, text: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (text.length !== document.length || !text.isWellFormed()) {
      throw new ArbiterError(
        'INVALID_REQUEST',
        `The text of document "${document.id}" must be well-formed and ${document.length} UTF-16 units long.`,
      );
    }
    const bytes = new TextEncoder().encode(text);
    const description = { document, object: nuid.next(), sha256: sha256Of(bytes) };
    const encoded = encodeDescription(description);
    await this.#texts.put(description.object, await promisify(gzip)(bytes), signal);
    let replaced: Description | null = null;
    try {
      await this.#descriptions.update(
        documentKey(document),
        (entry) => {
          replaced = entry && decodeDescription(entry.value);
          return encoded;
        },
        signal,
      );
    } catch (error) {
      // It will never be read; if this fails, too, `sweep` finds it.
      await this.#texts.delete(description.object, new AbortController().signal).catch(() => undefined);
      throw error;
    }
    await this.#forgetOthers(document, replaced, signal);
  }

  async get(documentId: string, signal: AbortSignal): Promise<StoredDocument | null> {
    return (await this.#find(documentId, signal))?.document ?? null;
  }

  async text(documentId: string, signal: AbortSignal): Promise<string | null> {
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt += 1) {
      const description = await this.#find(documentId, signal);
      if (!description) return null;
      const packed = await this.#texts.get(description.object, signal);
      // Gone: replaced meanwhile, and another description names another object by now.
      if (!packed) continue;
      const bytes = await promisify(gunzip)(packed, { maxOutputLength: MAX_TEXT_BYTES });
      if (sha256Of(bytes) === description.sha256) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      break;
    }
    throw new ArbiterError(
      'UNAVAILABLE',
      `The text of document "${documentId}" is missing or damaged: delete the document and ingest its source anew.`,
    );
  }

  async list(
    collection: string,
    { after, limit }: { readonly after?: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly StoredDocument[]> {
    const keys = await this.#descriptions.keys(ofCollection(collection), signal);
    const ids = keys
      .map(idOfKey)
      .filter((id) => after === undefined || id > after)
      .sort(compareCodeUnits);
    const page: StoredDocument[] = [];
    // Documents that are deleted meanwhile make the page no shorter while there are others.
    for (let next = 0; page.length < limit && next < ids.length;) {
      const wanted = ids.slice(next, next + limit - page.length);
      next += wanted.length;
      const found = await mapConcurrently(wanted, READ_AT_ONCE, async (id) => {
        const entry = await this.#descriptions.last(documentKey({ id, collection }), signal);
        return entry && decodeDescription(entry.value);
      });
      page.push(...found.flatMap((description) => description?.document ?? []));
    }
    return page;
  }

  async count(collection: string, signal: AbortSignal): Promise<number> {
    return (await this.#descriptions.keys(ofCollection(collection), signal)).length;
  }

  async delete(documentId: string, signal: AbortSignal): Promise<boolean> {
    const keys = await this.#descriptions.keys(anyCollection(documentId), signal);
    for (const key of keys) await this.#forget(key, signal);
    return keys.length > 0;
  }

  /**
   * Deletes texts that no description names: what writers left that died between the two.
   *
   * @param now milliseconds since the Unix epoch
   * @returns how many there were
   */
  async sweep(now: number, signal: AbortSignal): Promise<number> {
    // Objects first: those that are put later are not considered.
    const objects = await this.#texts.list(signal);
    const old = objects.filter(({ putAt }) => now - Date.parse(putAt) > ABANDONED_MS);
    if (old.length === 0) return 0;
    const named = new Set<string>();
    await this.#descriptions.forEach('>', signal, ({ value }) => {
      const description = decodeDescription(value);
      if (description) named.add(description.object);
    });
    const abandoned = old.filter(({ name }) => !named.has(name));
    for (const { name } of abandoned) await this.#texts.delete(name, signal);
    return abandoned.length;
  }

  /** A document that is on its way to another collection is in both for a moment; the last write is right. */
  async #find(documentId: string, signal: AbortSignal): Promise<Description | null> {
    const entry = await this.#descriptions.last(anyCollection(documentId), signal);
    return entry && decodeDescription(entry.value);
  }

  async #forgetOthers(document: StoredDocument, replaced: Description | null, signal: AbortSignal): Promise<void> {
    if (replaced) await this.#texts.delete(replaced.object, signal);
    const key = documentKey(document);
    const others = await this.#descriptions.keys(anyCollection(document.id), signal);
    for (const other of others) if (other !== key) await this.#forget(other, signal);
  }

  async #forget(key: string, signal: AbortSignal): Promise<void> {
    const entry = await this.#descriptions.last(key, signal);
    await this.#descriptions.eraseAll(key, signal);
    const description = entry && decodeDescription(entry.value);
    if (description) await this.#texts.delete(description.object, signal);
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface Description {
  readonly document: StoredDocument;
  /** Name of the object that holds the text. */
  readonly object: string;
  /** Of the text in UTF-8, hexadecimal. */
  readonly sha256: string;
}

const DescriptionSchema = z.strictObject({
  document: StoredDocumentSchema,
  object: z.string().min(1),
  sha256: z.string(),
}) satisfies z.ZodType<Description>;

function encodeDescription(description: Description): Uint8Array {
  return gzipSync(encodeJson(description));
}

/** @returns null for what is no description of ours */
function decodeDescription(value: Uint8Array): Description | null {
  try {
    return decodeJson(DescriptionSchema, gunzipSync(value, { maxOutputLength: MAX_DESCRIPTION_BYTES }));
  } catch {
    return null;
  }
}

/** Keys are `<collection>.<id>`, each in base64url: either may hold what divides a key or stands for others. */
function documentKey({ collection, id }: Pick<StoredDocument, 'collection' | 'id'>): string {
  return `${encode(collection)}.${encode(id)}`;
}

/** The key of a document, whichever collection it is in. */
function anyCollection(documentId: string): string {
  return `*.${encode(documentId)}`;
}

function ofCollection(collection: string): string {
  return `${encode(collection)}.*`;
}

function idOfKey(key: string): string {
  return Buffer.from(key.slice(key.indexOf('.') + 1), 'base64url').toString();
}

function encode(part: string): string {
  return Buffer.from(part).toString('base64url');
}
