import type { Citation } from '@arbiter/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type Span = Pick<Citation, 'documentId' | 'start' | 'end'>;

/** Opens a document beside the page, at a span. The address then names it. */
export function useOpenSpan(): (span: Span) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ documentId: doc, start, end }) =>
      void navigate({
        to: '.',
        search: (all: object) => ({ ...all, doc, ...(end > start && { start, end }) }),
        resetScroll: false,
      }),
    [navigate],
  );
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
