import { resolve } from 'node:path';
import { Module, type DynamicModule, type OnModuleDestroy, type OnModuleInit, Inject } from '@nestjs/common';
import { openDataDirectory, type DataDirectory } from '@arbiter/adapters-filesystem';
import { LmdbEmbeddingCache } from '@arbiter/adapters-lmdb';
import {
  openEmbedder,
  openIndexes,
  openJobQueue,
  openLibraryStores,
  type EmbeddingSettings,
  type JobQueueSettings,
  type LibrarySettings,
  type StoreSettings,
} from '@arbiter/backends';
import { readPriceTable, type Logger } from '@arbiter/platform';
import type { PriceTable } from '@arbiter/contracts';
import {
  SYSTEM_CLOCK,
  type Clock,
  type CollectionCatalog,
  type DeletionLog,
  type DocumentStore,
  type Embedder,
  type EntityStore,
  type EmbeddingCache,
  type IdGenerator,
  type JobQueue,
  type KeywordIndex,
  type ScheduleStore,
  type VectorIndex,
} from '@arbiter/ports';
import { CollectionsController } from './collections/collections.controller.js';
import { DocumentReadingController } from './documents/document-reading.controller.js';
import { DeletionsController } from './documents/deletions.controller.js';
import { DocumentsController } from './documents/documents.controller.js';
import type { IngestionWorkerConfig } from './ingestion-worker.config.js';
import { EstimateController } from './estimate/estimate.controller.js';
import { IngestionEstimator } from './estimate/ingestion-estimator.js';
import { EntitiesController } from './entities/entities.controller.js';
import {
  CATALOG,
  CLOCK,
  DELETION_LOG,
  DOCUMENT_STORE,
  EMBEDDER,
  EMBEDDERS,
  ENTITY_STORE,
  ID_GENERATOR,
  JOB_QUEUE,
  SCHEDULE_STORE,
  JOB_READER,
} from './ingestion-worker.tokens.js';
import type { ExecuteJob } from './jobs/job-attempt.js';
import { JobRunner } from './jobs/job-runner.js';
import { JobReadingController } from './jobs/job-reading.controller.js';
import { JobsController } from './jobs/jobs.controller.js';
import { DocumentLister } from './load/document-lister.js';
import { openLoaders, type LoaderSettings, type OpenLoaders } from './load/open-loaders.js';
import { ReadablePaths } from './load/readable-paths.js';
import { documentParsers } from './parse/document-parsers.js';
import { IsolatedReader } from './parse/isolated/isolated-reader.js';
import { ChunkEmbedder } from './pipeline/chunk-embedder.js';
import { EmbeddingPace } from './pipeline/embedding-pace.js';
import { DiskReserve } from './pipeline/disk-reserve.js';
import { DocumentWriter } from './pipeline/document-writer.js';
import { HalfWritten } from './pipeline/half-written.js';
import { IndexUpkeep } from './pipeline/index-upkeep.js';
import { JobBudgets } from './pipeline/spending-budget.js';
import { IngestionRun } from './pipeline/ingestion-run.js';
import { RememberingDocumentStore } from './pipeline/remembering-document-store.js';
import { RefreshScheduler } from './refresh/refresh-scheduler.js';
import { SchedulesController } from './refresh/schedules.controller.js';
import { dropLeftovers } from './reindex/index-generations.js';
import { ReindexRun } from './reindex/reindex-run.js';
import { withEmbedder } from './reindex/with-embedder.js';

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

const MIB = 1_024 * 1_024;
/** Documents that are parsed at once; the embedder has use for the other cores. */
const MAX_PARSER_THREADS = 2;
/** Heap of a thread that parses: the largest tables and books need a few hundred MiB. */
const PARSER_MEMORY_MIB = 1_024;

/** How long a search may go on with indexes that were replaced meanwhile, in milliseconds: most take a tenth of it. */
const SEARCH_GRACE_MS = 3_000;

/** Composition root of the ingestion worker: the only file of it that binds a port to an adapter. */
@Module({})
export class IngestionWorkerModule implements OnModuleInit, OnModuleDestroy {
  constructor(
    @Inject(JobRunner) private readonly runner: JobRunner,
    @Inject(RefreshScheduler) private readonly scheduler: RefreshScheduler,
    @Inject(IsolatedReader) private readonly reader: IsolatedReader,
    @Inject(IndexUpkeep) private readonly upkeep: IndexUpkeep,
    @Inject(CATALOG) private readonly catalog: CollectionCatalog,
  ) {}

