import type { LibraryCallOptions, OperationCaller } from '@arbiter/cli';
import {
  ArbiterError,
  search,
  searchPages,
  type DocumentPage,
  type OperationOutput,
  type SearchFilters,
  type SearchResult,
} from '@arbiter/contracts';
import type { ScoredDocument } from '@arbiter/evaluation';
import { pageId, type PageQuery } from './page-set.js';
import { PDF_KEY, type StoredPdfs } from './pdf-store.js';

export interface RankedPages {
  /** Best first, none twice; `id` as judgements name a page. */
  readonly pages: readonly ScoredDocument[];
  /** Whether a part of the search did not answer. */
  readonly degraded: boolean;
}

/** A way to search for pages through the published operations. */
export interface PageMethod {
  /** What each of its requests says besides the question and the scope, for the run's `config`. */
  readonly request: object;
  readonly rank: (
    library: OperationCaller,
    query: Pick<PageQuery, 'text' | 'scope'>,
    stored: StoredPdfs,
    options: LibraryCallOptions,
  ) => Promise<RankedPages>;
}

/** As many passages as one search gives, whatever their relevance, and no answer written of them. */
const TEXT_REQUEST = { limit: 100, min_relevance_score: 0, include_synthesis: false } as const;

/** As many pages as one search gives. */
const PAGES_REQUEST = { limit: 50 } as const;

/** By name on the command line. */
export const PAGE_METHODS: Readonly<Record<string, PageMethod>> = {
  text: {
    request: TEXT_REQUEST,
    rank: async (library, { text, scope }, stored, options) => {
      const request = { query: text, filters: filtersOf(scope), ...TEXT_REQUEST };
      const { results, degraded = [] } = await library.request(search, request, options);
      return { pages: pagesOfPassages(results, stored), degraded: degraded.length > 0 };
    },
  },
  visual: searchOfPages(({ pages, method, degraded }) => {
    if (method === 'text') throw noPictures(degraded);
    return seenPages(pages);
  }),
  fused: searchOfPages(({ pages }) => pages),
};

/** Those that are asked where none is named: `visual` fails where no page embedder is set up. */
export const USUAL_PAGE_METHODS = ['text', 'fused'] as const;

function filtersOf(scope: PageQuery['scope']): SearchFilters {
  return scope === null ? {} : { [PDF_KEY]: [...scope] };
}

type PagesFound = OperationOutput<typeof searchPages>;
type RankedPage = Pick<PagesFound['pages'][number], 'documentId' | 'page' | 'score'>;

/** @param ranked those of what was found, best first */
function searchOfPages(ranked: (found: PagesFound) => readonly RankedPage[]): PageMethod {
  return {
    request: PAGES_REQUEST,
    rank: async (library, { text, scope }, stored, options) => {
      const request = { query: text, filters: filtersOf(scope), ...PAGES_REQUEST };
      const found = await library.request(searchPages, request, options);
      const pages = ranked(found).flatMap(({ documentId, page, score }) => {
        const pdf = stored.get(documentId);
        return pdf ? [{ id: pageId(pdf.name, page), score }] : [];
      });
      return { pages, degraded: found.degraded.length > 0 };
    },
  };
}

function noPictures(degraded: PagesFound['degraded']): ArbiterError {
  return degraded.includes('page-embedder')
    ? new ArbiterError(
        'UNAVAILABLE',
        'The pictures of pages could not be searched: their server or their index is away.',
      )
    : new ArbiterError('INVALID_REQUEST', 'The method "visual" needs a page embedder, and none is set up.');
}

/** Pages that their pictures found, as near as these are to the question: not where the words on them put them. */
function seenPages(pages: PagesFound['pages']): RankedPage[] {
  const seen = pages.flatMap(({ documentId, page, pictureScore: score }) =>
    score === undefined ? [] : [{ documentId, page, score }],
  );
  return seen.sort((a, b) => b.score - a.score);
}

/**
 * The pages on which passages stand, each in the place and with the score of its best passage. Of the pages of one passage, the one
 * with more of it comes first, then the earlier one.
 *
 * @param passages best first
 */
export function pagesOfPassages(
  passages: readonly Pick<SearchResult, 'relevance_score' | 'metadata'>[],
  stored: StoredPdfs,
): ScoredDocument[] {
  const scores = new Map<string, number>();
  for (const { relevance_score: score, metadata } of passages) {
    const pdf = stored.get(metadata.document_id);
    if (!pdf) continue;
    const shares = sharesOf(pdf.pages, metadata).sort((a, b) => b.length - a.length);
    for (const { number } of shares) {
      const id = pageId(pdf.name, number);
      if (!scores.has(id)) scores.set(id, score);
    }
  }
  return [...scores].map(([id, score]) => ({ id, score }));
}

/** How much of a span stands on each page, in UTF-16 code units; pages with nothing of it are left out. */
function sharesOf(
  pages: readonly DocumentPage[],
  span: { readonly start: number; readonly end: number },
): { readonly number: number; readonly length: number }[] {
  return pages
    .map(({ number, start }, index) => {
      const end = pages[index + 1]?.start ?? Number.POSITIVE_INFINITY;
      return { number, length: Math.min(end, span.end) - Math.max(start, span.start) };
    })
    .filter(({ length }) => length > 0);
}
