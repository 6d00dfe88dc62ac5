import type { Citation } from '@arbiter/contracts';
import { type LinkedSpan, placeOf } from '@arbiter/contracts/console';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { NO_PLACE } from '../address.js';

export type Span = Pick<Citation, 'documentId'> & LinkedSpan;

/** What makes a button open a document beside the page at a span, and tell whether the pane shows it. The address then names it. */
export function useSpanButton(span: Span) {
  const navigate = useNavigate();
  // With a checksum of the quote, so that a document that has changed since is opened without a mark.
  const place = placeOf(span.documentId, span);
  // Only what changes is drawn again.
  const isOpen = useSearch({
    from: '__root__',
    select: (open) => SAME.every((name) => open[name] === place[name]),
  });
  const search = (all: object) => ({ ...all, ...NO_PLACE, ...place });
  const onClick = () => void navigate({ to: '.', search, resetScroll: false });
  return { type: 'button', 'aria-pressed': isOpen, onClick } as const;
}

/** What tells two places apart. */
const SAME = ['doc', 'start', 'end', 'page', 'box'] as const;

/** Where a span stands, in words: "House Hollt, Terms, page 3". */
export function placeWords(at: Pick<Citation, 'title' | 'section' | 'page' | 'lastPage'>): string {
  const pages = at.lastPage === undefined ? `page ${at.page}` : `pages ${at.page}–${at.lastPage}`;
  const heading = at.section.at(-1);
  return [
    at.title || 'Untitled',
    ...(heading === undefined || heading === at.title ? [] : [heading]),
    ...(at.page === null ? [] : [pages]),
  ].join(', ');
}

/** Whether a citation is of a page by itself, as of one without words. */
export function isPageAlone({ quote, page }: Pick<Citation, 'quote' | 'page'>): boolean {
  return quote === '' && page !== null;
}

/** A page, in words: "Page 3 of House Hollt". */
export function pageWords({ title, page }: Pick<Citation, 'title' | 'page'>): string {
  return `Page ${page} of ${title || 'an untitled document'}`;
}
