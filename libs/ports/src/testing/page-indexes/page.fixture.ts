import type { DocumentPages, EmbeddedPage } from '../../multi-vector-index.js';
import { unitVector } from '../chunk-indexes/chunk.fixture.js';

/** A page for tests; its vectors, of any length but zero, are scaled to 1. */
export function pageOf(
  documentId: string,
  page: number,
  vectors: readonly (readonly number[])[],
  metadata: EmbeddedPage['metadata'] = {},
): EmbeddedPage {
  return { documentId, page, vectors: vectorsOf(...vectors), metadata };
}

/** Concatenated vectors of unit length. */
export function vectorsOf(...vectors: readonly (readonly number[])[]): Float32Array {
  return Float32Array.from(vectors.flatMap((vector) => [...unitVector(vector)]));
}

/** Groups pages by their document, in order of first appearance. */
export function documentPagesOf(...pages: readonly EmbeddedPage[]): DocumentPages[] {
  const ids = [...new Set(pages.map(({ documentId }) => documentId))];
  return ids.map((documentId) => ({ documentId, pages: pages.filter((page) => page.documentId === documentId) }));
}
