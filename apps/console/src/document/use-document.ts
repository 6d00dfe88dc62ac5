import type { DocumentDescription, MarkedPage } from '@arbiter/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { server } from '../server/server.js';
import type { Span } from './cut-text.js';

/** The most that one request for boxes covers, in UTF-16 units. */
const MOST_BOXED = 20_000;
/** How long the text of a document that was closed is kept, in milliseconds. */
const KEPT_MS = 60_000;

/** The stored text. It stays the same as long as the bytes that it was read from. */
export function textQuery({ id, contentHash, length }: Pick<DocumentDescription, 'id' | 'contentHash' | 'length'>) {
  return queryOptions({
    queryKey: ['document-text', id, contentHash, length],
    queryFn: async ({ signal }) => (await server.call('getDocumentText', { documentId: id }, { signal })).text,
    staleTime: Infinity,
    gcTime: KEPT_MS,
  });
}

/** What is known of where a span stands on the pages. `pages` is empty where nothing of it can be marked there. */
export interface Boxes {
  readonly isPending: boolean;
  readonly pages: readonly MarkedPage[];
}

const NO_BOXES: Boxes = { isPending: false, pages: [] };

/** @param span undefined: nothing is asked */
export function useBoxes({ id, contentHash }: DocumentDescription, span: Span | undefined): Boxes {
  const { start = 0, end = 0 } = span ?? {};
  const isAsked = span !== undefined && end - start <= MOST_BOXED;
  const query = useQuery({
    queryKey: ['document-boxes', id, contentHash, start, end],
    queryFn: async ({ signal }) => (await server.call('locateSpan', { documentId: id, start, end }, { signal })).pages,
    enabled: isAsked,
    staleTime: Infinity,
    gcTime: KEPT_MS,
  });
  return isAsked ? { isPending: query.isPending, pages: query.data ?? NO_BOXES.pages } : NO_BOXES;
}
