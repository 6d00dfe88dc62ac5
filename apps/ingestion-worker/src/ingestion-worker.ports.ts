import { resolve } from 'node:path';
import { type DataDirectory, openDataDirectory, WriteGate } from '@arbiter/adapters-filesystem';
import { LmdbEmbeddingCache } from '@arbiter/adapters-lmdb';
import {
  type EmbeddingSettings,
  type LibrarySettings,
  openEmbedder,
  openIndexes,
  openJobQueue,
  openLibraryStores,
  openPageEmbedder,
  type PageEmbedderSettings,
  type StoreSettings,
} from '@arbiter/backends';
import type { PriceTable } from '@arbiter/contracts';
import { readPriceTable } from '@arbiter/platform';
import {
  type BlobStore,
  type ChangelogStore,
  type Clock,
  type CollectionCatalog,
  type DeletionLog,
  type DocumentStore,
  type Embedder,
  type EmbeddingCache,
  type EntityStore,
  type ExtractionStore,
  type GraphCorrectionStore,
  type GraphStore,
  type IdGenerator,
  type JobQueue,
  type KeywordIndex,
  type LanguageModel,
  type MultiVectorIndex,
  type PageEmbedder,
  type ScheduleStore,
  SYSTEM_CLOCK,
  type VectorIndex,
} from '@arbiter/ports';
import { type ExtractionModelSettings, openExtractionModel } from './graph/model/open-extraction-model.js';
import type { IngestionWorkerConfig } from './ingestion-worker.config.js';
import { type ChangeGate, gatedCatalog, gatedIndex } from './library/change-gate.js';
import { RememberingDocumentStore } from './library/remembering-document-store.js';
import { type LoaderSettings, openLoaders, type OpenLoaders } from './load/open-loaders.js';
import { openParsersOfPacks, type PackSettings, type ParsersOfPack } from './parse/parsers-of-packs.js';
import { DiskReserve } from './pipeline/rollback.js';
import { Uploads } from './uploads/uploads.js';

/** About 80,000 chunks of the shipped model; the oldest go first. */
const EMBEDDING_CACHE_BYTES = 1_024 * 1_024 * 1_024;
/** Longest parse of one document, in milliseconds: a book of a thousand pages takes half a minute on a small machine. */
export const PARSE_MS = 60_000;
/** Heap of a parsing thread: the largest tables and books need a few hundred MiB. */
export const PARSER_MEMORY_MIB = 1_024;

