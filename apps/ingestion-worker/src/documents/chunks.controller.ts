import {
  type DocumentChunk,
  listDocumentChunks,
  type OperationInput,
  type OperationOutput,
  pagesOfSpan,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import { type Chunk, type CollectionCatalog, type DocumentStore, indexNameOf, type VectorIndex } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { CATALOG, DOCUMENT_STORE, VECTOR_INDEX } from '../ingestion-worker.tokens.js';
import { boundedPage, LOG_PAGE_LENGTH } from '../library/bounded-page.js';
import { chunksOf, ignoringNotFound } from '../library/chunks.js';
import { chunkIdOf } from '../library/document-identity.js';
import { knownDocument } from './document-reading.controller.js';

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
