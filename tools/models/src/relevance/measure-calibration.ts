import {
  auroc,
  expectedCalibrationError,
  mean,
  reliabilityTable,
  type Forecast,
  type ReliabilityBin,
} from '@arbiter/evaluation';
import { EVIDENCE_PRIOR, SHOWN, type ScoredPool } from './fit-relevance.js';
import { isOffTopic } from './searched-pool.js';

/** What a threshold does. */
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
