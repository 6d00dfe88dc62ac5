import { gunzipSync, gzipSync } from 'node:zlib';
import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import type { GraphSchema } from '@arbiter/contracts';
import { documentWords } from '@arbiter/extraction';
import {
  decodeReadings,
  DocumentReading,
  encodeReadings,
  type GraphDocument,
  type ListedDocument,
  readingKey,
  withPaths,
} from '@arbiter/knowledge-graph';
import type { DocumentStore, ExtractionStore, StoredDocument } from '@arbiter/ports';
import type { ExtractionRun } from './model/extraction-run.js';
import { sha256 } from '../library/sha256.js';
import { graphDocumentOf, groupsOf, sessionOf } from './stored-documents.js';

export interface ReadingPorts {
  readonly documents: Pick<DocumentStore, 'text'>;
  readonly extractions: ExtractionStore;
  /** The one place where documents are extracted. */
  readonly run: ExtractionRun;
}

/** Readings of a collection are stored in so many parts: a changed document rewrites one, and few files hold them all. */
const PARTS = 16;
/** Parts and documents read at once. */
const CONCURRENCY = 4;
/** After so many costly extractions the part is stored, so that a build that breaks off has not paid for more in vain. */
const COSTLY_BATCH = 8;
/** Speed counts more than the last tenth of size. */
const COMPRESSION = { level: 1 } as const;

type Readings = ReadonlyMap<string, DocumentReading>;

/**
 * The documents of a collection for one build, with what earlier builds have read in them. Only new and changed documents are
 * extracted, and only the texts that a step of the build asks for are read.
 */
export class CollectionReadings {
  private readonly texts = new Map<string, Promise<GraphDocument | null>>();
  /** Parts as they are stored. */
  private readonly kept = new Map<string, Readings>();
  private listed: readonly ListedDocument[] = [];
  private readonly fallbacks = new Set<string>();