  static register(
    {
      concurrency,
      patienceSeconds,
      maxParseSeconds,
      searchPath,
      ocrLanguages,
      ocrMaxPages,
      maxCost,
    }: Pick<
      IngestionWorkerConfig,
      'concurrency' | 'patienceSeconds' | 'maxParseSeconds' | 'searchPath' | 'ocrLanguages' | 'ocrMaxPages' | 'maxCost'
    >,
    ports: IngestionWorkerPorts,
    logger: Logger,
  ): DynamicModule {
    const embedderOf = (embedder: Embedder, pace = new EmbeddingPace(ports.clock)): ChunkEmbedder =>
      new ChunkEmbedder(
        embedder,
        ports.embeddingCache,
        (err) => logger.warn({ err }, 'the embedding cache failed, and the ingestion goes on without it'),
        pace,
      );
    const pace = new EmbeddingPace(ports.clock);
    const chunkEmbedder = embedderOf(ports.embedder, pace);
    const writer = new DocumentWriter({ ...ports, embedder: chunkEmbedder });
    const parsers = documentParsers();
    const reader = new IsolatedReader({
      parsers,
      threads: Math.min(concurrency, MAX_PARSER_THREADS),
      limits: { timeMs: maxParseSeconds * 1_000, memoryMib: PARSER_MEMORY_MIB },
      recognition: { searchPath, languages: ocrLanguages, maxPages: ocrMaxPages },
    });
    const { read } = reader;
    const lister = new DocumentLister({ ...ports, parsers });
    const estimator = new IngestionEstimator({ ...ports, parsers, read, lister, chunkEmbedder, pace });
    const upkeep = new IndexUpkeep({
      tend: (collection, { erase }, signal) => writer.optimize(collection, signal, { erase, ifWorthIt: !erase }),
      onFailure: (collection, err) => logger.warn({ collection, err }, 'the indexes could not be looked after yet'),
      clock: ports.clock,
    });
    const halfWritten = new HalfWritten();
    const budgets = new JobBudgets(maxCost, ports.prices);
    const reindex: ExecuteJob = (job, report, signal, turn) =>
      withEmbedder(job.reindex?.embeddingModel, ports, (embedder) => {
        const own = { ...ports, embedder, chunkEmbedder: embedderOf(embedder), budget: budgets.of(job), turn };
        return new ReindexRun(job, own, { graceMs: SEARCH_GRACE_MS }, report).execute(signal);
      });
    const ingest: ExecuteJob = (job, report, signal, turn) =>
      new IngestionRun(
        job,
        { ...ports, parsers, read, lister, writer, upkeep, halfWritten, turn, budget: budgets.of(job), log: logger },
        report,
      ).execute(signal);
    const runner = new JobRunner(
      ports.queue,
      (job, report, signal, turn) => (job.reindex ? reindex : ingest)(job, report, signal, turn),
      {
        workerId: ports.ids.next('worker'),
        concurrency,
        patienceMs: patienceSeconds * 1_000,
        abandon: async ({ id, collection, reindex: rebuilds }, signal) => {
          const left = halfWritten.of(id);
          await ports.reserve.spendIfNeeded(async () => {
            if (rebuilds) await dropLeftovers(collection, ports, signal);
            await writer.removeHalfWritten(collection, left, signal);
          });
          halfWritten.ended(id, left);
        },
      },
      logger,
    );
    const scheduler = new RefreshScheduler({ ...ports, random: Math.random, log: logger });
    return {
      module: IngestionWorkerModule,
      controllers: [
        JobsController,
        SchedulesController,
        JobReadingController,
        EstimateController,
        DocumentsController,
        DocumentReadingController,
        DeletionsController,
        EntitiesController,
        CollectionsController,
      ],
      providers: [
        { provide: CATALOG, useValue: ports.catalog },
        { provide: JOB_QUEUE, useValue: ports.queue },
        { provide: JOB_READER, useValue: ports.queue },
        { provide: DOCUMENT_STORE, useValue: ports.documents },
        { provide: ENTITY_STORE, useValue: ports.entities },
        { provide: DELETION_LOG, useValue: ports.deletions },
        { provide: ID_GENERATOR, useValue: ports.ids },
        { provide: CLOCK, useValue: ports.clock },
        { provide: EMBEDDER, useValue: ports.embedder },
        { provide: EMBEDDERS, useValue: ports },
        { provide: DocumentWriter, useValue: writer },
        { provide: IngestionEstimator, useValue: estimator },
        { provide: JobBudgets, useValue: budgets },
        { provide: ReadablePaths, useValue: ports.paths },
        { provide: SCHEDULE_STORE, useValue: ports.schedules },
        { provide: JobRunner, useValue: runner },
        { provide: RefreshScheduler, useValue: scheduler },
        { provide: IndexUpkeep, useValue: upkeep },
        { provide: IsolatedReader, useValue: reader },
      ],
    };
  }

  async onModuleInit(): Promise<void> {
    this.runner.start();
    this.scheduler.start();
    // What the last process did not come to.
    const collections = await this.catalog.list(new AbortController().signal).catch(() => []);
    for (const { name } of collections) this.upkeep.soon(name, { erase: true });
  }

  /** The step in progress is finished and written; the rest of the job goes on at the next start. */
  async onModuleDestroy(): Promise<void> {
    await this.scheduler.stop();
    await this.runner.stop();
    await this.upkeep.close();
    await this.reader.close();
  }
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
