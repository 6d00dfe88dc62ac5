import { resolve } from 'node:path';
import { openDataDirectory } from '@arbiter/adapters-filesystem';
import {
  coverageOfModel,
  openEmbedder,
  openIndexes,
  openLibraryStores,
  openPageEmbedder,
  watchCircuit,
  watchModelCaches,
  type EmbeddingSettings,
  type LibrarySettings,
  type OpenEmbedderOptions,
  type PageEmbedderSettings,
  type StoreSettings,
} from '@arbiter/backends';
import type { OperationClient } from '@arbiter/messaging';
import type { Logger } from '@arbiter/platform';
import {
  SYSTEM_CLOCK,
  type ChangelogStore,
  type CollectionCatalog,
  type DocumentStore,
  type Embedder,
  type GraphStore,
  type IdGenerator,
  type KeywordIndex,
  type MultiVectorIndex,
  type PageEmbedder,
  type VectorIndex,
} from '@arbiter/ports';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { searchSettingsOf, type RetrieverArmConfig } from './retriever-arm.config.js';
import { rerankStageOf, type RetrieverModels } from './retriever-models.js';
import { CATALOG, CLOCK, KEYWORD_INDEX, LIBRARY_SEARCH, RETRIEVER_OPTIONS } from './retriever-arm.tokens.js';
import { PageSearchController } from './pages/page-search.controller.js';
import { PageSearch, type PageSearchPorts } from './pages/page-search.js';
import { RetrieverController, type RetrieverOptions } from './retriever.controller.js';
import { SearchObserver } from './search/search.observer.js';
import { SearchService } from './search/search.service.js';
import { unreadScriptOf, type UnreadScript } from './search/unread-script.js';
import { ExtractiveSynthesizer } from './synthesis/extractive-synthesizer.js';
import {
  type GenerationFailure,
  GenerativeSynthesizer,
  SynthesisObserver,
} from './synthesis/generated/generative-synthesizer.js';
import { DEFAULT_GENERATION_SETTINGS } from './synthesis/generated/synthesis.prompt.js';
import type { OnSentencesJudged, ReadCurrency } from './synthesis/sentences/judge-sentences.js';
import { QuestionReader, ReaderObserver } from './synthesis/sentences/question-reader.js';
import { SYNTHESIZER, type Synthesizer } from './synthesis/synthesizer.js';
import { CommunitySummaries, SUMMARY_GENERATION_SETTINGS } from './world/overview/community-summaries.js';
import { OVERVIEW_GENERATION_SETTINGS } from './world/overview/generated-overview.js';
import { SentenceCurrency } from './world/sentence-currency.js';
import { WorldController } from './world/world.controller.js';
import { worldOf } from './world/world.module.js';
import { WorldReader } from './world/world-reader.js';
import { VISION_PORTS, VisionController } from './vision/vision.controller.js';

/** Everything outside of this arm that it needs. */
export interface RetrieverArmPorts {
  readonly catalog: CollectionCatalog;
  readonly vectorIndex: VectorIndex;
  readonly keywordIndex: KeywordIndex;
  readonly embedder: Embedder;
  readonly graphs: GraphStore;
  readonly changelogs: ChangelogStore;
  /** Read where an answer rests on whole documents, and for the words of pages. */
  readonly documents: DocumentStore;
  /** Absent or null where pages are found by their words alone; the names are those of the ingestion worker's ports. */
  readonly pageEmbedder?: PageEmbedder | null;
  readonly pageIndex?: MultiVectorIndex | null;
}

export interface RetrieverSurroundings {
  readonly models: RetrieverModels;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly ids: IdGenerator;
  /** Reaches the arm that draws pages; null without a broker. */
  readonly client: OperationClient | null;
  /** Told what sentences are judged by, to fit it; absent where users are served. */
  readonly onSentencesJudged?: OnSentencesJudged;
}

/** Composition root of the retriever arm: the only file of it that binds a port to an adapter. */
@Module({})
export class RetrieverArmModule {
  static register(
    config: RetrieverArmConfig,
    ports: RetrieverArmPorts,
    { models, logger, registry, ids, client, onSentencesJudged }: RetrieverSurroundings,
  ): DynamicModule {
    const options: RetrieverOptions = {
      defaults: {
        method: config.defaultMethod,
        limit: config.defaultLimit,
        min_relevance_score: config.minRelevance,
      },
      synthesis: config.enableSynthesis,
    };
    const reader = questionReaderOf(config, models, { logger, registry });
    if (models.visionModel) watchCircuit(models.visionModel, 'see', { registry, logger });
    watchModelCaches(registry, { embedder: ports.embedder, reader: models.reader });
    const worlds = new WorldReader(ports);
    const writer = models.languageModel ? 'generated' : 'extractive';
    const { synthesizer, overviewWriter, summaries } = synthesizersOf(config, {
      models,
      unreadScript: unreadScriptOf(coverageOfModel(ports.embedder.model)),
      reader,
      worlds,
      logger,
      registry,
      ids,
      ...(onSentencesJudged && { onSentencesJudged }),
    });
    const world = worldOf(
      { ...ports, worlds, search: searchServiceOf(config, ports, models) },
      { reader, overviewWriter, summaries, writer, seesPictures: models.visionModel !== null && client !== null },
    );
    return {
      module: RetrieverArmModule,
      controllers: [RetrieverController, WorldController, PageSearchController, VisionController],
      providers: [
        { provide: CATALOG, useValue: ports.catalog },
        { provide: KEYWORD_INDEX, useValue: ports.keywordIndex },
        { provide: RETRIEVER_OPTIONS, useValue: options },
        { provide: CLOCK, useValue: SYSTEM_CLOCK },
        { provide: SearchObserver, useValue: new SearchObserver({ logger, registry, logQueries: config.logQueries }) },
        { provide: LIBRARY_SEARCH, useValue: world.search },
        {
          provide: PageSearch,
          useValue: new PageSearch({
            ...ports,
            search: world.search,
            pictures: picturesOf(ports),
            reader,
            onFailure: (error) => logger.warn({ err: error }, 'pages were searched by their words alone'),
          }),
        },
        {
          provide: VISION_PORTS,
          useValue: { ...{ documents: ports.documents, model: models.visionModel }, clock: SYSTEM_CLOCK, ids, client },
        },
        ...world.providers,
        {
          provide: SYNTHESIZER,
          useValue: synthesizer,
        },
      ],
    };
  }
}

