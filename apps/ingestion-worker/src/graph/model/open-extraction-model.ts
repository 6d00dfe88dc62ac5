import { openLanguageModel, type LanguageModelSettings, type ModelOnDuty } from '@arbiter/backends';
import type { IdGenerator, LanguageModel } from '@arbiter/ports';
import type { ModelReader } from './extraction-run.js';
import { PairResolver } from './pair-resolver.js';
import { ModelExtractor, type ModelExtractorPorts } from './model-extractor.js';

export interface ExtractionModelSettings extends LanguageModelSettings {
  readonly graphExtractionModel: string | undefined;
}

/** How a model reads documents. */
export interface ReadingPace {
  /** Longest wait for one answer, in milliseconds. */
  readonly timeoutMs: number;
  /** How often it is asked what it has missed in a part of a document, at most. */
  readonly gleanings: number;
  /** Documents at once. */
  readonly concurrency: number;
  /** How long it may read in one build of a graph, in milliseconds; rules read the rest, the model in the next build. */
  readonly budgetMs: number;
}

/**
 * A small model on two cores writes the answer about a window in half a minute; one gleaning as in GraphRAG's defaults. The
 * budget leaves the deadline of a build, 300 s, room for everything else.
 */
const READING_PACE: ReadingPace = { timeoutMs: 60_000, gleanings: 1, concurrency: 2, budgetMs: 200_000 };

/**
 * The language model of GRAPH_EXTRACTION_MODEL; null where rules alone are wanted.
 *
 * @throws ArbiterError INVALID_REQUEST when its provider or its key is not named, with both remedies: never another one
 */
export async function openExtractionModel(settings: ExtractionModelSettings): Promise<LanguageModel | null> {
  const { graphExtractionModel: name } = settings;
  if (name === undefined) return null;
  const without = 'leave GRAPH_EXTRACTION_MODEL out to read documents by rules alone';
  return openLanguageModel(name, 'GRAPH_EXTRACTION_MODEL', settings, { without });
}

/** The one that reads documents, where it is set. */
export function extractionModelsOnDuty({
  extractionModel: model,
}: {
  readonly extractionModel: LanguageModel | null;
}): ModelOnDuty[] {
  return model ? [{ model, meanwhile: 'rules alone read documents into the knowledge graph' }] : [];
}

/**
 * How graph builds use a language model; null where rules alone read.
 *
 * @param pace where it differs from the shipped one
 */
export function modelReaderOf(
  { extractionModel: model, ids }: { readonly extractionModel: LanguageModel | null; readonly ids: IdGenerator },
  log: ModelExtractorPorts['log'],
  pace: Partial<ReadingPace> = {},
): ModelReader | null {
  if (!model) return null;
  const { timeoutMs, gleanings, concurrency, budgetMs } = { ...READING_PACE, ...pace };
  const extractor = new ModelExtractor({ model, ids, log }, { timeoutMs, gleanings });
  const resolver = new PairResolver({ model, ids }, timeoutMs);
  return { extractor, resolver, model: model.name, concurrency, budgetMs };
}
