import { z } from 'zod';
import { nameBox, type PageBox } from './page-box.js';

/** Key of a chunk's metadata with the pages that begin within the chunk. Absent: the whole chunk is on one page. */
export const PAGE_BREAKS = 'page_breaks';

/** Pages that begin within a passage, ascending. `start` is an offset in the document, as those of the passage. */
const PageBreaks = z.array(z.object({ page: z.int().min(1), start: z.int().min(0) }));
type PageBreak = z.output<typeof PageBreaks>[number];

interface PagedPassage {
  /** Page on which it starts; null for a format without pages. */
  readonly page: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

/** The pages of a span: `lastPage` only if the span runs over the end of `page`. */
export interface SpanPages {
  readonly page: number | null;
  readonly lastPage?: number | undefined;
  /** The part of `page` whose picture was read. */
  readonly box?: PageBox | undefined;
}

/**
 * Metadata of a piece of a document with the pages that begin within it; empty if there are none.
 *
 * @param pages of the document, ascending by `start`
 * @param piece offsets in the document
 */
export function pageBreaksIn(
  pages: readonly { readonly number: number; readonly start: number }[],
  piece: Extent,
): { readonly [PAGE_BREAKS]?: readonly PageBreak[] } {
  const breaks: PageBreak[] = [];
  for (let index = firstAfter(pages, piece.start); index < pages.length; index++) {
    const page = pages[index];
    if (!page || page.start >= piece.end) break;
    // A page without text begins where the next one does.
    if (pages[index + 1]?.start !== page.start) breaks.push({ page: page.number, start: page.start });
  }
  return breaks.length === 0 ? {} : { [PAGE_BREAKS]: breaks };
}

/** Index of the first page that begins after an offset, by bisection: a book has thousands of pages and of chunks. */
function firstAfter(pages: readonly { readonly start: number }[], offset: number): number {
  let [low, high] = [0, pages.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pages[middle]?.start ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The pages on which a span of a passage stands. Passages that were stored without page breaks give the page of their start.
 *
 * @param span offsets in the document
 */
export function pagesOfSpan(passage: PagedPassage, { start, end }: Extent): SpanPages {
  if (passage.page === null) return { page: null };
  const breaks = pageBreaksOf(passage.metadata);
  const page = pageAt(breaks, start) ?? passage.page;
  const lastPage = pageAt(breaks, Math.max(start, end - 1)) ?? passage.page;
  return lastPage > page ? { page, lastPage } : { page };
}

/**
 * The page and metadata of a part of a passage, with the page breaks of that part only.
 *
 * @param part offsets in the document
 * @param origin new zero of the page breaks. Default: that of the document
 */
export function pagesWithin(
  passage: PagedPassage,
  part: Extent,
  origin = 0,
): { page: number | null; metadata: Record<string, unknown> } {
  const { [PAGE_BREAKS]: _, ...metadata } = passage.metadata;
  const { page } = pagesOfSpan(passage, part);
  const inside = pageBreaksOf(passage.metadata).filter(({ start }) => start > part.start && start < part.end);
  if (page === null || inside.length === 0) return { page, metadata };
  return {
    page,
    metadata: {
      ...metadata,
      [PAGE_BREAKS]: inside.map(({ page: number, start }) => ({ page: number, start: start - origin })),
    },
  };
}

/** For people: `page 2`, `pages 2–3`, `page 2, upper left`; null without pages. */
export function namePages({ page, lastPage, box }: SpanPages): string | null {
  if (page === null) return null;
  const part = box && nameBox(box);
  return `${lastPage === undefined ? `page ${page}` : `pages ${page}–${lastPage}`}${part ? `, ${part}` : ''}`;
}

/** A quote between quotation marks; of a page without words, whose picture was read, what stands in its place. */
export function quoted(quote: string, open = '"', close = open): string {
  return quote === '' ? 'the picture of the page' : `${open}${quote}${close}`;
}

function pageBreaksOf(metadata: PagedPassage['metadata']): readonly PageBreak[] {
  const { success, data } = PageBreaks.safeParse(metadata[PAGE_BREAKS]);
  return success ? data : [];
}

function pageAt(breaks: readonly PageBreak[], offset: number): number | undefined {
  return breaks.findLast(({ start }) => start <= offset)?.page;
}
