import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import {
  type Clock,
  type EmbeddedPage,
  isDrawn,
  isScanned,
  type OpenPages,
  type PageEmbedder,
  type StoredDocument,
} from '@arbiter/ports';

/** Of a picture that is embedded, in pixels: letters of a printed page stay legible. */
const PICTURE_WIDTH = 1_200;

/** Pages of one document that are embedded; of longer ones, the first so many. */
const MAX_PAGES = 500;
/** Vectors of one document in memory, since an index takes all of its pages at once: 500 pages of 1,000 vectors of 128 numbers. */
const MAX_BYTES = 256 * 1_024 * 1_024;
/** Pages of a document that are drawn or embedded at once: a server embeds several together. */
const PAGES_AT_ONCE = 4;
/** A document is given up when so many of its pages cannot be drawn: each may take as long as the renderer allows. */
const MAX_BROKEN = 10;
/** How long the pages of a document are looked through, in milliseconds: those of a document of 10,000 pages take less. */
const LOOKING_MS = 60_000;

/** As `PagePictures` does. */
export interface PageOpener {
  open<T>(document: StoredDocument, work: (pages: OpenPages) => Promise<T>, signal: AbortSignal): Promise<T>;
  close(): Promise<void>;
}

export interface EmbedPagesPorts {
  readonly embedder: PageEmbedder;
  readonly pictures: Pick<PageOpener, 'open'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

export interface EmbedPagesOptions {
  /** Numbers of a vector. */
  readonly dimensions: number;
  /** Awaited before each page, so that other jobs may have their turn. */
  readonly turn: () => Promise<void>;
  readonly signal: AbortSignal;
}

export interface DocumentEmbedding {
  /** By ascending number. */
  readonly pages: readonly EmbeddedPage[];
  /** A sentence for pages that are left out: they would be again. */
  readonly warnings: readonly string[];
}

interface FoundPages {
  readonly wanted: readonly number[];
  /** Whether pages are left that were not looked at. */
  readonly areMore: boolean;
}

/** Why a page cannot be drawn, by its number. */
type BrokenPages = Map<number, ArbiterError>;

/**
 * Draws and embeds the pages of a document whose text does not tell all that is on them: drawings, figures, tables, scans.
 *
 * @throws ArbiterError UNAVAILABLE when the embedder does not answer, or answers vectors of another width; when the original is damaged,
 *   or was replaced meanwhile; and the signal's reason
 */
export async function embedPages(
  document: StoredDocument,
  { embedder, pictures, clock }: EmbedPagesPorts,
  { dimensions, turn, signal }: EmbedPagesOptions,
): Promise<DocumentEmbedding> {
  const broken: BrokenPages = new Map();
  const until = clock.monotonic() + LOOKING_MS;
  const isOver = (): boolean => clock.monotonic() > until || broken.size >= MAX_BROKEN;
  let found: FoundPages;
  try {
    found = await pictures.open(document, (pages) => findPages(pages, { broken, isOver, signal }), signal);
  } catch (error) {
    const { message } = refusalOf(error, signal);
    return { pages: [], warnings: [`Its pages are not found by their pictures: ${message}`] };
  }
  let bytes = 0;
  const embedded = await mapConcurrently(found.wanted, PAGES_AT_ONCE, async (page): Promise<EmbeddedPage | null> => {
    if (bytes >= MAX_BYTES || broken.size >= MAX_BROKEN) return null;
    await turn();
    const draw = (pages: OpenPages): Promise<Uint8Array> => pages.renderJpeg(page, { width: PICTURE_WIDTH });
    const picture = await pictures.open(document, draw, signal).catch((error: unknown) => {
      broken.set(page, refusalOf(error, signal));
      return null;
    });
    if (!picture) return null;
    const vectors = await embedder.embedPage(picture, { signal });
    if (vectors.length === 0 || vectors.length % dimensions !== 0)
      throw new ArbiterError(
        'UNAVAILABLE',
        `The page embedder answered vectors that are not ${dimensions} numbers wide.`,
      );
    bytes += vectors.byteLength;
    return { documentId: document.id, page, vectors, metadata: document.metadata };
  });
  const pages = embedded.filter((page) => page !== null);
  const areMore = found.areMore || embedded.some((page, at) => !page && !broken.has(found.wanted[at] ?? 0));
  return { pages, warnings: warningsOf(pages, broken, areMore) };
}

async function findPages(
  pages: OpenPages,
  {
    broken,
    isOver,
    signal,
  }: { readonly broken: BrokenPages; readonly isOver: () => boolean; readonly signal: AbortSignal },
): Promise<FoundPages> {
  const wanted: number[] = [];
  for (let page = 1; page <= pages.pageCount; page += 1) {
    if (wanted.length >= MAX_PAGES || isOver()) return { wanted, areMore: true };
    try {
      const objects = await pages.describe(page);
      if (isDrawn(objects) || isScanned(objects)) wanted.push(page);
    } catch (error) {
      broken.set(page, refusalOf(error, signal));
    }
    signal.throwIfAborted();
  }
  return { wanted, areMore: false };
}

/** Why a document or a page cannot be drawn. @throws the signal's reason, and any other error */
function refusalOf(error: unknown, signal: AbortSignal): ArbiterError {
  signal.throwIfAborted();
  if (error instanceof ArbiterError && error.code === 'INVALID_REQUEST') return error;
  throw error;
}

function warningsOf(pages: readonly EmbeddedPage[], broken: BrokenPages, areMore: boolean): string[] {
  const [first] = [...broken].sort(([a], [b]) => a - b);
  const others = broken.size > 1 ? ` and ${broken.size - 1} more` : '';
  const last = pages.at(-1)?.page ?? 0;
  return [
    ...(first ? [`Page ${first[0]}${others} cannot be found by pictures: ${first[1].message}`] : []),
    ...(areMore
      ? [`Its pages after page ${last} are not found by their pictures: it has too many, or took too long.`]
      : []),
  ];
}
