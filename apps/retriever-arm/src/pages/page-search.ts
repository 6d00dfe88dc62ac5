import { withDeadline } from '@arbiter/adapter-kit/resilience';
import {
  ArbiterError,
  type FoundPage,
  MAX_PASSAGES_OF_PAGE,
  pagesOfSpan,
  type OperationOutput,
  type Passage,
  passageOf,
  type Principal,
  reaches,
  type SearchFilters,
  type searchPages,
} from '@arbiter/contracts';
import { fuseByReciprocalRank } from '@arbiter/fusion';
import type {
  CollectionCatalog,
  DocumentStore,
  MultiVectorIndex,
  PageEmbedder,
  PageHit,
  StoredDocument,
} from '@arbiter/ports';
import type { TimeBudget } from '../calls/time-budget.js';
import { chunkFilterOf, readableBy } from '../candidates/chunk-filter.js';
import type { LibrarySearch } from '../search/library-search.js';
import type { QuestionReader, ReadingCall } from '../synthesis/sentences/question-reader.js';
import { canRead, orderByReading, readableOf, READ_PAGES } from './order-by-reading.js';
import { wordsOfPage } from './words-of-page.js';

/** As many passages as one search gives: several may stand on one page. */
const PASSAGES = 100;
/** Least relevance of a passage whose page is looked at: half of what a text search asks for, since labels are no sentences. */
const MIN_RELEVANCE = 0.15;
/** Pages that are looked for by their pictures; no more are ever shown. */
const PICTURES = 50;
/** Longest wait for the server of page vectors and their index, in milliseconds. */
const PICTURES_MS = 10_000;
/** Of reciprocal rank fusion, for questions with about one right page. */
const RRF_K = 5;

export interface PageSearchPorts {
  readonly search: LibrarySearch;
  readonly catalog: Pick<CollectionCatalog, 'list'>;
  readonly documents: Pick<DocumentStore, 'get' | 'text'>;
  /** Reads the question with the first pages; absent or null where their order is that of the search. */
  readonly reader?: Pick<QuestionReader, 'read'> | null;
  /** Absent where words alone find pages. */
  readonly pictures?: { readonly embedder: PageEmbedder; readonly index: MultiVectorIndex } | undefined;
  /** Told why pictures found nothing. */
  readonly onFailure?: (error: unknown) => void;
}

interface PageQuery {
  readonly query: string;
  readonly limit: number;
  readonly collections?: string[] | undefined;
  readonly asOfSession?: number | undefined;
  readonly filters?: SearchFilters | undefined;
}

/** A page by its words, its picture or both. */
interface Candidate {
  readonly documentId: string;
  readonly page: number;
  readonly relevance: number;
  readonly pictureScore?: number;
  readonly passages: readonly Passage[];
}

/** Reads each document once for a search, however many of its pages are found. */
type DocumentReader = (id: string) => Promise<readonly [document: StoredDocument | null, text: string | null]>;

/** Finds pages by the passages on them and whether their words answer, fused with those whose pictures are near the query. */
export class PageSearch {
  constructor(private readonly ports: PageSearchPorts) {}

  /**
   * @throws ArbiterError of the search of words, INVALID_REQUEST for two filters by session; pictures that cannot be searched and words
   *   that cannot be read are told in `degraded`
   */
  async find(
    query: PageQuery,
    caller: Principal | null,
    { signal, time }: { readonly signal: AbortSignal; readonly time: TimeBudget },
  ): Promise<OperationOutput<typeof searchPages>> {
    const filters = filtersOf(query);
    const documentOf = this.documentReader(signal);
    const [byText, byPicture] = await Promise.all([
      this.byText({ ...query, filters }, caller, { signal, time }, documentOf),
      this.byPicture({ ...query, filters }, caller, signal),
    ]);
    const candidates = new Map((byPicture ?? []).map((page) => [keyOf(page), page]));
    for (const page of byText.pages) candidates.set(keyOf(page), { ...candidates.get(keyOf(page)), ...page });
    const rankings = [
      { name: 'text', ids: byText.pages.map(keyOf) },
      { name: 'picture', ids: (byPicture ?? []).map(keyOf) },
    ];
    const pages: FoundPage[] = [];
    for (const { id, contributions } of fuseByReciprocalRank(rankings, RRF_K)) {
      if (pages.length === query.limit) break;
      const foundBy = contributions.map(({ ranking }) => ranking as 'text' | 'picture');
      const candidate = candidates.get(id);
      const page = candidate && (await this.described(candidate, foundBy, documentOf));
      if (page) pages.push(page);
    }
    const isPictured = this.ports.pictures !== undefined;
    return {
      pages,
      method: isPictured && byPicture ? 'fused' : 'text',
      degraded: [...byText.degraded, ...(isPictured && !byPicture ? (['page-embedder'] as const) : [])],
    };
  }

