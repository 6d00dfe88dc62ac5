import { openRecogniser, watchCircuit, watchModelCaches } from '@arbiter/backends';
import { ArbiterError, type IngestionCounts, type IngestionJob } from '@arbiter/contracts';
import { type Logger } from '@arbiter/platform';
import { type CollectionCatalog, type Embedder } from '@arbiter/ports';
import {
  type DynamicModule,
  Inject,
  Logger as NestLogger,
  Module,
  type OnModuleDestroy,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import { Registry } from 'prom-client';
import { LibraryAccess } from './access/library-access.js';
import { ChangeExtractor } from './changelog/change-extractor.js';
import {
  ChangeExtractionController,
  ChangelogController,
  ChangelogReadingController,
} from './changelog/changelog.controller.js';
import { ChangelogWriter } from './changelog/changelog-writer.js';
import { KnownEntities } from './changelog/known-entities.js';
import { ProposalDecider } from './changelog/proposal-decider.js';
import { CollectionsController } from './collections/collections.controller.js';
import { CorrectionReadingController, CorrectionsController } from './corrections/corrections.controller.js';
import { GraphCorrector } from './corrections/graph-corrector.js';
import { DocumentReadingController } from './documents/document-reading.controller.js';
import { ChunksController, DeletionsController, DocumentsController } from './documents/documents.controller.js';
import { EntitiesController } from './entities/entities.controller.js';
import { GraphBuilder } from './graph/graph-builder.js';
import { GraphController } from './graph/graph.controller.js';
import { GraphRefresher } from './graph/graph-refresher.js';
import { modelReaderOf } from './graph/model/open-extraction-model.js';
import { EstimateController } from './estimate/estimate.controller.js';
import { IngestionEstimator } from './estimate/ingestion-estimator.js';
import type { IngestionWorkerConfig } from './ingestion-worker.config.js';
import {
  BLOB_STORE,
  CATALOG,
  CHANGELOG_STORE,
  CLOCK,
  CORRECTION_STORE,
  DELETION_LOG,
  DOCUMENT_STORE,
  EMBEDDER,
  EMBEDDERS,
  ENTITY_STORE,
  ID_GENERATOR,
  JOB_QUEUE,
  JOB_READER,
  SCHEDULE_STORE,
  VECTOR_INDEX,
} from './ingestion-worker.tokens.js';
import type { ExecuteJob } from './jobs/job-attempt.js';
import { SnapshotReader } from './graph/stored-graph.js';
import { JobObserver } from './jobs/job.observer.js';
import { JobReadingController } from './jobs/job-reading.controller.js';
import { JobRunner, type JobRunnerOptions } from './jobs/job-runner.js';
import { JobsController } from './jobs/jobs.controller.js';
import { dropLeftovers } from './library/index-generations.js';
import { DocumentLister } from './load/document-lister.js';
import { ReadablePaths } from './load/readable-paths.js';
import { pagesOf, pageVectorsOf } from './pages/open-pages.js';
import { PagePictures } from './pages/page-pictures.js';
import { PageRegions } from './pages/page-regions.js';
import { PagesController } from './pages/pages.controller.js';
import { documentParsers } from './parse/document-parsers.js';
import { IsolatedReader } from './parse/isolated/isolated-reader.js';
import { readersByCollection } from './parse/parsers-of-packs.js';
import { ChunkEmbedder, EmbeddingPace } from './pipeline/chunk-embedder.js';
import { DocumentWriter } from './pipeline/document-writer.js';
import { IndexUpkeep } from './pipeline/index-upkeep.js';
import { IngestionRun } from './pipeline/ingestion-run.js';
import { UncommittedDocuments } from './pipeline/rollback.js';
import { PageVectors } from './pipeline/page-vectors.js';
import type { RunProgress } from './pipeline/run-progress.js';
import { JobBudgets } from './pipeline/spending-budget.js';
import { RefreshScheduler } from './refresh/refresh-scheduler.js';
import { Uploads, UploadsController } from './uploads/uploads.js';
import { SchedulesController } from './refresh/schedules.controller.js';
import { ReindexRun, withEmbedder } from './reindex/reindex-run.js';
import { PARSE_MS, PARSER_MEMORY_MIB, type IngestionWorkerPorts } from './ingestion-worker.ports.js';

/** Documents that are parsed at once; the embedder uses the other cores. */
const MAX_PARSER_THREADS = 2;
/** Longer by so much for each scanned page that may be read, in milliseconds. */
const PAGE_MS = 5_000;
/** How long a search may go on using replaced indexes, in milliseconds: most searches take a tenth of it. */
const SEARCH_GRACE_MS = 3_000;

/** How long a job waits for a store or model that is away: long enough for a server's restart, and no hanging job. */
const MAX_OUTAGE_MS = 20_000;

interface WorkerSettings extends Pick<
  IngestionWorkerConfig,
  'concurrency' | 'searchPath' | 'ocrLanguages' | 'ocrMaxPages' | 'maxCost'
> {
  /** Default: `MAX_OUTAGE_MS`. */
  readonly maxOutageMs?: number;
}

const CONTROLLERS = [
  JobsController,
  SchedulesController,
  JobReadingController,
  EstimateController,
  DocumentsController,
  DocumentReadingController,
  PagesController,
  ChunksController,
  UploadsController,
  DeletionsController,
  EntitiesController,
  GraphController,
  CorrectionsController,
  CorrectionReadingController,
  ChangelogController,
  ChangelogReadingController,
  ChangeExtractionController,
  CollectionsController,
];

/** Composition root of the ingestion worker: the only file of it that binds a port to an adapter. */
@Module({})
export class IngestionWorkerModule implements OnModuleInit, OnModuleDestroy {
  constructor(
    @Inject(JobRunner) private readonly runner: JobRunner,
    @Inject(RefreshScheduler) private readonly scheduler: RefreshScheduler,
    @Inject(IsolatedReader) private readonly reader: IsolatedReader,
    @Inject(IndexUpkeep) private readonly upkeep: IndexUpkeep,
    @Inject(GraphRefresher) private readonly graphs: GraphRefresher,
    @Inject(CATALOG) private readonly catalog: CollectionCatalog,
    @Inject(Uploads) private readonly uploads: Uploads,
    @Inject(PagePictures) private readonly pictures: PagePictures,
    @Inject(PageRegions) private readonly regions: PageRegions,
    @Inject(PageVectors) private readonly pageVectors: PageVectors | null,
  ) {}

  static register(
    config: WorkerSettings,
    ports: IngestionWorkerPorts,
    logger: Logger,
    registry = new Registry(),
  ): DynamicModule {
    const reading = readingOf(config, ports, logger);
    const graphs = graphsOf(ports, logger);
    const execution = executionOf(config.maxCost, ports, { reading, graphs, logger });
    const runners = runnersOf(config, ports, execution, { reading, logger, registry });
    watchModelCaches(registry, ports);
    if (ports.extractionModel) watchCircuit(ports.extractionModel, 'extract', { registry, logger });
    return {
      module: IngestionWorkerModule,
      controllers: CONTROLLERS,
      providers: [
        ...storesOf(ports),
        ...pagesOf(ports, logger),
        ...[reading, graphs, execution].flatMap(({ providers }) => providers),
        ...runners,
      ],
    };
  }

  async onModuleInit(): Promise<void> {
    this.runner.start();
    this.scheduler.start();
    this.uploads.start((error) =>
      new NestLogger('Uploads').warn(`Old uploads stay for now: ${ArbiterError.from(error).message}`),
    );
    // Work that the last process did not finish.
    const collections = await this.catalog.list(new AbortController().signal).catch(() => []);
    for (const { name } of collections) this.upkeep.soon(name, { erase: true });
  }

  /** Finishes and writes the step in progress; the job continues at the next start. */
  async onModuleDestroy(): Promise<void> {
    this.uploads.stop();
    await this.scheduler.stop();
    await this.runner.stop();
    await this.graphs.close();
    await this.upkeep.close();
    await this.reader.close();
    await this.pictures.close();
    await this.regions.close();
    await this.pageVectors?.close();
  }
}

/** Whether a job has left the documents other than they were. */
function hasChanged({ added, changed, deleted, moved }: IngestionCounts): boolean {
  return added + changed + deleted + moved > 0;
}

/** What lies outside of the worker, by its tokens. */
function storesOf(ports: IngestionWorkerPorts): Provider[] {
  return [
    { provide: CATALOG, useValue: ports.catalog },
    { provide: JOB_QUEUE, useValue: ports.queue },
    { provide: JOB_READER, useValue: ports.queue },
    { provide: DOCUMENT_STORE, useValue: ports.documents },
    { provide: BLOB_STORE, useValue: ports.blobs },
    { provide: VECTOR_INDEX, useValue: ports.vectorIndex },
    { provide: Uploads, useValue: ports.uploads },
    { provide: ENTITY_STORE, useValue: ports.entities },
    { provide: DELETION_LOG, useValue: ports.deletions },
    { provide: CHANGELOG_STORE, useValue: ports.changelogs },
    { provide: CORRECTION_STORE, useValue: ports.corrections },
    { provide: ID_GENERATOR, useValue: ports.ids },
    { provide: CLOCK, useValue: ports.clock },
    { provide: EMBEDDER, useValue: ports.embedder },
    { provide: EMBEDDERS, useValue: ports },
    { provide: ReadablePaths, useValue: ports.paths },
    { provide: SCHEDULE_STORE, useValue: ports.schedules },
  ];
}

/** From a source to the parsed, embedded and written document. */
function readingOf(config: WorkerSettings, ports: IngestionWorkerPorts, logger: Logger) {
  const { concurrency, searchPath, ocrLanguages, ocrMaxPages } = config;
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
    // The slot beyond the others must not wait for their long documents.
    threads: Math.min(concurrency, MAX_PARSER_THREADS) + (concurrency > 1 ? 1 : 0),
    limits: { timeMs: PARSE_MS + ocrMaxPages * PAGE_MS, memoryMib: PARSER_MEMORY_MIB },
    recognition: { recogniser: openRecogniser({ searchPath, ocrLanguages }), maxPages: ocrMaxPages },
  });
  const readerOf = readersByCollection({ parsers, read: reader.read }, ports.parsersOfPacks);
  /** What reads the documents of a collection: its pack may bring parsers. */
  const partsOf = (collection: string) => {
    const own = readerOf(collection);
    return { ...own, lister: new DocumentLister({ ...ports, parsers: own.parsers }) };
  };
  const estimator: Pick<IngestionEstimator, 'estimate'> = {
    estimate: (request, signal) =>
      new IngestionEstimator({ ...ports, ...partsOf(request.collection), chunkEmbedder, pace }).estimate(
        request,
        signal,
      ),
  };
  const providers: Provider[] = [
    { provide: IsolatedReader, useValue: reader },
    { provide: IngestionEstimator, useValue: estimator },
    { provide: DocumentWriter, useValue: writer },
  ];
  return { partsOf, writer, embedderOf, providers };
}

