import { bootstrapInterval, mean, type Interval, type RandomSource } from '../metrics/statistics.js';
import type { JudgedState } from './judge-state.js';

export const STATE_METRICS = ['precision@5', 'mrr', 'staleRate', 'cascadeCorrect', 'answerCorrect'] as const;
export type StateMetric = (typeof STATE_METRICS)[number];

/** Fractions of 1; null where nothing could be judged. */
export type StateMetrics = Readonly<Record<StateMetric, number | null>>;

export interface StateSummary {
  readonly n: number;
  readonly metrics: StateMetrics & {
    readonly byType: Readonly<Record<string, StateMetrics & { readonly n: number }>>;
  };
  /** 95 % bootstrap intervals over questions; null where the metric is. */
  readonly ci95: Readonly<Record<StateMetric, Interval | null>>;
}

const METRICS: Readonly<Record<StateMetric, (judged: readonly JudgedState[]) => number | null>> = {
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
    return [type, { n: own.length, ...byMetric((metric) => METRICS[metric](own)) }] as const;
  });
  return {
    n: judged.length,
    metrics: { ...byMetric((metric) => METRICS[metric](judged)), byType: Object.fromEntries(byType) },
    ci95: byMetric((metric) => bootstrapInterval(judged, METRICS[metric], { random })),
  };
}

function meanOf(judged: readonly JudgedState[], of: (one: JudgedState) => number | null): number | null {
  return mean(judged.map(of).filter((value) => value !== null));
}

function byMetric<T>(of: (metric: StateMetric) => T): Record<StateMetric, T> {
  return Object.fromEntries(STATE_METRICS.map((metric) => [metric, of(metric)])) as Record<StateMetric, T>;
}
