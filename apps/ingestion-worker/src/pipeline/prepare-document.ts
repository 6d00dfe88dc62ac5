import { extname } from 'node:path/posix';
import {
  ACCESS_GROUPS,
  accessGroupsOf,
  accessRefusal,
  type IngestionStage,
  type Metadata,
  PREFERRED,
  strayAccessField,
} from '@arbiter/contracts';
import {
  type BlobStore,
  type Chunk,
  type Clock,
  type CollectionCatalog,
  type DocumentStore,
  type Embedder,
  type EntityStore,
  indexNameOf,
  type ParsedEntity,
  type ParseRequest,
  type SourceItem,
  type StoredDocument,
  timestampOf,
  type VectorIndex,
} from '@arbiter/ports';
import { boxesOf } from '../boxes/document-boxes.js';
import { chunksOf } from '../library/chunks.js';
import { blobKeyOf, type DocumentBytes } from '../library/document-blobs.js';
import {
  chunkIdOf,
  contentHashOf,
  NOTHING_GIVEN,
  PIPELINE_VERSION,
  titleFromName,
} from '../library/document-identity.js';
import type { PriorDocument, PriorDocuments } from '../library/prior-documents.js';
import { sha256 } from '../library/sha256.js';
import type { DocumentReader } from '../parse/parsers-of-packs.js';
import { cutDocument, layoutOf } from './cut-document.js';
import { DocumentFailure } from './document-failure.js';

/** A document that is ready to be embedded and stored. */
export interface PreparedDocument extends DocumentBytes {
  readonly document: StoredDocument;
  readonly text: string;
  readonly chunks: readonly Chunk[];
  readonly entities: readonly ParsedEntity[];
  /** False if an earlier version of the document was stored. */
  readonly isNew: boolean;
  readonly warnings: readonly string[];
}

export interface PreparePorts extends AdoptPorts, DocumentReader {
  readonly embedder: Embedder;
  /** Whether the bytes of documents are kept beside their text. */
  readonly keepOriginals: boolean;
}

/** A file that is not worth reading. */
export class LeftOut {
  /** @param reason a sentence */
  constructor(readonly reason: string) {}
}

interface PrepareTask {
  readonly id: string;
  readonly collection: string;
  readonly item: SourceItem;
  /** Stored documents of the collection. */
  readonly prior: PriorDocuments;
  /** Of the collection, as far as it is known. */
  readonly language?: string;
}

/**
 * Reads, parses and cuts one document.
 *
 * @returns 'unchanged' when this version of the pipeline has stored the same bytes, or the same item version, which needs no
 *   reading; `LeftOut` when its parser says so
 */
export async function prepareDocument(
  { id, collection, item, prior, language }: PrepareTask,
  ports: PreparePorts,
  signal: AbortSignal,
): Promise<PreparedDocument | DocumentFailure | LeftOut | 'unchanged'> {
  const { embedder, clock, read } = ports;
  const { given = NOTHING_GIVEN, version } = item;
  let stage: IngestionStage = 'load';
  try {
    const changed = await readIfChanged({ id, item, prior }, ports, signal);
    if (changed === 'unchanged') return 'unchanged';
    const { request, contentHash, isNew } = changed;
    const leftOut = ports.parsers.parserFor(request.name, request.bytes)?.leavesOut?.(request.bytes);
    if (leftOut !== undefined) return new LeftOut(leftOut);
    const withOriginal = (document: StoredDocument) => {
      const { bytes } = request;
      if (!ports.keepOriginals) return { document: { ...document, original: undefined }, original: null };
      const { mediaType } = document;
      const original = { sha256: changed.sha256, bytes: bytes.length, mediaType };
      return { document: { ...document, original }, original: bytes };
    };
    const candidates = prior.sameContent(contentHash);
    const adopted = await adoptDocument({ id, item, candidates, isNew }, ports, signal);
    if (adopted) return { ...adopted, ...withOriginal(adopted.document) };

    stage = 'parse';
    const { parsed, mediaType } = await read({ ...request, language });

    stage = 'chunk';
    const title = given.title ?? (parsed.title === '' ? titleFromName(item.source) : parsed.title);
    // Only its source says which documents are preferred.
    const { [PREFERRED]: _claimed, ...own } = parsed.metadata;
    const metadata = withAccess({ ...own, ...item.provenance, ...given.metadata }, given.metadata);
    const chunks = await cutDocument({ ...parsed, id, title, source: item.source, metadata }, embedder);
    const document: StoredDocument = {
      id,
      collection,
      origin: item.origin,
      source: item.source,
      title,
      mediaType,
      contentHash,
      version,
      pipelineVersion: PIPELINE_VERSION,
      length: parsed.text.length,
      chunks: chunks.length,
      sections: parsed.sections,
      pages: parsed.pages,
      layout: layoutOf(parsed),
      metadata,
      updatedAt: timestampOf(clock),
    };
    return {
      ...withOriginal(document),
      boxes: await boxesOf(document, parsed.boxes),
      text: parsed.text,
      chunks,
      entities: parsed.entities ?? [],
      isNew,
      warnings: parsed.warnings,
    };
  } catch (error) {
    signal.throwIfAborted();
    return DocumentFailure.of(item.source, stage, error);
  }
}

