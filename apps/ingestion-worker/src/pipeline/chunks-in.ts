/** Chunks of all documents of a batch together. */
export function chunksIn(batch: readonly { readonly chunks: readonly unknown[] }[]): number {
  return batch.reduce((sum, { chunks }) => sum + chunks.length, 0);
}
