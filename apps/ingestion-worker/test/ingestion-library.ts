import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileArchiveReader } from '@arbiter/adapters-archives';
import { HtmlParser } from '@arbiter/adapters-html';
import { MarkdownParser } from '@arbiter/adapters-markdown';
import { PdfParser, PictureParser } from '@arbiter/adapters-pdf';
import { PdfiumRenderer } from '@arbiter/adapters-pdfium';
import { PlainTextParser } from '@arbiter/adapters-plain-text';
import {
  type IngestionEstimate,
  type IngestionJob,
  type IngestionSource,
  NO_COUNTS,
  type PriceTable,
} from '@arbiter/contracts';
import {
  type Chunk,
  type ChunkFilter,
  type DocumentParser,
  type Embedder,
  type EmbedOptions,
  indexNameOf,
  type PageEmbedder,
  type PageRenderer,
  type ParsedDocument,
  type ParseRequest,
} from '@arbiter/ports';
import {
  FakeEmbedder,
  InMemoryBlobStore,
  InMemoryCollectionCatalog,
  InMemoryDeletionLog,
  InMemoryDocumentStore,
  InMemoryEmbeddingCache,
  InMemoryEntityStore,
  type InMemoryFile,
  InMemoryKeywordIndex,
  InMemoryMultiVectorIndex,
  InMemoryVectorIndex,
  keywordQueryOf,
  ManualClock,
} from '@arbiter/ports/testing';
import { IngestionEstimator } from '../src/estimate/ingestion-estimator.js';
import { DocumentBlobs } from '../src/library/document-blobs.js';
import { DocumentLister } from '../src/load/document-lister.js';
import { PagePictures } from '../src/pages/page-pictures.js';
import { parseDocument, type ReadDocument } from '../src/parse/parse-document.js';
import { ParserRegistry } from '../src/parse/parser-registry.js';
import { ChunkEmbedder, EmbeddingPace } from '../src/pipeline/chunk-embedder.js';
import { DocumentWriter } from '../src/pipeline/document-writer.js';
import { IngestionRun } from '../src/pipeline/ingestion-run.js';
import { PageVectors } from '../src/pipeline/page-vectors.js';
import type { RunProgress } from '../src/pipeline/run-progress.js';
import { UncommittedDocuments } from '../src/pipeline/rollback.js';
import type { SpendingBudget } from '../src/pipeline/spending-budget.js';
import { ReindexRun } from '../src/reindex/reindex-run.js';
import { Uploads } from '../src/uploads/uploads.js';
import { type TestFolders, testLoaders } from './test-loaders.js';

export const COLLECTION = 'notes';
/** Folder of fetched files during a run. A test that fetches removes it. */
export const SCRATCH = join(tmpdir(), `arbiter-ingestion-library-${process.pid}`);
export const FOLDER: readonly IngestionSource[] = [{ kind: 'path', path: '/library' }];

export interface ReindexTestOptions {
  /** Id of the job. */
  readonly id?: string;
  /** Uses another embedder than the library was built with. */
  readonly with?: Embedder;
  readonly onProgress?: (progress: RunProgress) => void;
}

export interface LibraryOptions extends TestFolders {
  readonly msPerText?: number;
  readonly keepOriginals?: boolean;
  /** Absent: pictures of pages are not embedded. */
  readonly pageEmbedder?: PageEmbedder;
  readonly renderer?: PageRenderer;
}

