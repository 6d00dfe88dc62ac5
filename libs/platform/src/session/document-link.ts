/** A document, and what to mark in it. */
export interface LinkedSpan {
  readonly documentId: string;
  /** UTF-16 code units into the stored text; absent: nothing is marked. */
  readonly start?: number;
  readonly end?: number;
}

/**
 * The address of a document in the console.
 *
 * @param publicUrl ARBITER_PUBLIC_URL, without a slash at its end
 * @returns `https://arbiter.example/documents/ID?start=12&end=65`
 */
export function documentLink(publicUrl: string, { documentId, start, end }: LinkedSpan): string {
  const span = start === undefined || end === undefined ? '' : `?start=${start}&end=${end}`;
  return `${publicUrl}/documents/${encodeURIComponent(documentId)}${span}`;
}
