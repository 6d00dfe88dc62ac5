import type { LibraryCallOptions, OperationCaller } from '@arbiter/cli';
import { search, type DocumentPage, type SearchResult } from '@arbiter/contracts';
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

/** By name on the command line. */
export const PAGE_METHODS: Readonly<Record<string, PageMethod>> = {
  text: {
    request: TEXT_REQUEST,
    rank: async (library, { text, scope }, stored, options) => {
      const filters = scope === null ? {} : { [PDF_KEY]: [...scope] };
      const { results, degraded = [] } = await library.request(
        search,
        { query: text, filters, ...TEXT_REQUEST },
        options,
      );
      return { pages: pagesOfPassages(results, stored), degraded: degraded.length > 0 };
    },
  },
};

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
