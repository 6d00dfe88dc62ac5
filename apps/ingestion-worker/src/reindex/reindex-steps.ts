import { ArbiterError, type CollectionManifest } from '@arbiter/contracts';
import {
  type Chunk,
  type DocumentStore,
  type Embedder,
  indexNameOf,
  type StoredDocument,
  type VectorIndex,
} from '@arbiter/ports';
import { chunksOf, ignoringNotFound } from '../library/chunks.js';
import { chunkIdOf } from '../library/document-identity.js';
import { storedDocuments } from '../library/prior-documents.js';
import type { ChunkEmbedder } from '../pipeline/chunk-embedder.js';
import { cutDocument, decodeBlocks } from '../pipeline/cut-document.js';

/** Older than any version: the next ingestion of the source reads the document again, although its bytes are the same. */
const NO_PIPELINE = 0;

interface CutAgainOptions {
  /** Counts the tokens of the new chunks. */
  readonly embedder: Pick<Embedder, 'countTokens'>;
  /** The previous chunks, if this version would cut them at the same places; else null. */
  readonly former: { readonly index: string; readonly vectorIndex: Pick<VectorIndex, 'chunks'> } | null;
  readonly signal: AbortSignal;
}

/**
 * The chunks of a stored document, without its source. Cuts it again if its layout is stored; otherwise returns the previous
 * chunks if they are complete.
 *
 * @throws ArbiterError CONFLICT when too little of the document is stored and its source must be read again
 */
export async function cutAgain(
  document: StoredDocument,
  text: string,
  { embedder, former, signal }: CutAgainOptions,
): Promise<readonly Chunk[]> {
  const { id, source, layout } = document;
  if (layout) {
    const { utterances } = layout;
    return cutDocument({ ...document, text, blocks: decodeBlocks(layout.blocks), utterances }, embedder);
  }
  const ids = Array.from({ length: document.chunks }, (_, ordinal) => chunkIdOf(id, ordinal));
  // New stores hold no chunks of it.
  const held = former ? await chunksOf(former.index, ids, former.vectorIndex, signal).catch(ignoringNotFound([])) : [];
  const isWhole =
    held.length === ids.length && held.every((chunk) => text.slice(chunk.start, chunk.end) === chunk.text);
  if (isWhole && (ids.length > 0 || text.trim() === '')) return held;
  throw new ArbiterError('CONFLICT', `${source} lacks the text that re-chunking needs: ingest its source again.`, {
    details: { documentId: id },
  });
}

interface RebuiltDocuments {
  /** Chunks by document id. */
  readonly counts: ReadonlyMap<string, number>;
  /** Ids of documents that are no longer in the indexes. */
  readonly failed: ReadonlySet<string>;
}

/** Updates the stored documents whose chunks in the rebuilt indexes differ. */
export async function settleDocuments(
  collection: string,
  { counts, failed }: RebuiltDocuments,
  { documents }: { readonly documents: DocumentStore },
  signal: AbortSignal,
): Promise<void> {
  for await (const document of storedDocuments(collection, documents, signal)) {
    const settled = settledOf(document);
    if (!settled) continue;
    const text = await documents.text(document.id, signal);
    if (text !== null) await documents.put(settled, text, signal);
  }

  function settledOf(document: StoredDocument): StoredDocument | null {
    const { id, chunks, pipelineVersion } = document;
    if (failed.has(id))
      return pipelineVersion === NO_PIPELINE ? null : { ...document, pipelineVersion: NO_PIPELINE, chunks: 0 };
    const count = counts.get(id) ?? chunks;
    return count === chunks ? null : { ...document, chunks: count };
  }
}

interface FormerPorts {
  readonly documents: Pick<DocumentStore, 'list'>;
  readonly vectorIndex: Pick<VectorIndex, 'chunks'>;
  readonly chunkEmbedder: ChunkEmbedder;
}

interface RebuiltIndex {
  readonly index: string;
  /** Number of chunks by document id, where it has changed. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * Removes the previous model's embeddings of a collection from the cache, except those that the rebuilt indexes use. It runs
 * while the old indexes still list the texts; later nothing could name them.
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
