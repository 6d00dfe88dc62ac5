import type { FittedRelevanceModels } from '@arbiter/confidence';
import {
  auroc,
  expectedCalibrationError,
  mean,
  reliabilityTable,
  type Forecast,
  type ReliabilityBin,
} from '@arbiter/evaluation';
import { formatFigure, formatPercent, roundTo } from '../command.js';
import {
  EVIDENCE_PRIOR,
  fitRelevance,
  foldsByQuestion,
  foldsBySet,
  scoreHeldOut,
  SHOWN,
  type ScoredPool,
} from './fit-relevance.js';
import {
  isOffTopic,
  judgePool,
  termRarities,
  type JudgedPool,
  type METHODS,
  type SearchedPool,
} from './judged-pool.js';

const FOLDS = 5;

/** Figures of one method, over all sets, by the documents that were searched, and for sets that the fit has not seen. */
export interface MethodCalibration {
  readonly all: CalibrationFigures;
  readonly byLibrary: Readonly<Record<string, CalibrationFigures>>;
  readonly unseenSets: CalibrationFigures;
}

export interface Calibration {
  readonly models: FittedRelevanceModels;
  readonly methods: Readonly<Record<(typeof METHODS)[number], MethodCalibration>>;
  /** Passages left out because their cosine is unknown. */
  readonly withoutCosine: number;
  readonly provenance: Provenance;
}

/** Fits on all pools, and measures on what was held out: by question, and a set at a time. */
export function calibrate(searched: readonly SearchedPool[], date: string): Calibration {
  const rarityOf = termRarities(searched);
  const pools = searched.map((pool) => judgePool(pool, rarityOf));
  const byQuestion = scoreHeldOut(pools, foldsByQuestion(pools, FOLDS));
  const bySet = scoreHeldOut(pools, foldsBySet(pools));
  const of = (method: JudgedPool['method']): MethodCalibration => {
    const own = (all: readonly ScoredPool[]): ScoredPool[] => all.filter((pool) => pool.method === method);
    const held = own(byQuestion);
    const libraries = [...new Set(held.map(({ library }) => library))];
    return {
      all: measureCalibration(held),
      byLibrary: Object.fromEntries(
        libraries.map((name) => [name, measureCalibration(held.filter(({ library }) => library === name))]),
      ),
      unseenSets: measureCalibration(own(bySet)),
    };
  };
  const methods = { hybrid: of('hybrid'), vector: of('vector'), keyword: of('keyword') };
  const asked = pools.filter((pool) => pool.method === 'hybrid' && !isOffTopic(pool));
  const questions: Record<string, number> = {};
  for (const { set } of asked) questions[set] = (questions[set] ?? 0) + 1;
  return {
    models: fitRelevance(pools),
    methods,
    withoutCosine: pools.reduce((sum, pool) => sum + pool.withoutCosine, 0),
    provenance: { date, questions, withVectors: methods.hybrid.all, withoutVectors: methods.keyword.all },
  };
}

/** Rates at a threshold. */
export interface ThresholdRates {
  readonly threshold: number;
  /** Share of off-topic questions that get no result; null without any. */
  readonly offTopicRefused: number | null;
  /** Share of the questions with evidence among the first ten that keep some of it; null without any. */
  readonly evidenceKept: number | null;
}

export interface CalibrationFigures {
  readonly searches: { readonly onTopic: number; readonly offTopic: number };
  readonly passages: { readonly evidence: number; readonly others: number };
  /** At the prior of the fit, ten bins of equal mass; null without evidence or without others, as all below. */
  readonly ece: number | null;
  /** At the prior of the fit. */
  readonly brier: number | null;
  readonly auroc: number | null;
  /** At the prior of the fit. */
  readonly reliability: readonly ReliabilityBin[];
  readonly rates: readonly ThresholdRates[];
}

const THRESHOLDS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
const BINNING = { binning: 'equal-mass' } as const;

