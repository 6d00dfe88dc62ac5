import { openLanguageModel, openReader, openReranker, type ModelOnDuty } from '@arbiter/backends';
import type { LanguageModel, Reader, Reranker } from '@arbiter/ports';
import { PassageReader } from './candidates/passage-reader.js';
import { CROSS_ENCODER_SETTINGS, readingReranker, RerankStage } from './ranking/rerank.stage.js';
import { INDEX_TIMEOUT_MS, type RetrieverArmConfig } from './retriever-arm.config.js';
import type { SearchPorts } from './search/search.service.js';

/** What of this arm's models its configuration names, besides the embedder. */
export interface RetrieverModels {
  /** Writes syntheses; null where they are made of the sources' own sentences. */
  readonly languageModel: LanguageModel | null;
  /** Reads pictures of pages; null where none is named. */
  readonly visionModel: LanguageModel | null;
  /** Finds the words that answer, of which syntheses are made; null where words and rank choose. */
  readonly reader: Reader | null;
  /** Null where none is named. */
  readonly reranker: Reranker | null;
  /**
   * Loads the reranker, unless searches are configured to do without it.
   *
   * @throws ArbiterError UNAVAILABLE when it cannot be loaded, naming the command that gets its files
   */
  warmUp(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface OpenRetrieverModelsOptions {
  /** Where relative folders start. */
  readonly cwd: string;
  /** One that is open already, and that its owner closes: in one process it is loaded once. Absent: an own one. */
  readonly reader?: Reader | null;
}

/**
 * @throws ArbiterError INVALID_REQUEST for a model that cannot be had, with both remedies
 */
export async function openRetrieverModels(
  config: RetrieverArmConfig,
  { cwd, reader: shared }: OpenRetrieverModelsOptions,
): Promise<RetrieverModels> {
  const { synthesisModel, visionModel: seeing } = config;
  const limits = { thinkingTokens: config.synthesisThinkingTokens };
  const languageModel =
    synthesisModel === undefined ? null : await openLanguageModel(synthesisModel, 'SYNTHESIS_MODEL', config, limits);
  const visionModel = seeing === undefined ? null : await openLanguageModel(seeing, 'VISION_MODEL', config);
  const reranker = openReranker(config, cwd);
  const reader = config.reader ? (shared ?? openReader({ reader: true })) : null;
  return {
    languageModel,
    visionModel,
    reader,
    reranker,
    async warmUp(signal) {
      await reranker?.warmUp(signal);
    },
    async close() {
      await reranker?.close();
      if (reader !== shared) await reader?.close();
      await visionModel?.close();
      await languageModel?.close();
    },
  };
}

/** Those that answers are written and pages are read with, where they are set. */
export function retrieverModelsOnDuty({
  languageModel: writer,
  visionModel,
}: Pick<RetrieverModels, 'languageModel' | 'visionModel'>): ModelOnDuty[] {
  return [
    ...(writer ? [{ model: writer, meanwhile: 'answers are made of the sources’ own sentences' }] : []),
    ...(visionModel ? [{ model: visionModel, meanwhile: 'no pictures of pages are read' }] : []),
  ];
}

/** How this arm reranks: by the model that is named, or not at all. */
export function rerankStageOf({ reranker }: Pick<RetrieverModels, 'reranker'>, ports: SearchPorts): RerankStage {
  const reading = reranker && readingReranker(reranker, new PassageReader(ports), INDEX_TIMEOUT_MS);
  return new RerankStage(reading, CROSS_ENCODER_SETTINGS);
}
