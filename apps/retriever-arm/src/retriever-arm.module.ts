import { resolve } from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { FilesystemCollectionCatalog, openDataDirectory } from '@arbiter/adapters-filesystem';
import { LanceStore } from '@arbiter/adapters-lancedb';
import { createOnnxEmbedder } from '@arbiter/adapters-onnx';
import {
  SYSTEM_CLOCK,
  type CollectionCatalog,
  type Embedder,
  type KeywordIndex,
  type VectorIndex,
} from '@arbiter/ports';
import { CollectionsController } from './collections/collections.controller.js';
import type { RetrieverArmConfig } from './retriever-arm.config.js';
import { CATALOG, KEYWORD_INDEX } from './retriever-arm.tokens.js';
import { SearchController } from './search/search.controller.js';
import { LateInteractionReranker } from './rerank/late-interaction.reranker.js';
import { LATE_INTERACTION_SETTINGS, RerankStage } from './rerank/rerank.stage.js';
import { DEFAULT_SEARCH_SETTINGS } from './search/search-settings.js';
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
    config: Pick<RetrieverArmConfig, 'rrfK' | 'enableSynthesis'>,
    ports: RetrieverArmPorts,
  ): DynamicModule {
    const synthesizer = new ExtractiveSynthesizer(ports.embedder);
    return {
      module: RetrieverArmModule,
      controllers: [SearchController, SynthesisController, CollectionsController],
      providers: [
        { provide: CATALOG, useValue: ports.catalog },
        { provide: KEYWORD_INDEX, useValue: ports.keywordIndex },
        { provide: SearchService, useValue: searchServiceOf(config, ports) },
        { provide: ExtractiveSynthesizer, useValue: synthesizer },
      ],
    };
  }
}

function searchServiceOf({ rrfK }: Pick<RetrieverArmConfig, 'rrfK'>, ports: RetrieverArmPorts): SearchService {
  const hasTokens = ports.embedder.tokenDimensions !== null;
  const reranker = hasTokens ? new LateInteractionReranker(ports.embedder, ports.vectorIndex) : null;
  return new SearchService(
    ports,
    { ...DEFAULT_SEARCH_SETTINGS, rrfK },
    new RerankStage(reranker, LATE_INTERACTION_SETTINGS),
    () => performance.now(),
  );
}

/** Opens the embedded stores for reading only: the ingestion worker is their one writer. */
export async function bindRetrieverPorts(
  { dataDir }: Pick<RetrieverArmConfig, 'dataDir'>,
  cwd: string,
): Promise<RetrieverArmPorts & { close(): Promise<void> }> {
  const directory = await openDataDirectory({ path: resolve(cwd, dataDir), mode: 'read', clock: SYSTEM_CLOCK });
  const store = await LanceStore.open({ directory: directory.resolve('indexes'), mode: 'read-only' });
  const embedder = createOnnxEmbedder();
  return {
    catalog: new FilesystemCollectionCatalog(directory),
    vectorIndex: store.vectors(),
    keywordIndex: store.keywords(),
    embedder,
    async close() {
      await embedder.close();
      await store.close();
      await directory.close();
    },
  };
}
