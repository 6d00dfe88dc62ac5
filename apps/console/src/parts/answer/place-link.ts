import type { Citation } from '@arbiter/contracts';
import { type Place, placeOf } from '@arbiter/contracts/console';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { NO_PLACE } from '../address.js';

export type Span = Pick<Citation, 'documentId' | 'start' | 'end'> & Partial<Pick<Citation, 'quote'>>;

/** What makes a button open a document beside the page at a span, and tell whether the pane shows it. The address then names it. */
export function useSpanButton(span: Span) {
  const navigate = useNavigate();
  // Only what changes is drawn again.
  const isOpen = useSearch({
    from: '__root__',
    select: ({ doc, start, end }) => doc === span.documentId && start === span.start && end === span.end,
  });
  const search = (all: object) => ({ ...all, ...NO_PLACE, ...placeOfSpan(span) });
  const onClick = () => void navigate({ to: '.', search, resetScroll: false });
  return { type: 'button', 'aria-pressed': isOpen, onClick } as const;
}

/** With a checksum of the quote, so that a document that has changed since is opened without a mark. */
function placeOfSpan({ documentId: doc, start, end, quote }: Span): Place {
  if (end <= start) return { doc };
  return quote === undefined ? { doc, start, end } : placeOf(doc, start, end, quote);
}

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