/** How far scores agree with what is evidence, over the passages that the searches show. */
export function measureCalibration(pools: readonly ScoredPool[]): CalibrationFigures {
  const shown = pools.flatMap(({ passages }) => passages.slice(0, SHOWN));
  const forecasts = shown.map(({ relevance, isEvidence }): Forecast => ({
    probability: relevance,
    actual: isEvidence,
  }));
  const evidence = forecasts.filter(({ actual }) => actual);
  const others = forecasts.length - evidence.length;
  // Counted more than once, evidence has the share that the scores are stated at.
  const odds = EVIDENCE_PRIOR / (1 - EVIDENCE_PRIOR);
  const copies = evidence.length === 0 ? 0 : Math.max(1, Math.round((odds * others) / evidence.length));
  const atPrior = forecasts.flatMap((one) => (one.actual ? Array.from({ length: copies }, () => one) : [one]));
  const comparable = evidence.length > 0 && others > 0;
  return {
    searches: { onTopic: pools.filter((pool) => !isOffTopic(pool)).length, offTopic: pools.filter(isOffTopic).length },
    passages: { evidence: evidence.length, others },
    ece: comparable ? expectedCalibrationError(atPrior, BINNING) : null,
    brier: comparable ? mean(atPrior.map(({ probability, actual }) => (probability - Number(actual)) ** 2)) : null,
    auroc: auroc(forecasts.map(({ probability, actual }) => ({ score: probability, actual }))),
    reliability: comparable ? reliabilityTable(atPrior, BINNING) : [],
    rates: THRESHOLDS.map((threshold) => ratesAt(threshold, pools)),
  };
}

function ratesAt(threshold: number, pools: readonly ScoredPool[]): ThresholdRates {
  const refused = pools.filter(isOffTopic).map(({ passages }) => (passages[0]?.relevance ?? 0) < threshold);
  const kept = pools
    .map(({ passages }) => passages.slice(0, SHOWN).filter(({ isEvidence }) => isEvidence))
    .filter((found) => found.length > 0)
    .map((found) => found.some(({ relevance }) => relevance >= threshold));
  return { threshold, offTopicRefused: mean(refused.map(Number)), evidenceKept: mean(kept.map(Number)) };
}

/** Training data of a model, and its figures on other data. */
export interface Provenance {
  /** Of the fit, YYYY-MM-DD. */
  readonly date: string;
  /** Questions of each set that were asked of its own documents. */
  readonly questions: Readonly<Record<string, number>>;
  /** Of hybrid searches, held out by question. */
  readonly withVectors: CalibrationFigures;
  /** Of keyword searches, held out by question. */
  readonly withoutVectors: CalibrationFigures;
}

const DEFAULT_THRESHOLD = 0.5;

/** The content of the file that the model ships in. */
export function relevanceModelFile(models: FittedRelevanceModels, provenance: Provenance): string {
  const { date, questions, withVectors, withoutVectors } = provenance;
  const sets = Object.entries(questions).map(([set, count]) => `${count} of ${set}`);
  return `/**
 * Written by tools/models on ${date}; its README has the commands.
 *
 * Fitted on the ten passages shown for questions of training sets that were asked of their own documents
 * (${sets.join(', ')}),
 * and for some of each set that were asked of every other set's documents, where nothing is relevant. Figures are of
 * questions that were held out (five folds):
 *
 * - with vectors: ${sentenceOf(withVectors)}
 * - by words alone: ${sentenceOf(withoutVectors)}
 */
export const MODEL = {
  withVectors: ${literalOf(models.withVectors)},
  withoutVectors: ${literalOf(models.withoutVectors)},
};
`;
}

function sentenceOf({ passages, ece, auroc, rates }: CalibrationFigures): string {
  const { offTopicRefused = null, evidenceKept = null } =
    rates.find(({ threshold }) => threshold === DEFAULT_THRESHOLD) ?? {};
  return `${passages.evidence} passages of evidence, ${passages.others} others; ECE ${formatFigure(ece)}, AUROC ${formatFigure(auroc)};
 *   at .5 ${formatPercent(offTopicRefused)} of off-topic questions get nothing, ${formatPercent(evidenceKept)} of the others keep their evidence.`;
}

function literalOf(numbers: Readonly<Record<string, number>>): string {
  return `{ ${Object.entries(numbers)
    .map(([name, number]) => `${name}: ${roundTo(number, 3)}`)
    .join(', ')} }`;
}
