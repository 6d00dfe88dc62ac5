import { ArbiterError } from '@arbiter/contracts';
import type { Chunk, Embedder, StoredDocument, VectorIndex } from '@arbiter/ports';
import { chunksOf } from '../pipeline/chunks-of.js';
import { cutDocument } from '../pipeline/cut-document.js';
import { chunkIdOf } from '../pipeline/document-identity.js';
import { decodeBlocks } from '../pipeline/document-layout.js';
import { ignoringNotFound } from '../pipeline/ignoring-not-found.js';

export interface CutAgainOptions {
  /** Counts the tokens of the new chunks. */
  readonly embedder: Pick<Embedder, 'countTokens'>;
  /** Where the chunks of before are, as long as this version would cut them at the same places; else null. */
  readonly former: { readonly index: string; readonly vectorIndex: Pick<VectorIndex, 'chunks'> } | null;
  readonly signal: AbortSignal;
}

/**
 * The chunks of a stored document, without its source: cut anew where the store keeps its layout, and as they were where it
 * does not and they are whole.
 *
 * @throws ArbiterError CONFLICT for a document of which too little is stored: its source has to be read again
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
  // Stores that were set anew have nothing of it.
  const held = former ? await chunksOf(former.index, ids, former.vectorIndex, signal).catch(ignoringNotFound([])) : [];
  const isWhole =
    held.length === ids.length && held.every((chunk) => text.slice(chunk.start, chunk.end) === chunk.text);
  if (isWhole && (ids.length > 0 || text.trim() === '')) return held;
  throw new ArbiterError(
    'CONFLICT',
    `${source} was stored without what is needed to cut it anew: ingest its source again, which reads it whole.`,
    { details: { documentId: id } },
  );
}
