import { type EmbeddedPage, factsOf } from '@arbiter/ports';
import { poolVectors } from '@arbiter/vectors';
import { z } from 'zod';
import { batchesOf, parsed, type Point, pointIdOf } from './chunk-points.js';
import { ORIGINAL, POOLED } from './collection-layout.js';

/** Vectors that candidates of a page are found by; as many as Qdrant's own tutorial has rows of patches. */
const MOST_POOLED = 32;

const PagePayload = z.object({ document_id: z.string(), page: z.int().min(1) });

/** What a search needs of a page. */
export const PAGE_FIELDS: readonly string[] = Object.keys(PagePayload.shape);

export function pageOfPayload(payload: unknown): { documentId: string; page: number } {
  const { document_id: documentId, page } = parsed(PagePayload, payload);
  return { documentId, page };
}

/** The pages of a commit, split into requests, in order; one that is larger than a batch travels alone. */
export function pageBatchesOf(pages: Iterable<EmbeddedPage>, dimensions: number, commit: number): Generator<Point[]> {
  return batchesOf(pages, ({ documentId, page, vectors, metadata }) => {
    const pooled = poolVectors(vectors, dimensions, MOST_POOLED);
    const point = {
      id: pointIdOf(`${page}\n${documentId}`, commit),
      vector: { [ORIGINAL]: rowsOf(vectors, dimensions), [POOLED]: rowsOf(pooled, dimensions) },
      payload: { document_id: documentId, page, facts: factsOf(metadata), from: commit },
    };
    return [point, vectors.length + pooled.length];
  });
}

/** Concatenated vectors as a list of lists. */
export function rowsOf(vectors: Float32Array, dimensions: number): number[][] {
  return Array.from({ length: vectors.length / dimensions }, (_, row) =>
    Array.from(vectors.subarray(row * dimensions, (row + 1) * dimensions)),
  );
}