/**
 * Metadata with its groups as a list.
 *
 * @param given what the source says of the document: its `null` opens a document that names groups
 * @throws ArbiterError as `accessRefusal` for groups that are none, and for fields that were meant to name some
 */
function withAccess(metadata: Metadata, given: Metadata = {}): Metadata {
  const groups = accessGroupsOf(metadata);
  if (groups) return { ...metadata, [ACCESS_GROUPS]: groups };
  if (given[ACCESS_GROUPS] === null) return metadata;
  if (metadata[ACCESS_GROUPS] === null)
    throw accessRefusal(`"${ACCESS_GROUPS}" names no group: name one, or remove the field if everybody may read this.`);
  const stray = strayAccessField(metadata);
  if (stray === undefined) return metadata;
  throw accessRefusal(
    `"${stray}" names no access groups: "${ACCESS_GROUPS}", outside of other fields, does. It was refused, since it is unclear who may read it.`,
  );
}

/** A document that must be parsed. */
interface ChangedDocument {
  readonly request: ParseRequest;
  /** Of the bytes, hexadecimal. */
  readonly sha256: string;
  readonly contentHash: string;
  /** False if an earlier version of the document was stored. */
  readonly isNew: boolean;
}

/**
 * Reads only as much of a document as shows whether it has changed.
 *
 * @returns 'unchanged' as `prepareDocument` does
 * @throws ArbiterError as `SourceItem.read` and `DocumentParser.relatedDigest` do
 */
export async function readIfChanged(
  { id, item, prior }: Omit<PrepareTask, 'collection' | 'language'>,
  { parsers }: Pick<PreparePorts, 'parsers'>,
  signal: AbortSignal,
): Promise<ChangedDocument | 'unchanged'> {
  const { name = item.source, given = NOTHING_GIVEN, version } = item;
  const existing = await prior.get(id, signal);
  const isCurrent = existing?.pipelineVersion === PIPELINE_VERSION;
  const parser = parsers.parserOf(name);
  // Sibling files may have changed while the document has not.
  const standsAlone = parser?.relatedDigest === undefined;
  if (isCurrent && standsAlone && version !== undefined && existing.version === version) return 'unchanged';
  const bytes = await item.read(signal);
  const request = { bytes, name, signal, ...(item.related && { related: item.related }) };
  const own = sha256(bytes);
  const contentHash = contentHashOf(own, given, await parser?.relatedDigest?.(request));
  if (isCurrent && existing.contentHash === contentHash) return 'unchanged';
  return { request, sha256: own, contentHash, isNew: existing === null };
}

interface AdoptPorts {
  readonly catalog: Pick<CollectionCatalog, 'get'>;
  readonly documents: DocumentStore;
  readonly blobs: Pick<BlobStore, 'get'>;
  readonly entities: EntityStore;
  readonly vectorIndex: VectorIndex;
  readonly clock: Clock;
}

interface AdoptTask {
  /** The id of the document at its new location. */
  readonly id: string;
  readonly item: SourceItem;
  /** Stored documents with the same bytes and description. */
  readonly candidates: Iterable<PriorDocument>;
  readonly isNew: boolean;
}

/**
 * Reuses the text and chunks of a stored document with the same bytes at another location. A moved or copied file is thus not
 * parsed again, however long that takes.
 *
 * @returns null if no stored document can be reused: another format or version, a title derived from the name, or deleted
 *   meanwhile
 */
async function adoptDocument(
  { id, item, candidates, isNew }: AdoptTask,
  { catalog, documents, blobs, entities, vectorIndex, clock }: AdoptPorts,
  signal: AbortSignal,
): Promise<Omit<PreparedDocument, 'original'> | null> {
  for (const candidate of candidates) {
    if (candidate.pipelineVersion !== PIPELINE_VERSION || !readAlike(candidate.source, item.name ?? item.source))
      continue;
    const stored = await documents.get(candidate.id, signal);
    const text = await documents.text(candidate.id, signal);
    if (!stored || text === null || stored.contentHash !== candidate.contentHash) continue;
    if (isNamedAfterFile(stored.title, candidate.source) && titleFromName(item.source) !== stored.title) continue;
    const chunkIds = Array.from({ length: stored.chunks }, (_, ordinal) => chunkIdOf(stored.id, ordinal));
    const manifest = await catalog.get(stored.collection, signal);
    if (!manifest) continue;
    const held = await chunksOf(indexNameOf(manifest), chunkIds, vectorIndex, signal);
    // The stored document is being replaced: chunks and text were read at different moments.
    if (held.length !== stored.chunks || !held.every((chunk) => text.slice(chunk.start, chunk.end) === chunk.text))
      continue;
    const { origin, source, version } = item;
    return {
      document: { ...stored, id, origin, source, version, updatedAt: timestampOf(clock) },
      text,
      chunks: held.map((chunk) => ({ ...chunk, id: chunkIdOf(id, chunk.ordinal), documentId: id, source })),
      entities: await entities.ofDocument(stored.id, signal),
      boxes: await blobs.get(blobKeyOf(stored, 'boxes'), signal),
      isNew,
      warnings: [],
    };
  }
  return null;
}

/** The file extension determines the format. */
function readAlike(source: string, other: string): boolean {
  return extname(source).toLowerCase() === extname(other).toLowerCase();
}

function isNamedAfterFile(title: string, source: string): boolean {
  return title === titleFromName(source);
}
