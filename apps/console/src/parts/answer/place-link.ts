import type { Citation } from '@arbiter/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { NO_PLACE, type Place, placeOf } from '../place.js';

export type Span = Pick<Citation, 'documentId' | 'start' | 'end'> & Partial<Pick<Citation, 'quote'>>;

/** Opens a document beside the page, at a span. The address then names it. */
export function useOpenSpan(): (span: Span) => void {
  const navigate = useNavigate();
  return useCallback(
    (span) =>
      void navigate({
        to: '.',
        search: (all: object) => ({ ...all, ...NO_PLACE, ...placeOfSpan(span) }),
        resetScroll: false,
      }),
    [navigate],
  );
}

/** With a checksum of the quote, so that a document that has changed since is opened without a mark. */
function placeOfSpan({ documentId: doc, start, end, quote }: Span): Place {
  if (end <= start) return { doc };
  return quote === undefined ? { doc, start, end } : placeOf(doc, start, end, quote);
}

/** Whether the pane shows this span. Only what changes is drawn again. */
export function useIsOpen(span: Span | undefined): boolean {
  return useSearch({
    from: '__root__',
    select: ({ doc, start, end }) => doc === span?.documentId && start === span?.start && end === span?.end,
  });
}

/** Where a span stands, in words: "House Hollt, Terms, page 3". */
export function placeWords({
  title,
  section,
  page,
  lastPage,
}: Pick<Citation, 'title' | 'section' | 'page' | 'lastPage'>) {
  const pages = page === null ? [] : [lastPage === undefined ? `page ${page}` : `pages ${page}–${lastPage}`];
  const [heading] = section.slice(-1).filter((one) => one !== title);
  return [title || 'Untitled', ...(heading === undefined ? [] : [heading]), ...pages].join(', ');
}
