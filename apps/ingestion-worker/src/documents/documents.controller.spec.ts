import type { OperationContext } from '@arbiter/messaging';
import {
  analysedChunkOf,
  documentOf,
  documentsOf,
  embeddedChunkOf,
  FakeEmbedder,
  InMemoryBlobStore,
  InMemoryCollectionCatalog,
  InMemoryDeletionLog,
  InMemoryDocumentStore,
  InMemoryEntityStore,
  InMemoryKeywordIndex,
  InMemoryVectorIndex,
  manifestOf,
  ManualClock,
} from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { ChunkEmbedder, EmbeddingPace } from '../pipeline/chunk-embedder.js';
import { DocumentWriter } from '../pipeline/document-writer.js';
import { DeletionsController, DocumentsController } from './documents.controller.js';

const { signal } = new AbortController();
const context = { signal, principal: null } as OperationContext;
const TEXT = 'The inn serves eel pie.';

/** A collection of one document; its manifest says that its keywords are in `keywordStore`. */
async function collectionIn(keywordStore: string | null) {
  const catalog = new InMemoryCollectionCatalog();
  const documents = new InMemoryDocumentStore();
  const deletions = new InMemoryDeletionLog();
  const keywordIndex = new InMemoryKeywordIndex();
  const vectorIndex = new InMemoryVectorIndex();
  const document = documentOf(TEXT);
  const { collection: name, id: documentId } = document;
  await catalog.create(manifestOf({ name, vectorStore: 'memory', keywordStore }), signal);
  await documents.put(document, TEXT, signal);
  const chunk = { id: 'inn#0', documentId, text: TEXT };
  await keywordIndex.replaceDocuments(name, documentsOf(analysedChunkOf(chunk)), signal);
  await vectorIndex.replaceDocuments(name, documentsOf(embeddedChunkOf(chunk, [1, 0])), signal);
  const embedder = new ChunkEmbedder(new FakeEmbedder(), null, () => undefined, new EmbeddingPace(new ManualClock()));
  const writer = new DocumentWriter({
    embedder,
    vectorIndex,
    keywordIndex,
    documents,
    blobs: new InMemoryBlobStore(),
    entities: new InMemoryEntityStore(),
    deletions,
    clock: new ManualClock(),
    catalog,
  });
  const sut = new DocumentsController(
    catalog,
    documents,
    writer,
    { soon: () => undefined },
    {
      refresh: () => Promise.resolve(),
    },
  );
  return { sut, documents, documentId, told: new DeletionsController(deletions, documents) };
}

describe('DocumentsController.delete', () => {
  it.each([['the stores that its manifest names', 'memory'] as const, ['a library that does not say', null] as const])(
    'takes a document out of %s',
    async (_, keywordStore) => {
      const { sut, documents, documentId } = await collectionIn(keywordStore);
      expect(await sut.delete({ documentId }, context)).toEqual({ documentId, chunks: 1 });
      expect(await documents.get(documentId, signal)).toBeNull();
    },
  );

  it('keeps a document whose chunks are in another store, where they would be found again', async () => {
    const { sut, documents, documentId } = await collectionIn('elsewhere');
    await expect(sut.delete({ documentId }, context)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('arbiter reindex'),
    });
    expect(await documents.get(documentId, signal)).not.toBeNull();
  });
});

describe('DeletionsController.list', () => {
  it('tells which documents were deleted by name, and none that has come back since', async () => {
    const { sut, documents, documentId, told } = await collectionIn('memory');
    const listed = async () => (await told.list({ limit: 100 }, context)).deletions;
    expect(await listed()).toEqual([]);
    await sut.delete({ documentId }, context);
    expect(await listed()).toMatchObject([{ documents: [documentId], jobId: null, at: '2026-01-01T00:00:00.000Z' }]);
    const [deletion] = await listed();
    expect((await told.list({ after: deletion!.position, limit: 100 }, context)).deletions).toEqual([]);
    await documents.put(documentOf(TEXT), TEXT, signal);
    expect(await listed()).toMatchObject([{ documents: [] }]);
  });
});