/** A worker's pipeline over stores in memory, with files that a test may change. */
export function library(
  files: Record<string, InMemoryFile>,
  {
    msPerText = 0,
    keepOriginals = true,
    pageEmbedder,
    renderer = new PdfiumRenderer(),
    ...folders
  }: LibraryOptions = {},
) {
  const held = new Map(Object.entries(files));
  const clock = new ManualClock();
  const parsed: string[] = [];
  const catalog = new InMemoryCollectionCatalog();
  const documents = new InMemoryDocumentStore();
  const blobs = new InMemoryBlobStore(() => clock.now());
  const uploads = new Uploads(blobs, clock);
  const entities = new InMemoryEntityStore();
  const deletions = new InMemoryDeletionLog();
  const embedder = new SlowEmbedder(clock, msPerText);
  const vectorIndex = new InMemoryVectorIndex();
  const keywordIndex = new InMemoryKeywordIndex();
  const pageIndex = new InMemoryMultiVectorIndex();
  const cache = new InMemoryEmbeddingCache();
  const pace = new EmbeddingPace(clock);
  const chunkEmbedder = new ChunkEmbedder(embedder, cache, () => undefined, pace);
  const writer = new DocumentWriter({
    embedder: chunkEmbedder,
    vectorIndex,
    keywordIndex,
    pageIndex,
    documents,
    blobs,
    entities,
    deletions,
    clock,
    catalog,
  });
  const uncommitted = new UncommittedDocuments();
  const logged: { readonly level: 'warn' | 'error'; readonly fields: object; readonly message: string }[] = [];
  const parsers = new ParserRegistry([
    new CountingParser(parsed),
    new PlainTextParser(),
    new HtmlParser(),
    new PdfParser(),
    new PictureParser('png'),
    new PairParser(),
    new UnitParser(),
    new FailingParser(),
  ]);
  const loaders = testLoaders(held, folders, uploads);
  const lister = new DocumentLister({
    loaders,
    archives: new FileArchiveReader(),
    limits: { fileBytes: 1_000_000, archiveBytes: 1_000_000 },
    parsers,
    documents,
    catalog,
    scratch: SCRATCH,
  });
  const signal: AbortSignal = new AbortController().signal;

  const log = {
    warn: (fields: object, message: string) => void logged.push({ level: 'warn', fields, message }),
    error: (fields: object, message: string) => void logged.push({ level: 'error', fields, message }),
  };
  const pictures = new PagePictures({ renderer, blobs, kept: null });
  const drawn = {
    catalog,
    documents,
    blobs: new DocumentBlobs(blobs, documents),
    writer,
    pictures,
    pageIndex,
    clock,
    log,
  };
  const pageVectorsBy = (by: PageEmbedder | null | undefined): PageVectors | null =>
    by ? new PageVectors({ ...drawn, embedder: by }) : null;
  const read = (request: ParseRequest): Promise<ReadDocument> => parseDocument(request, parsers);
  const ports = {
    catalog,
    documents,
    blobs,
    entities,
    deletions,
    embedder,
    keepOriginals,
    lister,
    parsers,
    read,
    writer,
    upkeep: { soon: () => undefined },
    log,
    uncommitted,
    turn: () => Promise.resolve(),
    clock,
    vectorIndex,
    keywordIndex,
  };
  /** Jobs of a worker that embeds pages by the given one. */
  const withPages = (by: PageEmbedder | null | undefined) => {
    const pageVectors = pageVectorsBy(by);
    return {
      ingest: async (
        sources: readonly IngestionSource[] = FOLDER,
        given: AbortSignal = signal,
        language?: string,
        budget?: SpendingBudget,
        onProgress: (progress: RunProgress) => void = () => undefined,
      ): Promise<RunProgress> => {
        const own = { ...ports, pageVectors, ...(budget && { budget }) };
        const run = new IngestionRun(jobOf(sources, language), own, onProgress);
        await run.execute(given);
        return run.embedPages(given);
      },
      reindex: async (
        given: AbortSignal = signal,
        { id = 'reindex-1', ...options }: ReindexTestOptions = {},
      ): Promise<RunProgress> => {
        const { with: other = embedder, onProgress = () => undefined } = options;
        const job = { ...jobOf([]), id, reindex: {} };
        const chunkEmbedderOf = new ChunkEmbedder(other, cache, () => undefined, new EmbeddingPace(clock));
        const own = { ...ports, pageVectors, embedder: other, chunkEmbedder: chunkEmbedderOf };
        const run = new ReindexRun(job, own, { graceMs: 0 }, onProgress);
        await run.execute(given);
        return run.embedPages(given);
      },
    };
  };
  const estimate = (
    { prices = null }: { readonly prices?: PriceTable | null } = {},
    sources: readonly IngestionSource[] = FOLDER,
  ): Promise<IngestionEstimate> =>
    new IngestionEstimator({ ...ports, chunkEmbedder, pace, prices }).estimate(
      { collection: COLLECTION, sources },
      signal,
    );
  const findChunks = async (words: string, filter: ChunkFilter = []): Promise<Chunk[]> => {
    // As the retriever does.
    const manifest = await catalog.get(COLLECTION, signal);
    const index = manifest ? indexNameOf(manifest) : COLLECTION;
    const hits = await keywordIndex.search(index, keywordQueryOf(words), { limit: 10, filter, signal });
    const chunks = await keywordIndex.chunks(
      index,
      hits.map(({ chunkId }) => chunkId),
      signal,
    );
    return hits.flatMap(({ chunkId }) => chunks.get(chunkId) ?? []);
  };
  const find = async (words: string): Promise<string[]> => (await findChunks(words)).map(({ text }) => text);
  return {
    files: held,
    parsed,
    cache,
    documents,
    blobs,
    uploads,
    entities,
    vectorIndex,
    keywordIndex,
    pageIndex,
    catalog,
    clock,
    writer,
    uncommitted,
    turn: () => Promise.resolve(),
    logged,
    ...withPages(pageEmbedder),
    withPages,
    estimate,
    find,
    findChunks,
    signal,
  };
}