  private async byText(
    { query, collections, filters }: FilteredQuery,
    caller: Principal | null,
    call: ReadingCall,
    documentOf: DocumentReader,
  ) {
    const { results, degraded } = await this.ports.search.search(
      {
        ...{
          query,
          caller,
          method: 'hybrid',
          limit: PASSAGES,
          min_relevance_score: MIN_RELEVANCE,
          include_citations: false,
        },
        filters,
        ...(collections && { knowledge_bases: collections }),
      },
      call.signal,
      call.time,
    );
    const pages = new Map<string, Candidate>();
    for (const passage of results.map(passageOf)) {
      for (const page of pagesOf(passage)) {
        const { documentId, score } = passage;
        const known = pages.get(keyOf({ documentId, page }));
        const { relevance = score, passages = [] } = known ?? {};
        pages.set(keyOf({ documentId, page }), { documentId, page, relevance, passages: [...passages, passage] });
      }
    }
    const found = [...pages.values()];
    const read = await this.read(query, found, call, documentOf);
    return { pages: read ?? found, degraded: [...degraded, ...(read ? [] : (['reader'] as const))] };
  }

  /** @returns the pages, with those first whose words answer, or as they were where nobody can read them; null where the reader failed */
  private async read(
    query: string,
    pages: readonly Candidate[],
    call: ReadingCall,
    documentOf: DocumentReader,
  ): Promise<readonly Candidate[] | null> {
    const { reader } = this.ports;
    if (!reader || pages.length < 2) return pages;
    const texts = await Promise.all(
      pages.slice(0, READ_PAGES).map(async ({ documentId, page, passages }) => {
        const { words = '' } = wordsOfPage(...(await documentOf(documentId)), page) ?? {};
        return { title: passages[0]?.title ?? '', section: [], text: readableOf(words, passages) };
      }),
    );
    if (!canRead(query, texts)) return pages;
    const readings = await reader.read(query, texts, call);
    return readings && orderByReading(pages, readings);
  }

  /** @returns null where nothing can be found by pictures at present */
  private async byPicture(
    { query, collections, filters }: FilteredQuery,
    caller: Principal | null,
    signal: AbortSignal,
  ): Promise<Candidate[] | null> {
    const { pictures, catalog, onFailure } = this.ports;
    if (!pictures) return null;
    const { embedder, index } = pictures;
    try {
      return await withDeadline(signal, { timeoutMs: PICTURES_MS, what: 'The search of pictures' }, async (limited) => {
        const manifests = (await catalog.list(limited)).filter(
          ({ name, pages }) =>
            pages?.model === embedder.model && reaches(caller, name) && (!collections || collections.includes(name)),
        );
        if (manifests.length === 0) return [];
        const dimensions = await embedder.dimensions(limited);
        const vectors = await embedder.embedQuery(query, { signal: limited });
        const filter = [...chunkFilterOf(filters), ...readableBy(caller)];
        const options = { limit: PICTURES, filter, signal: limited };
        const found = await Promise.all(manifests.map(({ name }) => index.search(name, vectors, dimensions, options)));
        return found.flat().sort(byScore).slice(0, PICTURES).map(candidateOf);
      });
    } catch (error) {
      signal.throwIfAborted();
      onFailure?.(error);
      return null;
    }
  }

  /** @returns null for a page of a document that has been deleted or replaced meanwhile */
  private async described(
    { documentId, page, relevance, pictureScore, passages }: Candidate,
    foundBy: FoundPage['foundBy'],
    documentOf: DocumentReader,
  ): Promise<FoundPage | null> {
    const [document, text] = await documentOf(documentId);
    const words = wordsOfPage(document, text, page);
    if (!document || !words) return null;
    const { collection, title, source } = document;
    return {
      ...{ collection, documentId, title, source, page, score: relevance, foundBy, ...words },
      ...(pictureScore !== undefined && { pictureScore }),
      passages: passages.slice(0, MAX_PASSAGES_OF_PAGE),
    };
  }

  private documentReader(signal: AbortSignal): DocumentReader {
    const { documents } = this.ports;
    const known = new Map<string, ReturnType<DocumentReader>>();
    return (id) => {
      const reading = known.get(id) ?? Promise.all([documents.get(id, signal), documents.text(id, signal)]);
      known.set(id, reading);
      return reading;
    };
  }
}

type FilteredQuery = PageQuery & { readonly filters: SearchFilters };

const SESSION = 'session';

function filtersOf({ filters = {}, asOfSession }: PageQuery): SearchFilters {
  if (asOfSession === undefined) return filters;
  if (Object.hasOwn(filters, SESSION)) {
    throw new ArbiterError('INVALID_REQUEST', 'A search of pages takes asOfSession or a filter by session, not both.');
  }
  const bounded: SearchFilters = { ...filters };
  bounded[SESSION] = { not: { gt: asOfSession } };
  return bounded;
}

function keyOf({ documentId, page }: Pick<Candidate, 'documentId' | 'page'>): string {
  return `${documentId}/${page}`;
}

/** Pages on which a passage stands; none for a format without pages. */
function pagesOf(passage: Passage): number[] {
  const { page, lastPage = page } = pagesOfSpan(passage, passage);
  if (page === null || lastPage === null) return [];
  return Array.from({ length: lastPage - page + 1 }, (_, index) => page + index);
}

function byScore(a: PageHit, b: PageHit): number {
  return b.score - a.score;
}

function candidateOf({ documentId, page, score }: PageHit): Candidate {
  const pictureScore = Math.min(1, Math.max(0, score));
  return { documentId, page, relevance: pictureScore, pictureScore, passages: [] };
}