/** Knowledge graphs, and the changelogs over them. */
function graphsOf(ports: IngestionWorkerPorts, logger: Logger) {
  const snapshots = new SnapshotReader(ports.graphs);
  const graphs = new GraphBuilder({
    ...{ ...ports, snapshots, log: logger },
    reader: modelReaderOf(ports, logger),
  });
  const refresher = new GraphRefresher({ builder: graphs, log: logger });
  const known = new KnownEntities(ports.entities, snapshots);
  const changes = new ChangelogWriter(ports.changelogs, ports.clock, known, refresher);
  const extractor = new ChangeExtractor({ ...ports, graphs, writer: changes });
  const providers: Provider[] = [
    { provide: SnapshotReader, useValue: snapshots },
    { provide: LibraryAccess, useValue: new LibraryAccess(ports.documents, snapshots) },
    { provide: GraphBuilder, useValue: graphs },
    { provide: GraphCorrector, useValue: new GraphCorrector(graphs, ports.clock) },
    { provide: ChangelogWriter, useValue: changes },
    { provide: KnownEntities, useValue: known },
    { provide: ChangeExtractor, useValue: extractor },
    { provide: ProposalDecider, useValue: new ProposalDecider({ ...ports, extractor, writer: changes }) },
    { provide: GraphRefresher, useValue: refresher },
  ];
  return { graphs, providers };
}

