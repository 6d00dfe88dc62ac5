import { Controller, Inject } from '@nestjs/common';
import {
  ArbiterError,
  deleteDocument,
  getDocument,
  getDocumentText,
  listDocuments,
  type DocumentDescription,
  type DocumentSummary,
  type OperationInput,
  type OperationOutput,
} from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import type { CollectionCatalog, DocumentStore, StoredDocument } from '@arbiter/ports';
import { CATALOG, DOCUMENT_STORE } from '../ingestion-worker.tokens.js';
import { BackgroundEraser } from '../pipeline/background-eraser.js';
import { DocumentWriter } from '../pipeline/document-writer.js';

/** Files are rewritten once for documents that are deleted one after the other, in milliseconds. */
const ERASED_AFTER_MS = 1_000;

@Controller()
export class DocumentsController {
  constructor(
    @Inject(CATALOG) private readonly catalog: CollectionCatalog,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(DocumentWriter) private readonly writer: DocumentWriter,
    @Inject(BackgroundEraser) private readonly eraser: Pick<BackgroundEraser, 'soon'>,
  ) {}

  @HandlesOperation(listDocuments)
  async list(
    @OperationPayload() { collection, limit, after }: OperationInput<typeof listDocuments>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof listDocuments>> {
    // One more than asked for tells whether there is a next page.
    const page = await this.documents.list(collection, { limit: limit + 1, ...(after && { after }) }, signal);
    const documents = page.slice(0, limit).map(summaryOf);
    return { documents, next: page.length > limit ? (documents.at(-1)?.id ?? null) : null };
  }

  @HandlesOperation(getDocument)
  async get(
    @OperationPayload() { documentId }: OperationInput<typeof getDocument>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<DocumentDescription> {
    const stored = await this.documentOf(documentId, signal);
    const sections = stored.sections.map(({ heading, level, start }) => ({ heading, level, start }));
    return { ...summaryOf(stored), sections };
  }

  @HandlesOperation(getDocumentText)
  async text(
    @OperationPayload() { documentId }: OperationInput<typeof getDocumentText>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<{ text: string }> {
    const text = await this.documents.text(documentId, signal);
    if (text === null) throw unknownDocument(documentId);
    return { text };
  }

  @HandlesOperation(deleteDocument)
  async delete(
    @OperationPayload() { documentId }: OperationInput<typeof deleteDocument>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof deleteDocument>> {
    const { collection } = await this.documentOf(documentId, signal);
    const manifest = await this.catalog.get(collection, signal);
    // Else its chunks would stay where they are, and be found again once that store is set again.
    if (manifest) this.writer.assertHolds(manifest);
    const chunks = await this.writer.delete(collection, [documentId], signal);
    this.eraser.soon(collection, ERASED_AFTER_MS);
    return { documentId, chunks };
  }

  private async documentOf(documentId: string, signal: AbortSignal): Promise<StoredDocument> {
    const document = await this.documents.get(documentId, signal);
    if (!document) throw unknownDocument(documentId);
    return document;
  }
}

function unknownDocument(documentId: string): ArbiterError {
  return new ArbiterError('NOT_FOUND', `There is no document "${documentId}".`, { details: { documentId } });
}

function summaryOf(stored: StoredDocument): DocumentSummary {
  const { id, collection, title, source, mediaType, contentHash, length, chunks, metadata, updatedAt } = stored;
  return {
    id,
    collection,
    title,
    source,
    mediaType,
    contentHash,
    length,
    chunks,
    metadata: { ...metadata },
    updatedAt,
  };
}