/** Everything that this arm needs from outside. */
export interface IngestionWorkerPorts extends Omit<OpenLoaders, 'close'> {
  readonly catalog: CollectionCatalog;
  readonly documents: DocumentStore;
  readonly blobs: BlobStore;
  readonly uploads: Uploads;
  /** Whether the bytes of documents are kept beside their text. */
  readonly keepOriginals: boolean;
  readonly entities: EntityStore;
  readonly deletions: DeletionLog;
  readonly changelogs: ChangelogStore;
  readonly corrections: GraphCorrectionStore;
  readonly graphs: GraphStore;
  readonly extractions: ExtractionStore;
  readonly queue: JobQueue;
  readonly schedules: ScheduleStore;
  readonly vectorIndex: VectorIndex;
  readonly keywordIndex: KeywordIndex;
  readonly embedder: Embedder;
  /** Pictures of pages; null or absent where there are none. */
  readonly pageIndex?: MultiVectorIndex | null;
  /** Embeds pictures of pages; null or absent where that is not set up. What was embedded earlier still goes with its documents. */
  readonly pageEmbedder?: PageEmbedder | null;
  /** Opens another embedder by the name of its model. @throws ArbiterError INVALID_REQUEST for an unknown model */
  readonly openEmbedder: (model: string) => Embedder;
  /** Disk space kept free for removing the leftovers of failed work. */
  readonly reserve: Pick<DiskReserve, 'spendIfNeeded'>;
  /** Collections that this process has cleared of chunks without a document; absent if other processes write too. */
  readonly swept?: Set<string>;
  /** Null if there is no cache. */
  readonly embeddingCache: EmbeddingCache | null;
  /** Prices of models; null if none are configured. */
  readonly prices: PriceTable | null;
  /** Reads documents into knowledge graphs; null where rules alone do. */
  readonly extractionModel: LanguageModel | null;
  /** Absent where no pack brings any. */
  readonly parsersOfPacks?: readonly ParsersOfPack[];
  /** Lets a backup see changes of several stores whole; absent where nothing on this disk has to be. */
  readonly gate?: ChangeGate;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

/**
 * Paths that jobs may name: those below INGESTION_ROOTS and below `besides`, or any path for a command that the local user
 * runs.
 */
export type Reach = 'anywhere' | { readonly besides: readonly string[] };

export interface BindIngestionOptions {
  /** Base of relative paths. */
  readonly cwd: string;
  readonly ids: IdGenerator;
  /** Default: paths below INGESTION_ROOTS. */
  readonly reach?: Reach;
  /** An open embedder, which its owner closes; absent: opens its own. */
  readonly embedder?: Embedder;
  /** Absent: no pack reads with code of its own. */
  readonly packs?: PackSettings;
  /** Whether this process is going to say where it answers. */
  readonly willServe?: boolean;
}

/** Opens the embedded stores for writing; only one process may hold them for writing. */
export async function bindIngestionPorts(
  config: Pick<IngestionWorkerConfig, 'dataDir' | 'natsUrl' | 'modelPrices' | 'roots' | 'keepOriginals'> &
    LoaderSettings &
    StoreSettings &
    LibrarySettings &
    EmbeddingSettings &
    PageEmbedderSettings &
    ExtractionModelSettings,
  { cwd, ids, reach = { besides: [] }, embedder: shared, packs, willServe = false }: BindIngestionOptions,
): Promise<IngestionWorkerPorts & { readonly directory: DataDirectory; close(): Promise<void> }> {
  const clock = SYSTEM_CLOCK;
  const prices = await readPriceTable(config.modelPrices, cwd);
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const directory = await openDataDirectory({
      path: resolve(cwd, config.dataDir),
      mode: 'write',
      clock,
      owner: { starting: willServe },
    });
    closers.push(() => directory.close());
    const indexes = await openIndexes(config, { directory: directory.resolve('indexes'), mode: 'read-write' });
    closers.push(() => indexes.close());
    const embedder = shared ?? openEmbedder(config);
    if (embedder !== shared) closers.push(() => embedder.close());
    const pageEmbedder = openPageEmbedder(config);
    if (pageEmbedder) closers.push(() => pageEmbedder.close());
    const embeddingCache = LmdbEmbeddingCache.open({
      path: directory.resolve('embeddings'),
      maxBytes: EMBEDDING_CACHE_BYTES,
    });
    closers.push(() => embeddingCache.close());
    const library = await openLibraryStores(config, directory);
    closers.push(() => library.close());
    const jobs = await openJobQueue(config, { directory, clock });
    closers.push(() => jobs.close());
    const extractionModel = await openExtractionModel(config);
    if (extractionModel) closers.push(() => extractionModel.close());
    const reserve = new DiskReserve(directory.resolve('reserve'));
    await reserve.hold();
    const roots = reach === 'anywhere' ? null : [...config.roots, ...reach.besides].map((root) => resolve(cwd, root));
    const uploads = new Uploads(library.blobs, clock);
    const loaders = await openLoaders(config, directory, { roots, uploads });
    closers.push(() => loaders.close());
    const ofPacks = packs && (await openParsersOfPacks(packs, { timeMs: PARSE_MS, memoryMib: PARSER_MEMORY_MIB }));
    if (ofPacks) closers.push(() => ofPacks.close());
    const gate = new WriteGate(directory);
    // The lock of the data directory guarantees it.
    const isOnlyWriter = config.documentStore === 'filesystem';
    return {
      directory,
      catalog: gatedCatalog(library.catalog, gate),
      documents: isOnlyWriter ? new RememberingDocumentStore(library.documents) : library.documents,
      ...(isOnlyWriter && { swept: new Set<string>() }),
      blobs: library.blobs,
      uploads,
      keepOriginals: config.keepOriginals,
      entities: library.entities,
      deletions: library.deletions,
      changelogs: library.changelogs,
      corrections: library.corrections,
      graphs: library.graphs,
      extractions: library.extractions,
      queue: jobs.queue,
      schedules: jobs.schedules,
      ...loaders,
      vectorIndex: gatedIndex(indexes.vectorIndex, gate),
      keywordIndex: gatedIndex(indexes.keywordIndex, gate),
      pageIndex: gatedIndex(indexes.pageIndex, gate),
      pageEmbedder,
      gate,
      embedder,
      openEmbedder: (embeddingModel) => openEmbedder({ ...config, embeddingModel, embeddingDimension: undefined }),
      embeddingCache,
      prices,
      extractionModel,
      ...(ofPacks && { parsersOfPacks: ofPacks.packs }),
      reserve,
      clock,
      ids,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
