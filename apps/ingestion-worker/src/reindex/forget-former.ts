import type { CollectionManifest } from '@arbiter/contracts';
import { indexNameOf, type DocumentStore, type VectorIndex } from '@arbiter/ports';
import type { ChunkEmbedder } from '../pipeline/chunk-embedder.js';
import { chunksOf } from '../pipeline/chunks-of.js';
import { chunkIdOf } from '../pipeline/document-identity.js';
import { ignoringNotFound } from '../pipeline/ignoring-not-found.js';
import { storedDocuments } from '../pipeline/stored-documents.js';

export interface FormerPorts {
  readonly documents: Pick<DocumentStore, 'list'>;
  readonly vectorIndex: Pick<VectorIndex, 'chunks'>;
  readonly chunkEmbedder: ChunkEmbedder;
}

export interface RebuiltIndex {
  readonly index: string;
  /** Chunks by document id, where they are others than before. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * Forgets what the model of before made of a collection, while its old indexes are still there to say of what: when a document
 * is deleted later, nobody could name it any more. What the rebuilt indexes need is kept.
 */
export async function forgetFormer(
  former: CollectionManifest,
  { index, counts }: RebuiltIndex,
  { documents, vectorIndex, chunkEmbedder }: FormerPorts,
  signal: AbortSignal,
): Promise<void> {
  if (!chunkEmbedder.remembers) return;
  const { name, embeddingModel: model, dimensions } = former;
  const read = (from: string, documentId: string, chunks: number) => {
    const ids = Array.from({ length: chunks }, (_, ordinal) => chunkIdOf(documentId, ordinal));
    return chunksOf(from, ids, vectorIndex, signal).catch(ignoringNotFound([]));
  };
  for await (const { id, chunks } of storedDocuments(name, documents, signal)) {
    const left = await read(indexNameOf(former), id, chunks);
    const except = await read(index, id, counts.get(id) ?? chunks);
    await chunkEmbedder.forget(left, { except, madeBy: { model, dimensions } });
  }
}