  private constructor(
    private readonly collection: string,
    private readonly stored: ReadonlyMap<string, StoredDocument>,
    private readonly ports: ReadingPorts,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws ArbiterError UNAVAILABLE of the stores, what the extractor throws, and the signal's reason */
  static async open(
    collection: string,
    stored: readonly StoredDocument[],
    schema: GraphSchema,
    ports: ReadingPorts,
    signal: AbortSignal,
  ): Promise<CollectionReadings> {
    const byId = new Map(stored.map((document) => [document.id, document]));
    const readings = new CollectionReadings(collection, byId, ports, signal);
    const parts = byPart(withPaths(stored));
    const listed = await mapConcurrently(parts, CONCURRENCY, ([part, documents]) =>
      readings.readPart(part, documents, schema),
    );
    readings.listed = listed.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
    return readings;
  }

  /** Ascending by path, without those that were deleted since they were listed. */
  get documents(): readonly ListedDocument[] {
    return this.listed;
  }

  /** Ids of the documents that the extractor did not read, ascending: another one did. */
  get failed(): readonly string[] {
    return [...this.fallbacks].sort();
  }

  /** The text of a document, read once; null for one that was deleted meanwhile. */
  readonly read = (position: number): Promise<GraphDocument | null> =>
    this.readText(this.documents[position]?.id ?? '');

  /** Documents with their texts, for corrections. */
  async readAll(): Promise<(GraphDocument & { readonly path: string })[]> {
    const texts = await mapConcurrently(this.documents, CONCURRENCY, ({ id }) => this.readText(id));
    return texts.flatMap((text, position) => {
      const path = this.documents[position]?.path;
      return text && path !== undefined ? [{ ...text, path }] : [];
    });
  }

  /** Stores what was read since, and deletes what is of no document any more. */
  async store(): Promise<void> {
    const { extractions } = this.ports;
    const parts = byPart(this.documents);
    await mapConcurrently(parts, CONCURRENCY, async ([part, documents]) => {
      const known = this.kept.get(part);
      const isSame =
        known?.size === documents.length &&
        documents.every(({ id, reading }) => known.get(id) === reading && !reading.hasChanged);
      if (!isSame) await this.put(part, new Map(documents.map(({ id, reading }) => [id, reading])));
    });
    await extractions.prune(this.collection, new Set(parts.keys()), this.signal);
  }

  private async readPart(
    part: string,
    documents: readonly (StoredDocument & { readonly path: string })[],
    schema: GraphSchema,
  ): Promise<ListedDocument[]> {
    const { extractions, run } = this.ports;
    const bytes = await extractions.read(this.collection, part, this.signal);
    const known: Readings = (bytes && decodeReadings(bytes, gunzipSync, sha256)) ?? new Map();
    this.kept.set(part, known);
    const readings = new Map<string, DocumentReading>();
    let unstored = 0;
    const listed = await mapConcurrently(documents, CONCURRENCY, async (document): Promise<ListedDocument[]> => {
      const { id, title, source, path } = document;
      const key = keyOf(document, run.name, schema);
      const same = known.get(id);
      const reading = same?.key === key ? same : await this.extract(document, key, schema);
      if (!reading) return [];
      readings.set(id, reading);
      if (reading !== same && run.isCostly && (unstored += 1) % COSTLY_BATCH === 0) await this.put(part, readings);
      return [{ id, title, source, path, session: sessionOf(document), ...groupsOf(document), reading }];
    });
    if (unstored % COSTLY_BATCH > 0 && run.isCostly) await this.put(part, readings);
    return listed.flat();
  }

  private async extract(
    stored: StoredDocument & { readonly path: string },
    key: string,
    schema: GraphSchema,
  ): Promise<DocumentReading | null> {
    const { id, path } = stored;
    const text = await this.readText(id);
    if (!text) return null;
    const document = { ...text, id: path };
    const { run } = this.ports;
    const { extraction, isFallback } = await run.extract(document, schema, this.signal);
    if (isFallback) this.fallbacks.add(id);
    const own = isFallback ? keyOf(stored, run.fallbackName, schema) : key;
    return new DocumentReading(own, extraction, documentWords(document), sha256);
  }

  private readText(id: string): Promise<GraphDocument | null> {
    const known = this.texts.get(id);
    if (known) return known;
    const reading = this.readStored(id);
    this.texts.set(id, reading);
    return reading;
  }

  private async readStored(id: string): Promise<GraphDocument | null> {
    this.signal.throwIfAborted();
    const document = this.stored.get(id);
    const text = document ? await this.ports.documents.text(id, this.signal) : null;
    return document && text !== null ? graphDocumentOf(document, text) : null;
  }

  private put(part: string, readings: Readings): Promise<void> {
    const bytes = encodeReadings(readings, (text) => gzipSync(text, COMPRESSION));
    return this.ports.extractions.put(this.collection, part, bytes, this.signal);
  }
}

function byPart<D extends { readonly id: string }>(documents: readonly D[]): ReadonlyMap<string, readonly D[]> {
  const parts = new Map<string, D[]>();
  for (const document of documents) {
    const part = partOf(document.id);
    const others = parts.get(part);
    if (others) others.push(document);
    else parts.set(part, [document]);
  }
  return parts;
}

/** Of a document, always the same. */
function partOf(id: string): string {
  return `part-${(Number.parseInt(sha256(id).slice(0, 8), 16) % PARTS) + 1}`;
}

/** A text is known by its document's hash, and by the version of what parsed it. */
function keyOf(
  { path, title, contentHash, pipelineVersion, length, sections, metadata, layout }: StoredDocument & { path: string },
  extractor: string,
  schema: GraphSchema,
): string {
  const facts = { path, title, contentHash, pipelineVersion, length, sections, metadata, blocks: layout?.blocks };
  return readingKey(facts, { extractor, schema }, sha256);
}
