import { resolve } from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { FilesystemCollectionCatalog, openDataDirectory } from '@arbiter/adapters-filesystem';
import { openEmbedder, openIndexes, type EmbeddingSettings, type StoreSettings } from '@arbiter/backends';
import type { Logger } from '@arbiter/platform';
import {
  SYSTEM_CLOCK,
  type CollectionCatalog,
  type Embedder,
  type KeywordIndex,
  type VectorIndex,
} from '@arbiter/ports';
import type { Registry } from 'prom-client';
import { CollectionsController } from './collections/collections.controller.js';
import { LateInteractionReranker } from './rerank/late-interaction.reranker.js';
import { LATE_INTERACTION_SETTINGS, RerankStage } from './rerank/rerank.stage.js';
import type { RetrieverArmConfig } from './retriever-arm.config.js';
import { CATALOG, KEYWORD_INDEX, SEARCH_OPTIONS } from './retriever-arm.tokens.js';
import { SearchController, type SearchControllerOptions } from './search/search.controller.js';
import { SearchObserver } from './search/search.observer.js';
import { SearchService } from './search/search.service.js';
import { ExtractiveSynthesizer } from './synthesis/extractive-synthesizer.js';
import { SynthesisController } from './synthesis/synthesis.controller.js';

/** Everything outside of this arm that it needs. */
export interface RetrieverArmPorts {
  readonly catalog: CollectionCatalog;
  readonly vectorIndex: VectorIndex;
  readonly keywordIndex: KeywordIndex;
  readonly embedder: Embedder;
}

/** Composition root of the retriever arm: the only file of it that binds a port to an adapter. */
@Module({})
export class RetrieverArmModule {
  static register(
    config: RetrieverArmConfig,
    ports: RetrieverArmPorts,
    { logger, registry }: { readonly logger: Logger; readonly registry: Registry },
  ): DynamicModule {
    const options: SearchControllerOptions = {
      defaults: {
        method: config.defaultMethod,
        limit: config.defaultLimit,
        min_relevance_score: config.minRelevance,
      },
      synthesis: config.enableSynthesis,
    };
    return {
      module: RetrieverArmModule,
      controllers: [SearchController, SynthesisController, CollectionsController],
      providers: [
        { provide: CATALOG, useValue: ports.catalog },
        { provide: KEYWORD_INDEX, useValue: ports.keywordIndex },
        { provide: SEARCH_OPTIONS, useValue: options },
        { provide: SearchObserver, useValue: new SearchObserver({ logger, registry, logQueries: config.logQueries }) },
        { provide: SearchService, useValue: searchServiceOf(config, ports) },
        { provide: ExtractiveSynthesizer, useValue: new ExtractiveSynthesizer(ports.embedder) },
      ],
    };
  }
}

function searchServiceOf(config: RetrieverArmConfig, ports: RetrieverArmPorts): SearchService {
  const hasTokens = ports.embedder.tokenDimensions !== null;
  const reranker = hasTokens ? new LateInteractionReranker(ports.embedder, ports.vectorIndex) : null;
  return new SearchService(
    ports,
    {
      fusion: config.fusion,
      rrfK: config.rrfK,
      weights: { vector: config.vectorWeight, keyword: 1 - config.vectorWeight },
      rerank: config.enableReranking,
      indexTimeoutMs: config.indexTimeoutMs,
    },
    new RerankStage(reranker, LATE_INTERACTION_SETTINGS),
    () => performance.now(),
  );
}

/** Opens the embedded stores for reading only: the ingestion worker is their one writer. */
export async function bindRetrieverPorts(
  config: Pick<RetrieverArmConfig, 'dataDir'> & StoreSettings & EmbeddingSettings,
  cwd: string,
): Promise<RetrieverArmPorts & { close(): Promise<void> }> {
  const directory = await openDataDirectory({ path: resolve(cwd, config.dataDir), mode: 'read', clock: SYSTEM_CLOCK });
  const indexes = await openIndexes(config, { directory: directory.resolve('indexes'), mode: 'read-only' });
  const embedder = openEmbedder(config);
  return {
    catalog: new FilesystemCollectionCatalog(directory),
    vectorIndex: indexes.vectorIndex,
    keywordIndex: indexes.keywordIndex,
    embedder,
    async close() {
      await embedder.close();
      await indexes.close();
      await directory.close();
    },
  };
}
