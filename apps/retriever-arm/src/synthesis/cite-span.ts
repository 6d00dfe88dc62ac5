import type { Citation, Passage } from '@arbiter/contracts';
import type { Span } from '@arbiter/text';

/**
 * @param span in the stored document, within the passage
 * @returns the citation `[marker]` of that span; its quote is cut from the passage as it is stored
 */
export function citeSpan(passage: Passage, { start, end }: Span, marker: number): Citation {
  return {
    marker,
    collection: passage.collection,
    documentId: passage.documentId,
    chunkId: passage.chunkId,
    start,
    end,
    quote: passage.text.slice(start - passage.start, end - passage.start),
    title: passage.title,
    source: passage.source,
    section: passage.section,
    page: passage.page,
    score: passage.score,
  };
}
