import { resolve } from 'node:path';
import { type DataDirectory, openDataDirectory } from '@arbiter/adapters-filesystem';
import { LmdbEmbeddingCache } from '@arbiter/adapters-lmdb';
import {
  type EmbeddingSettings,
  type JobQueueSettings,
  type LibrarySettings,
  openEmbedder,
  openIndexes,
  openJobQueue,
  openLibraryStores,
  type StoreSettings,
} from '@arbiter/backends';
import type { PriceTable } from '@arbiter/contracts';
import { readPriceTable } from '@arbiter/platform';
import {
  type Clock,
  type CollectionCatalog,
  type DeletionLog,
  type DocumentStore,
  type Embedder,
  type EmbeddingCache,
  type EntityStore,
  type IdGenerator,
  type JobQueue,
  type KeywordIndex,
  type ScheduleStore,
  SYSTEM_CLOCK,
  type VectorIndex,
} from '@arbiter/ports';
import type { IngestionWorkerConfig } from './ingestion-worker.config.js';
import { RememberingDocumentStore } from './library/remembering-document-store.js';
import { type LoaderSettings, openLoaders, type OpenLoaders } from './load/open-loaders.js';
import { DiskReserve } from './pipeline/rollback.js';

const MIB = 1_024 * 1_024;

/** Everything outside of this arm that it needs. */
export interface IngestionWorkerPorts extends Omit<OpenLoaders, 'close'> {
  readonly catalog: CollectionCatalog;
  readonly documents: DocumentStore;
  readonly entities: EntityStore;
  readonly deletions: DeletionLog;
  readonly queue: JobQueue;
  readonly schedules: ScheduleStore;
  readonly vectorIndex: VectorIndex;
  readonly keywordIndex: KeywordIndex;
  readonly embedder: Embedder;
  /** Another one, by the name of its model. @throws ArbiterError INVALID_REQUEST for a model that is not known here */
  readonly openEmbedder: (model: string) => Embedder;
  /** Room for taking away what broke off. */
  readonly reserve: Pick<DiskReserve, 'spendIfNeeded'>;
  /** Collections that were swept of chunks without a document since this process began; absent where others write, too. */
  readonly swept?: Set<string>;
  /** Null for none. */
  readonly embeddingCache: EmbeddingCache | null;
  /** What models cost; null where nobody says. */
  readonly prices: PriceTable | null;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

/** Which paths jobs may name: those below INGESTION_ROOTS and below these, or any, for a command of the machine's own user. */
export type Reach = 'anywhere' | { readonly besides: readonly string[] };

export interface BindIngestionOptions {
  /** Where relative paths start. */
  readonly cwd: string;
  readonly ids: IdGenerator;
  /** Default: those below INGESTION_ROOTS. */
  readonly reach?: Reach;
  /** One that is open already, and that its owner closes; absent: an own one. */
  readonly embedder?: Embedder;
}

/** Opens the embedded stores for writing; only one process may hold them so. */
export async function bindIngestionPorts(
  config: Pick<
    IngestionWorkerConfig,
    | 'dataDir'
    | 'natsUrl'
    | 'maxDeliveries'
    | 'maxQueuedJobs'
    | 'maxQueuedJobsOfTenant'
    | 'maxQueuedContentMib'
    | 'embeddingCacheMb'
    | 'modelPrices'
    | 'roots'
  > &
    LoaderSettings &
    StoreSettings &
    LibrarySettings &
    JobQueueSettings &
    EmbeddingSettings,
  { cwd, ids, reach = { besides: [] }, embedder: shared }: BindIngestionOptions,
): Promise<IngestionWorkerPorts & { readonly directory: DataDirectory; close(): Promise<void> }> {
  const clock = SYSTEM_CLOCK;
  const prices = await readPriceTable(config.modelPrices, cwd);
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const directory = await openDataDirectory({ path: resolve(cwd, config.dataDir), mode: 'write', clock });
    closers.push(() => directory.close());
    const indexes = await openIndexes(config, { directory: directory.resolve('indexes'), mode: 'read-write' });
    closers.push(() => indexes.close());
    const embedder = shared ?? openEmbedder(config);
    if (embedder !== shared) closers.push(() => embedder.close());
    const embeddingCache = openEmbeddingCache(directory.resolve('embeddings'), config.embeddingCacheMb * MIB);
    if (embeddingCache) closers.push(() => embeddingCache.close());
    const library = await openLibraryStores(config, directory);
    closers.push(() => library.close());
    const jobs = await openJobQueue(config, {
      directory,
      clock,
      maxDeliveries: config.maxDeliveries,
      limits: {
        jobs: config.maxQueuedJobs,
        jobsOfTenant: config.maxQueuedJobsOfTenant,
        contentChars: config.maxQueuedContentMib * MIB,
      },
    });
    closers.push(() => jobs.close());
    const reserve = new DiskReserve(directory.resolve('reserve'));
    await reserve.hold();
    const roots = reach === 'anywhere' ? null : [...config.roots, ...reach.besides].map((root) => resolve(cwd, root));
    const loaders = await openLoaders(config, directory, roots);
    closers.push(() => loaders.close());
    // The lock of the data directory says so.
    const isOnlyWriter = config.documentStore === 'filesystem';
    return {
      directory,
      catalog: library.catalog,
      documents: isOnlyWriter ? new RememberingDocumentStore(library.documents) : library.documents,
      ...(isOnlyWriter && { swept: new Set<string>() }),
      entities: library.entities,
      deletions: library.deletions,
      queue: jobs.queue,
      schedules: jobs.schedules,
      ...loaders,
      vectorIndex: indexes.vectorIndex,
      keywordIndex: indexes.keywordIndex,
      embedder,
      openEmbedder: (embeddingModel) => openEmbedder({ ...config, embeddingModel, embeddingDimension: undefined }),
      embeddingCache,
      prices,
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

function openEmbeddingCache(path: string, maxBytes: number): EmbeddingCache | null {
  return maxBytes === 0 ? null : LmdbEmbeddingCache.open({ path, maxBytes });
}