interface Collaborators {
  readonly reading: ReturnType<typeof readingOf>;
  readonly graphs: ReturnType<typeof graphsOf>;
  readonly logger: Logger;
}

/** What a job does: it reads sources, or builds the indexes of a collection anew. */
function executionOf(
  maxCost: WorkerSettings['maxCost'],
  ports: IngestionWorkerPorts,
  { reading: { writer, embedderOf, partsOf }, graphs: { graphs }, logger: log }: Collaborators,
) {
  const pageVectors = pageVectorsOf(ports, writer, log);
  const upkeep = new IndexUpkeep({
    tend: (collection, { erase }, signal) => writer.optimize(collection, signal, { erase, ifWorthIt: !erase }),
    onFailure: (collection, err) => log.warn({ collection, err }, 'the indexes could not be looked after yet'),
    clock: ports.clock,
  });
  const uncommitted = new UncommittedDocuments();
  const budgets = new JobBudgets(maxCost, ports.prices);
  /** What waits for the texts, and what they do not wait for. */
  const finish = async (
    run: Pick<IngestionRun, 'embedPages'>,
    { collection }: IngestionJob,
    progress: RunProgress,
    signal: AbortSignal,
  ): Promise<RunProgress> => {
    if (hasChanged(progress.counts)) await graphs.refresh(collection, signal);
    return pageVectors ? run.embedPages(signal) : progress;
  };
  const reindex: ExecuteJob = async (job, report, signal, turn) => {
    const [run, progress] = await withEmbedder(job.reindex?.embeddingModel, ports, async (embedder) => {
      const chunkEmbedder = embedderOf(embedder);
      const own = { ...ports, embedder, chunkEmbedder, pageVectors, budget: budgets.of(job), turn };
      const rebuild = new ReindexRun(job, own, { graceMs: SEARCH_GRACE_MS }, report);
      return [rebuild, await rebuild.execute(signal)] as const;
    });
    return finish(run, job, progress, signal);
  };
  const ingest: ExecuteJob = async (job, report, signal, turn) => {
    const parts = partsOf(job.collection);
    const own = { ...ports, ...parts, writer, upkeep, uncommitted, pageVectors, turn, budget: budgets.of(job), log };
    const run = new IngestionRun(job, own, report);
    return finish(run, job, await run.execute(signal), signal);
  };
  const execute: ExecuteJob = (job, report, signal, turn) =>
    (job.reindex ? reindex : ingest)(job, report, signal, turn);
  const providers: Provider[] = [
    { provide: JobBudgets, useValue: budgets },
    { provide: IndexUpkeep, useValue: upkeep },
    { provide: PageVectors, useValue: pageVectors },
  ];
  return { execute, uncommitted, providers };
}

