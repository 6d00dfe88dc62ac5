import type { Chunk, DocumentChunks, EmbeddedChunk } from '../../chunk.js';

/** A chunk for tests: the first of document `<document>`, with the given fields in place of the plain ones. */
export function chunkOf(fields: Partial<Chunk> & Pick<Chunk, 'id' | 'text'>): Chunk {
  return {
    documentId: fields.id.split('#')[0] ?? fields.id,
    ordinal: 0,
    start: 0,
    end: fields.text.length,
    title: '',
    source: 'notes.md',
    section: [],
    page: null,
    metadata: {},
    ...fields,
  };
}

/** @param vector any length but zero; it is scaled to 1 */
export function embeddedChunkOf(
  fields: Partial<Chunk> & Pick<Chunk, 'id' | 'text'>,
  vector: readonly number[],
): EmbeddedChunk {
  return { ...chunkOf(fields), vector: unitVector(vector) };
}

/** Scales to length 1. */
export function unitVector(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
}

/** Groups chunks by their document, in order of first appearance. */
export function documentsOf<C extends Chunk>(...chunks: readonly C[]): DocumentChunks<C>[] {
  const byDocument = new Map<string, C[]>();
  for (const chunk of chunks) {
    const known = byDocument.get(chunk.documentId);
    if (known) known.push(chunk);
    else byDocument.set(chunk.documentId, [chunk]);
  }
  return [...byDocument].map(([documentId, own]) => ({ documentId, chunks: own }));
}
