import { ArbiterError, type IngestionStage } from '@arbiter/contracts';
import type { Chunk, Embedder, ParsedEntity, ParseRequest, SourceItem, StoredDocument } from '@arbiter/ports';
import { timestampOf } from '@arbiter/ports';
import type { ReadDocument } from '../parse/parse-document.js';
import type { ParserRegistry } from '../parse/parser-registry.js';
import { adoptDocument, type AdoptPorts } from './adopt-document.js';
import { cutDocument } from './cut-document.js';
import { contentHashOf } from './document-identity.js';
import { layoutOf } from './document-layout.js';
import { NOTHING_GIVEN } from './given-description.js';
import type { PriorDocuments } from './prior-documents.js';
import { titleFromName } from './title-from-name.js';

/** Raised when parsing changes a document's text or what is known of its entities; documents of another version are read anew. */
export const PIPELINE_VERSION = 4;

/** A document that is ready to be embedded and stored. */
export interface PreparedDocument {
  readonly document: StoredDocument;
  readonly text: string;
  readonly chunks: readonly Chunk[];
  readonly entities: readonly ParsedEntity[];
  /** False when the document was there before with other content. */
  readonly isNew: boolean;
  readonly warnings: readonly string[];
}

/** A failure of one document, which does not end the job. */
export class DocumentFailure {
  constructor(
    readonly source: string,
    readonly stage: IngestionStage,
    readonly error: ArbiterError,
  ) {}

  /** @param thrown of any kind; a stranger's message may carry a path or a key, so it goes into the log, and its class is told */
  static of(source: string, stage: IngestionStage, thrown: unknown): DocumentFailure {
    if (thrown instanceof ArbiterError) return new DocumentFailure(source, stage, thrown);
    const kind = thrown instanceof Error ? thrown.name : typeof thrown;
    const message = `It failed in a way that nobody foresaw (${kind}); the worker's log says more.`;
    return new DocumentFailure(source, stage, new ArbiterError('INTERNAL', message, { cause: thrown }));
  }
}

export interface PreparePorts extends AdoptPorts {
  readonly parsers: ParserRegistry;
  /** Reads a document by what it is; one that means harm must not stop this process. */
  readonly read: (request: ParseRequest) => Promise<ReadDocument>;
  readonly embedder: Embedder;
}

export interface PrepareTask {
  readonly id: string;
  readonly collection: string;
  readonly item: SourceItem;
  /** What the collection holds. */
  readonly prior: PriorDocuments;
}

/**
 * Reads, parses and cuts one document.
 *
 * @returns 'unchanged' when the stored document has the same bytes, or is of the version that the item has without being
 *   read, and was made by this version
 */
export async function prepareDocument(
  { id, collection, item, prior }: PrepareTask,
  ports: PreparePorts,
  signal: AbortSignal,
): Promise<PreparedDocument | DocumentFailure | 'unchanged'> {
  const { embedder, clock, read } = ports;
  const { given = NOTHING_GIVEN, version } = item;
  let stage: IngestionStage = 'load';
  try {
    const changed = await readIfChanged({ id, item, prior }, ports, signal);
    if (changed === 'unchanged') return 'unchanged';
    const { request, contentHash, isNew } = changed;
    const candidates = prior.sameContent(contentHash);
    const adopted = await adoptDocument({ id, item, candidates, isNew }, ports, signal);
    if (adopted) return adopted;

    stage = 'parse';
    const { parsed, mediaType } = await read(request);

    stage = 'chunk';
    const title = given.title ?? (parsed.title === '' ? titleFromName(item.source) : parsed.title);
    const metadata = { ...parsed.metadata, ...item.provenance, ...given.metadata };
    const chunks = await cutDocument({ ...parsed, id, title, source: item.source, metadata }, embedder);
    return {
      document: {
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
      },
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

/** A document that has to be parsed. */
export interface ChangedDocument {
  readonly request: ParseRequest;
  readonly contentHash: string;
  /** False when the document was there before with other content. */
  readonly isNew: boolean;
}

/**
 * Reads a document as far as it takes to know whether it has changed.
 *
 * @returns as `prepareDocument` for one that has not
 * @throws ArbiterError as `SourceItem.read` and `DocumentParser.relatedDigest` do
 */
export async function readIfChanged(
  { id, item, prior }: Omit<PrepareTask, 'collection'>,
  { parsers }: Pick<PreparePorts, 'parsers'>,
  signal: AbortSignal,
): Promise<ChangedDocument | 'unchanged'> {
  const { name = item.source, given = NOTHING_GIVEN, version } = item;
  const existing = await prior.get(id, signal);
  const isCurrent = existing?.pipelineVersion === PIPELINE_VERSION;
  const parser = parsers.parserOf(name);
  // What stands beside a document may have changed while it has not.
  const standsAlone = parser?.relatedDigest === undefined;
  if (isCurrent && standsAlone && version !== undefined && existing.version === version) return 'unchanged';
  const bytes = await item.read(signal);
  const request = { bytes, name, signal, ...(item.related && { related: item.related }) };
  const contentHash = contentHashOf(bytes, given, await parser?.relatedDigest?.(request));
  if (isCurrent && existing.contentHash === contentHash) return 'unchanged';
  return { request, contentHash, isNew: existing === null };
}