function jobOf(sources: readonly IngestionSource[], language?: string): IngestionJob {
  return {
    id: 'job-1',
    collection: COLLECTION,
    tenant: 'default',
    sources: [...sources],
    language,
    state: 'running',
    attempts: 1,
    counts: NO_COUNTS,
    failures: [],
    error: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: null,
  };
}

/** Takes time by the clock of the test. */
class SlowEmbedder extends FakeEmbedder {
  constructor(
    private readonly clock: ManualClock,
    private readonly msPerText: number,
  ) {
    super();
  }

  override embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> {
    this.clock.advance(texts.length * this.msPerText);
    return super.embed(texts, options);
  }
}

/** A format whose text is the name of its only unit. */
class UnitParser extends PlainTextParser implements DocumentParser {
  override readonly extensions = ['.unit'];

  override async parse(request: ParseRequest): Promise<ParsedDocument> {
    const parsed = await super.parse(request);
    const { text } = parsed;
    return {
      ...parsed,
      entities: [{ type: 'unit', name: text, aliases: [], attributes: {}, start: 0, end: text.length, data: text }],
    };
  }
}

/** A format whose reader fails on every file with an unforeseen error. */
class FailingParser extends PlainTextParser implements DocumentParser {
  override readonly extensions = ['.odd'];

  override parse(): Promise<ParsedDocument> {
    return Promise.reject(new TypeError('x is not a function'));
  }
}

/** A format of two files: the text of `a.pair`, followed by that of `b.key` beside it. */
class PairParser extends PlainTextParser implements DocumentParser {
  override readonly extensions = ['.pair'];

  async relatedDigest({ related, signal }: ParseRequest): Promise<string> {
    return new TextDecoder().decode(await related!.read('b.key', signal));
  }

  override async parse(request: ParseRequest) {
    const bytes = new TextEncoder().encode(
      `${new TextDecoder().decode(request.bytes)} ${await this.relatedDigest(request)}`,
    );
    return super.parse({ ...request, bytes });
  }
}

export const LIGHT = '# Gull Point\n\n## Keeper\n\nMara Fell keeps the lamp.\n';
export const INN = '# The Drowned Rat\n\nThe inn serves eel pie.\n';

/** Reads Markdown, and records the requests. */
class CountingParser extends MarkdownParser {
  constructor(private readonly read: string[]) {
    super();
  }

  override parse(request: ParseRequest): Promise<ParsedDocument> {
    this.read.push(request.name);
    return super.parse(request);
  }
}
