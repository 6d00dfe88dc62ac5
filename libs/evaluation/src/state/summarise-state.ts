import { mapRecord, summariseMetrics, type MetricSummary, type NamedMetrics } from '../metrics/named-metrics.js';
import { mean, type RandomSource } from '../metrics/statistics.js';
import type { JudgedState } from './judge-state.js';

export const STATE_METRICS = ['precision@5', 'mrr', 'staleRate', 'cascadeCorrect', 'answerCorrect'] as const;
export type StateMetric = (typeof STATE_METRICS)[number];

/** Fractions of 1; null where nothing could be judged. */
export type StateMetrics = Readonly<Record<StateMetric, number | null>>;

export interface StateSummary extends MetricSummary<StateMetric> {
  readonly metrics: StateMetrics & {
    readonly byType: Readonly<Record<string, StateMetrics & { readonly n: number }>>;
  };
}

const METRICS: NamedMetrics<JudgedState, StateMetric> = {
  'precision@5': (judged) => meanOf(judged, ({ precision }) => precision),
  mrr: (judged) => meanOf(judged, ({ reciprocalRank }) => reciprocalRank),
  staleRate: (judged) => meanOf(judged, ({ isStale }) => Number(isStale)),
  cascadeCorrect: (judged) =>
    meanOf(judged, ({ isCascadeRight }) => (isCascadeRight === null ? null : Number(isCascadeRight))),
  answerCorrect: (judged) => meanOf(judged, ({ isAnswerRight }) => Number(isAnswerRight)),
};

/** @param random for the resamples */
export function summariseState(judged: readonly JudgedState[], random: RandomSource): StateSummary {
  const types = [...new Set(judged.map(({ type }) => type))].sort();
  const byType = types.map((type) => {
    const own = judged.filter((one) => one.type === type);
    return [type, { n: own.length, ...mapRecord(METRICS, (metric) => metric(own)) }] as const;
  });
  const { metrics, ...summary } = summariseMetrics(judged, METRICS, random);
  return { ...summary, metrics: { ...metrics, byType: Object.fromEntries(byType) } };
}

function meanOf(judged: readonly JudgedState[], of: (one: JudgedState) => number | null): number | null {
  return mean(judged.map(of).filter((value) => value !== null));
}
