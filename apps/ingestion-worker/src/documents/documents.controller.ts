import {
  deleteDocument,
  type DocumentChunk,
  listDeletions,
  listDocumentChunks,
  type OperationInput,
  type OperationOutput,
  pagesOfSpan,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import {
  type Chunk,
  type CollectionCatalog,
  type DeletionLog,
  type DocumentStore,
  indexNameOf,
  type VectorIndex,
} from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { GraphBuilder } from '../graph/graph-builder.js';
import { CATALOG, DELETION_LOG, DOCUMENT_STORE, VECTOR_INDEX } from '../ingestion-worker.tokens.js';
import { boundedPage, LOG_PAGE_LENGTH } from '../library/bounded-page.js';
import { chunksOf, ignoringNotFound } from '../library/chunks.js';
import { chunkIdOf } from '../library/document-identity.js';
import { DocumentWriter } from '../pipeline/document-writer.js';
import { IndexUpkeep } from '../pipeline/index-upkeep.js';
import { knownDocument } from './document-reading.controller.js';

/** Deletions within this time share one rewrite of the index files, in milliseconds. */
const ERASED_AFTER_MS = 1_000;

@Controller()
export class DocumentsController {
  constructor(
    @Inject(CATALOG) private readonly catalog: CollectionCatalog,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(DocumentWriter) private readonly writer: DocumentWriter,
    @Inject(IndexUpkeep) private readonly upkeep: Pick<IndexUpkeep, 'soon'>,
    @Inject(GraphBuilder) private readonly graphs: Pick<GraphBuilder, 'refresh'>,
  ) {}

  @HandlesOperation(deleteDocument)
  async delete({ documentId }: OperationInput<typeof deleteDocument>, { signal, principal }: OperationContext) {
    const { collection } = await knownDocument(this.documents, documentId, { signal, principal });
    const manifest = await this.catalog.get(collection, signal);
    // Otherwise the chunks would stay in the other store and be found again once that store is configured again.
    if (manifest) this.writer.assertHolds(manifest);
    const chunks = await this.writer.delete(collection, [documentId], signal);
    this.upkeep.soon(collection, { erase: true, withinMs: ERASED_AFTER_MS });
    await this.graphs.refresh(collection, signal);
    return { documentId, chunks };
  }
}

@Controller()
export class DeletionsController {
  constructor(
    @Inject(DELETION_LOG) private readonly deletions: DeletionLog,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  @HandlesOperation(listDeletions)
  async list({ after, limit }: OperationInput<typeof listDeletions>, { signal }: OperationContext) {
    const deletions: OperationOutput<typeof listDeletions>['deletions'] = [];
    for (const deletion of await this.deletions.after(after ?? null, limit, signal)) {
      // A deletion that broke off has deleted nothing, and a document may have come back to its place.
      const gone: string[] = [];
      for (const id of deletion.documents) if ((await this.documents.get(id, signal)) === null) gone.push(id);
      deletions.push({ ...deletion, documents: gone });
    }
    return { deletions };
  }
}

/** Shows how documents were cut: what searches find, as the index holds it. */
@Controller()
export class ChunksController {
  constructor(
    @Inject(CATALOG) private readonly catalog: Pick<CollectionCatalog, 'get'>,
    @Inject(DOCUMENT_STORE) private readonly documents: Pick<DocumentStore, 'get'>,
    @Inject(VECTOR_INDEX) private readonly vectorIndex: Pick<VectorIndex, 'chunks'>,
  ) {}

  @HandlesOperation(listDocumentChunks)
  async list(
    { documentId, limit, from }: OperationInput<typeof listDocumentChunks>,
    { signal, principal }: OperationContext,
  ): Promise<OperationOutput<typeof listDocumentChunks>> {
    const { collection, chunks: total } = await knownDocument(this.documents, documentId, { signal, principal });
    const manifest = await this.catalog.get(collection, signal);
    const wanted = Math.max(0, Math.min(limit, total - from));
    const ids = Array.from({ length: wanted }, (_, index) => chunkIdOf(documentId, from + index));
    const index = manifest ? indexNameOf(manifest) : collection;
    const held = await chunksOf(index, ids, this.vectorIndex, signal).catch(ignoringNotFound<Chunk[]>([]));
    const chunks = boundedPage(held, shown, { limit, maxLength: LOG_PAGE_LENGTH });
    const last = chunks.at(-1)?.ordinal ?? total;
    return { total, chunks, next: last + 1 < total ? last + 1 : null };
  }
}

function shown(chunk: Chunk): DocumentChunk {
  const { id: chunkId, ordinal, text, start, end, section } = chunk;
  return { chunkId, ordinal, text, start, end, section: [...section], ...pagesOfSpan(chunk, { start, end }) };
}
