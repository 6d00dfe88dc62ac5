import { Controller, Inject } from '@nestjs/common';
import {
  ArbiterError,
  type BytePiece,
  DocumentSummary,
  fileNameFrom,
  getDocument,
  getDocumentOriginal,
  getDocumentText,
  listDocuments,
  locateSpan,
  type DocumentDescription,
  type OperationInput,
  type OperationOutput,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import type { BlobStore, DocumentStore, StoredDocument } from '@arbiter/ports';
import { mayRead } from '../access/library-access.js';
import { locateSpan as locate } from '../boxes/document-boxes.js';
import { BLOB_STORE, DOCUMENT_STORE } from '../ingestion-worker.tokens.js';
import { blobKeyOf } from '../library/document-blobs.js';

/** Documents that are read at once behind some that the caller must not see. */
const LEAST_READ = 100;

/** Reads the library without changing it. */
@Controller()
export class DocumentReadingController {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(BLOB_STORE) private readonly blobs: Pick<BlobStore, 'get'>,
  ) {}

  @HandlesOperation(listDocuments)
  async list(
    { collection, limit, after }: OperationInput<typeof listDocuments>,
    { signal, principal }: OperationContext,
  ) {
    // One document more than asked for shows whether there is a next page. Cursors are ids, so one must be of a document that
    // the caller may read.
    const readable: StoredDocument[] = [];
    let from = after;
    for (let isLast = false; !isLast && readable.length <= limit;) {
      const size = from === after ? limit + 1 : Math.max(limit + 1, LEAST_READ);
      const page = await this.documents.list(collection, { limit: size, ...(from && { after: from }) }, signal);
      readable.push(...page.filter((document) => mayRead(document, principal)));
      isLast = page.length < size;
      from = page.at(-1)?.id;
    }
    const documents = readable.slice(0, limit);
    return {
      documents: documents.map(summaryOf),
      next: readable.length > limit ? (documents.at(-1)?.id ?? null) : null,
    };
  }

  @HandlesOperation(getDocument)
  async get(
    { documentId }: OperationInput<typeof getDocument>,
    { signal, principal }: OperationContext,
  ): Promise<DocumentDescription> {
    const stored = await knownDocument(this.documents, documentId, { signal, principal });
    const sections = stored.sections.map(({ heading, level, start }) => ({ heading, level, start }));
    const pages = stored.pages.map(({ number, start }) => ({ number, start }));
    return { ...summaryOf(stored), sections, ...(pages.length > 0 && { pages }) };
  }

  @HandlesOperation(getDocumentText)
  async text(
    { documentId }: OperationInput<typeof getDocumentText>,
    { signal, principal }: OperationContext,
  ): Promise<{ text: string }> {
    if (principal) await knownDocument(this.documents, documentId, { signal, principal });
    const text = await this.documents.text(documentId, signal);
    if (text === null) throw unknownDocument(documentId);
    return { text };
  }

  @HandlesOperation(locateSpan)
  async locate(
    { documentId, start, end }: OperationInput<typeof locateSpan>,
    { signal, principal }: OperationContext,
  ): Promise<OperationOutput<typeof locateSpan>> {
    const document = await knownDocument(this.documents, documentId, { signal, principal });
    const { length } = document;
    if (end > length) {
      throw new ArbiterError('INVALID_REQUEST', `The text of the document ends at ${length}.`, {
        details: { documentId, length },
      });
    }
    return { pages: await locate(document, { start, end }, this.blobs, signal) };
  }

  @HandlesOperation(getDocumentOriginal)
  async original(
    { documentId, offset, length }: OperationInput<typeof getDocumentOriginal>,
    { signal, principal }: OperationContext,
  ): Promise<BytePiece> {
    const document = await knownDocument(this.documents, documentId, { signal, principal });
    const { original } = document;
    if (!original)
      throw new ArbiterError(
        'NOT_FOUND',
        'The original of this document is not kept: it was read by an older version, or KEEP_ORIGINALS is false.',
        { details: { documentId } },
      );
    const whole = { ...original, name: fileNameOf(document.source) };
    if (length === 0) return { ...whole, data: '' };
    const range = { start: offset, end: offset + length };
    const bytes = await this.blobs.get(blobKeyOf(document, 'original'), signal, range);
    if (bytes?.length !== Math.max(0, Math.min(length, original.bytes - offset)))
      throw new ArbiterError('UNAVAILABLE', 'The original is damaged, or the document was replaced meanwhile.', {
        details: { documentId },
      });
    return { ...whole, data: bytes.toString('base64') };
  }
}

/** The last segment of a path or address, for people. */
export function fileNameOf(source: string): string {
  const path = /^https?:/.test(source) ? source.split(/[?#]/, 1).join('') : source;
  return fileNameFrom(path).split('/').at(-1) ?? 'file';
}

/** @throws ArbiterError NOT_FOUND, for a document that the caller must not see as well */
export async function knownDocument(
  documents: Pick<DocumentStore, 'get'>,
  documentId: string,
  { signal, principal }: Pick<OperationContext, 'signal' | 'principal'>,
): Promise<StoredDocument> {
  const document = await documents.get(documentId, signal);
  if (!document || !mayRead(document, principal)) throw unknownDocument(documentId);
  return document;
}

function unknownDocument(documentId: string): ArbiterError {
  return new ArbiterError('NOT_FOUND', `There is no document "${documentId}".`, { details: { documentId } });
}

/** What a stored document tells of itself, without what the worker keeps for itself. */
const Summary = DocumentSummary.strip();

function summaryOf(stored: StoredDocument): DocumentSummary {
  return Summary.parse(stored);
}