/** Takes jobs from the queue, and makes those of schedules. */
function runnersOf(
  { concurrency, maxOutageMs = MAX_OUTAGE_MS }: WorkerSettings,
  ports: IngestionWorkerPorts,
  { execute, uncommitted }: ReturnType<typeof executionOf>,
  { reading: { writer }, logger: log, registry }: Omit<Collaborators, 'graphs'> & { readonly registry: Registry },
): Provider[] {
  const jobs = new JobObserver(registry, ports.queue, ports.clock);
  const options: JobRunnerOptions = {
    workerId: ports.ids.next('worker'),
    onEnded: (job) => {
      jobs.jobEnded(job);
      // What is left of them otherwise goes after a day.
      void ports.uploads.usedBy(job, new AbortController().signal).catch((err: unknown) => {
        log.warn({ jobId: job.id, err }, 'uploads that the job has read stay for now');
      });
    },
    concurrency,
    maxOutageMs,
    abandon: async ({ id, collection, reindex: rebuilds }, signal) => {
      const left = uncommitted.of(id);
      await ports.reserve.spendIfNeeded(async () => {
        if (rebuilds) await dropLeftovers(collection, ports, signal);
        await writer.removeUncommitted(collection, left, signal);
      });
      uncommitted.ended(id, left);
    },
  };
  return [
    { provide: JobRunner, useValue: new JobRunner(ports.queue, execute, options, log) },
    { provide: RefreshScheduler, useValue: new RefreshScheduler({ ...ports, random: Math.random, log }) },
  ];
}