function picturesOf({ pageEmbedder, pageIndex }: RetrieverArmPorts): PageSearchPorts['pictures'] {
  return (pageEmbedder && pageIndex && { embedder: pageEmbedder, index: pageIndex }) ?? undefined;
}

function searchServiceOf(config: RetrieverArmConfig, ports: RetrieverArmPorts, models: RetrieverModels): SearchService {
  return new SearchService(ports, searchSettingsOf(config), rerankStageOf(models, ports), () => performance.now());
}

function questionReaderOf(
  { readerTimeoutMs: timeoutMs }: RetrieverArmConfig,
  { reader }: RetrieverModels,
  surroundings: Pick<RetrieverSurroundings, 'logger' | 'registry'>,
): QuestionReader | null {
  return reader && new QuestionReader({ reader, timeoutMs, observer: new ReaderObserver(surroundings) });
}

interface Synthesizers {
  readonly synthesizer: Synthesizer;
  /** Of overviews; null without a language model. */
  readonly overviewWriter: Synthesizer | null;
  /** Of communities; absent without a language model. */
  readonly summaries?: CommunitySummaries;
}

function synthesizersOf(
  config: RetrieverArmConfig,
  {
    models,
    reader,
    unreadScript,
    worlds,
    logger,
    registry,
    ids,
    onSentencesJudged,
  }: Omit<RetrieverSurroundings, 'client'> & {
    readonly reader: QuestionReader | null;
    readonly unreadScript: UnreadScript;
    readonly worlds: WorldReader;
  },
): Synthesizers {
  const { languageModel: model } = models;
  const readCurrency: ReadCurrency = (question, signal) => SentenceCurrency.of(question, worlds, signal);
  const fallback = new ExtractiveSynthesizer(reader, onSentencesJudged, readCurrency, unreadScript);
  if (!model) return { synthesizer: fallback, overviewWriter: null };
  watchCircuit(model, 'synthesise', { registry, logger });
  const observer = new SynthesisObserver({ logger, registry });
  const ports = {
    model,
    ids,
    clock: SYSTEM_CLOCK,
    onFailure: (failure: GenerationFailure) => observer.failed(failure),
  };
  const { synthesisMaxSources: maxSources, synthesisMaxTokens: maxTokens } = config;
  return {
    synthesizer: new GenerativeSynthesizer(
      { ...ports, fallback, readCurrency },
      { ...DEFAULT_GENERATION_SETTINGS, maxSources, maxTokens },
    ),
    // An overview has sentences of its own to fall back on: nothing need be read.
    overviewWriter: new GenerativeSynthesizer(
      { ...ports, fallback: new ExtractiveSynthesizer(null) },
      { ...OVERVIEW_GENERATION_SETTINGS, maxTokens },
    ),
    summaries: new CommunitySummaries({
      model: model.name,
      writerWith: (readsCurrency) =>
        new GenerativeSynthesizer(
          { ...ports, fallback: new ExtractiveSynthesizer(null), readCurrency: readsCurrency },
          { ...SUMMARY_GENERATION_SETTINGS, maxTokens },
        ),
      onUnusable: (unusable) =>
        logger.warn(unusable, 'a summary of a language model has too few supported sentences and is extracted instead'),
    }),
  };
}

export interface BindRetrieverOptions extends Pick<OpenEmbedderOptions, 'threads'> {
  /** One that is open already, and that its owner closes; absent: an own one. */
  readonly embedder?: Embedder;
}

/** Opens the embedded stores for reading only: the ingestion worker is their one writer. */
export async function bindRetrieverPorts(
  config: Pick<RetrieverArmConfig, 'dataDir' | 'natsUrl'> &
    StoreSettings &
    LibrarySettings &
    EmbeddingSettings &
    PageEmbedderSettings,
  cwd: string,
  { embedder: shared, ...options }: BindRetrieverOptions = {},
): Promise<RetrieverArmPorts & { close(): Promise<void> }> {
  const directory = await openDataDirectory({ path: resolve(cwd, config.dataDir), mode: 'read', clock: SYSTEM_CLOCK });
  const library = await openLibraryStores(config, directory).catch(async (error: unknown) => {
    await directory.close();
    throw error;
  });
  const indexes = await openIndexes(config, { directory: directory.resolve('indexes'), mode: 'read-only' });
  const embedder = shared ?? openEmbedder(config, options);
  const pageEmbedder = openPageEmbedder(config);
  return {
    pageEmbedder,
    pageIndex: indexes.pageIndex,
    catalog: library.catalog,
    vectorIndex: indexes.vectorIndex,
    keywordIndex: indexes.keywordIndex,
    embedder,
    graphs: library.graphs,
    changelogs: library.changelogs,
    documents: library.documents,
    async close() {
      if (embedder !== shared) await embedder.close();
      await pageEmbedder?.close();
      await indexes.close();
      await library.close();
      await directory.close();
    },
  };
}
