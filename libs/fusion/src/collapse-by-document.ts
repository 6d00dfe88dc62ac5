import type { Selection } from './selection.js';

/**
 * Keeps the best chunks of each document, so that a long document does not fill the page. With one chunk per document,
 * the document's score is that of its best chunk.
 *
 * @param ranked chunks, best first
 * @param perDocument chunks kept of each document, ≥ 1
 * @returns what is dropped is so in favour of its document's best chunk
 * @throws RangeError when perDocument is out of range
 */
export function collapseByDocument<T extends { readonly id: string; readonly documentId: string }>(
  ranked: readonly T[],
  perDocument = 1,
): Selection<T> {
  if (!(perDocument >= 1)) throw new RangeError(`perDocument must be at least 1, got ${perDocument}`);
  const chunksOf = new Map<string, { readonly best: string; count: number }>();
  const kept: T[] = [];
  const dropped: { id: string; inFavourOf: string }[] = [];
  for (const chunk of ranked) {
    const known = chunksOf.get(chunk.documentId);
    if (known && known.count >= perDocument) {
      dropped.push({ id: chunk.id, inFavourOf: known.best });
      continue;
    }
    if (known) known.count += 1;
    else chunksOf.set(chunk.documentId, { best: chunk.id, count: 1 });
    kept.push(chunk);
  }
  return { kept, dropped };
}
