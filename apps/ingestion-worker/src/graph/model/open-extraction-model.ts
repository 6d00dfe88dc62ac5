import {
  LANGUAGE_MODEL_PROVIDERS,
  openLanguageModel,
  type LanguageModelSettings,
  type ModelOnDuty,
} from '@arbiter/backends';
import { ArbiterError } from '@arbiter/contracts';
import type { IdGenerator, LanguageModel } from '@arbiter/ports';
import type { ModelReader } from './extraction-run.js';
import { PairResolver } from './pair-resolver.js';
import { ModelExtractor, type ModelExtractorPorts } from './model-extractor.js';

/** Who reads entities and relations: rules alone, or a language model of this provider beside them. */
export const GRAPH_EXTRACTORS = ['rules', ...LANGUAGE_MODEL_PROVIDERS] as const;

export interface ExtractionModelSettings extends LanguageModelSettings {
  readonly graphExtraction: (typeof GRAPH_EXTRACTORS)[number];
  readonly graphExtractionModel: string | undefined;
}

export interface ReadingSettings {
  readonly graphExtractionSeconds: number;
}

/** How a model reads documents. */
export interface ReadingPace {
  /** Longest wait for one answer, in milliseconds. */
  readonly timeoutMs: number;
  /** How often it is asked what it has missed in a part of a document, at most. */
  readonly gleanings: number;
  /** Documents at once. */
  readonly concurrency: number;
}

/** A small model on two cores writes the answer about a window in half a minute; one gleaning as in GraphRAG's defaults. */
const READING_PACE: ReadingPace = { timeoutMs: 60_000, gleanings: 1, concurrency: 2 };

/**
 * The language model of GRAPH_EXTRACTION and GRAPH_EXTRACTION_MODEL; null where rules alone are wanted.
 *
 * @throws ArbiterError INVALID_REQUEST when the model or its key is not named, with both remedies: never another one
 */
export async function openExtractionModel(settings: ExtractionModelSettings): Promise<LanguageModel | null> {
  const { graphExtraction: provider, graphExtractionModel: name } = settings;
  if (provider === 'rules') return null;
  const without = 'set GRAPH_EXTRACTION=rules to read documents by rules alone';
  if (name === undefined) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      `GRAPH_EXTRACTION is "${provider}", and GRAPH_EXTRACTION_MODEL is not set: name a model of that provider, or ${without}.`,
      { details: { setting: 'GRAPH_EXTRACTION_MODEL' } },
    );
  }
  const prefix = `${provider}/`;
  const prefixed = name.startsWith(prefix) ? name : prefix + name;
  return openLanguageModel(prefixed, 'GRAPH_EXTRACTION_MODEL', settings, { without });
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
  { graphExtractionSeconds: seconds }: ReadingSettings,
  { extractionModel: model, ids }: { readonly extractionModel: LanguageModel | null; readonly ids: IdGenerator },
  log: ModelExtractorPorts['log'],
  pace: Partial<ReadingPace> = {},
): ModelReader | null {
  if (!model) return null;
  const { timeoutMs, gleanings, concurrency } = { ...READING_PACE, ...pace };
  const extractor = new ModelExtractor({ model, ids, log }, { timeoutMs, gleanings });
  const resolver = new PairResolver({ model, ids }, timeoutMs);
  return { extractor, resolver, model: model.name, concurrency, budgetMs: seconds * 1_000 };
}
