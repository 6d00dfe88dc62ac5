/**
 * Keeps the best chunks of each document, so that a long document does not fill the page. With one chunk per document,
 * the document's score is that of its best chunk.
 *
 * @param ranked chunks, best first
 * @param perDocument chunks kept of each document, ≥ 1
 * @returns the very objects of the input, in its order
 * @throws RangeError when perDocument is out of range
 */
export function collapseByDocument<T extends { readonly documentId: string }>(
  ranked: readonly T[],
  perDocument = 1,
): T[] {
  if (!(perDocument >= 1)) throw new RangeError(`perDocument must be at least 1, got ${perDocument}`);
  const counts = new Map<string, number>();
  return ranked.filter(({ documentId }) => {
    const count = (counts.get(documentId) ?? 0) + 1;
    counts.set(documentId, count);
    return count <= perDocument;
  });
}
