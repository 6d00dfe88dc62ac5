import { EXPERIMENT_METRICS, type AnswerEvent, type ExperimentReport } from '@arbiter/contracts';
import { confidenceSequence } from './confidence-sequence.js';
import { meansOf, observationsOf, unitOutcomes, type VariantOutcomes } from './unit-outcomes.js';

export interface ReportOptions {
  readonly experiment: string;
  /** Those of the configuration, the control first; empty where the experiment is no longer configured. */
  readonly variants: readonly string[];
  /** ≥ 0. */
  readonly windowMinutes: number;
  /** Between 0 and 1. */
  readonly alpha: number;
  /** Milliseconds of the epoch. */
  readonly now: number;
}

const MINUTE_MS = 60_000;
const NOTHING: VariantOutcomes = { units: [], pending: 0 };

/**
 * Compares each variant of an experiment with the control.
 *
 * The k-th unit of a variant is compared with the k-th of the control. Units are assigned by chance, so these differences
 * are independent, lie in −1 to 1, and have the difference of the means as their mean: a confidence sequence of them is one of
 * the difference. With unequal shares, units of the larger variant wait for a partner. Bonferroni's correction divides alpha
 * by the number of comparisons, so that it bounds the chance of any false alarm in the report.
 *
 * @param events of any experiments, in the order in which they happened
 */
export function summariseExperiment(
  events: Iterable<AnswerEvent>,
  { experiment, variants: configured, windowMinutes, alpha, now }: ReportOptions,
): ExperimentReport {
  const outcomes = unitOutcomes(events, { experiment, windowMs: windowMinutes * MINUTE_MS, now });
  const names = [...new Set([...configured, ...outcomes.keys()])];
  const [control = '', ...others] = names;
  const count = others.length * EXPERIMENT_METRICS.length;
  const of = (variant: string): VariantOutcomes => outcomes.get(variant) ?? NOTHING;
  return {
    experiment,
    alpha,
    windowMinutes,
    variants: names.map((variant) => {
      const { units, pending } = of(variant);
      return {
        variant,
        answers: units.reduce((sum, { answers }) => sum + answers, 0),
        units: units.length,
        pending,
        means: meansOf(of(variant)),
        rated: observationsOf(of(variant), 'rating').length,
      };
    }),
    comparisons: others.flatMap((variant) =>
      EXPERIMENT_METRICS.map((metric) => ({
        metric,
        variant,
        control,
        ...comparePaired(observationsOf(of(variant), metric), observationsOf(of(control), metric), { alpha, count }),
      })),
    ),
  };
}

type Comparison = Omit<ExperimentReport['comparisons'][number], 'metric' | 'variant' | 'control'>;

function comparePaired(
  treated: readonly number[],
  control: readonly number[],
  { alpha, count }: { readonly alpha: number; readonly count: number },
): Comparison {
  const pairs = Math.min(treated.length, control.length);
  const differences = treated.slice(0, pairs).map((value, index) => value - (control[index] ?? 0));
  const { mean, interval, pValue } = confidenceSequence(differences, { range: [-1, 1], alpha: alpha / count });
  const [low, high] = interval;
  return {
    pairs,
    difference: mean,
    interval: [low, high],
    pValue: Math.min(1, pValue * count),
    verdict: low > 0 ? 'higher' : high < 0 ? 'lower' : 'undecided',
  };
}
