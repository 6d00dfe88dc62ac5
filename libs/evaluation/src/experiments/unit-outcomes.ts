import { EXPERIMENT_METRICS, type AnswerEvent, type ExperimentMetric } from '@arbiter/contracts';

/** What came of one session or key, by the end of its window. */
export interface UnitOutcome {
  readonly answers: number;
  /** Share of its answers, 0–1; of `rating` the mean, null where it rated none. */
  readonly values: Readonly<Record<ExperimentMetric, number | null>>;
}

/** The units of one variant. */
export interface VariantOutcomes {
  /** Those whose window is over, in the order of their first answers. */
  readonly units: readonly UnitOutcome[];
  /** Units whose window is not over. */
  readonly pending: number;
}

interface Unit {
  readonly variant: string;
  readonly from: number;
  readonly given: Map<string, { readonly answered: boolean; retried: boolean; copied: boolean; rating: number | null }>;
}

/**
 * What came of each unit of an experiment during the window that begins with its first answer. When the window is over, a
 * unit's outcome is complete and never changes. So the outcomes are a sequence of observations to which each look adds, as
 * `confidenceSequence` wants them, however many answers a unit gets.
 *
 * @param events of any experiments, in the order in which they happened
 * @param windowMs ≥ 0
 * @param now milliseconds of the epoch
 */
export function unitOutcomes(
  events: Iterable<AnswerEvent>,
  { experiment, windowMs, now }: { readonly experiment: string; readonly windowMs: number; readonly now: number },
): ReadonlyMap<string, VariantOutcomes> {
  const units = new Map<string, Unit>();
  for (const event of events) {
    if (event.assigned?.experiment === experiment && event.unit !== null) observe(units, event, windowMs);
  }
  const variants = new Map<string, { units: UnitOutcome[]; pending: number }>();
  for (const unit of [...units.values()].sort((a, b) => a.from - b.from)) {
    const known = variants.get(unit.variant) ?? { units: [], pending: 0 };
    variants.set(unit.variant, known);
    if (unit.from + windowMs > now) known.pending += 1;
    else known.units.push(outcomeOf(unit));
  }
  return variants;
}

function observe(units: Map<string, Unit>, event: AnswerEvent, windowMs: number): void {
  const { answerId, assigned, at } = event;
  const key = event.unit ?? '';
  const time = Date.parse(at);
  let unit = units.get(key);
  if (!unit) {
    if (event.kind !== 'given') return;
    unit = { variant: assigned?.variant ?? '', from: time, given: new Map() };
    units.set(key, unit);
  }
  // Shares that are changed within an experiment move some keys to another variant: what follows is no longer of the first.
  if (time > unit.from + windowMs || assigned?.variant !== unit.variant) return;
  if (event.kind === 'given') {
    unit.given.set(answerId, { answered: event.status === 'answered', retried: false, copied: false, rating: null });
    return;
  }
  const answer = unit.given.get(answerId);
  if (!answer) return;
  if (event.kind === 'rated') answer.rating = event.score;
  else answer[event.kind] = true;
}

function outcomeOf({ given }: Unit): UnitOutcome {
  const answers = [...given.values()];
  const share = (holds: (answer: (typeof answers)[number]) => boolean): number =>
    answers.filter(holds).length / answers.length;
  const ratings = answers.flatMap(({ rating }) => (rating === null ? [] : [rating]));
  return {
    answers: answers.length,
    values: {
      answered: share(({ answered }) => answered),
      retried: share(({ retried }) => retried),
      copied: share(({ copied }) => copied),
      rating: ratings.length === 0 ? null : ratings.reduce((sum, one) => sum + one, 0) / ratings.length,
    },
  };
}

/** The observations of a metric, without units that have none. */
export function observationsOf({ units }: VariantOutcomes, metric: ExperimentMetric): number[] {
  return units.flatMap(({ values }) => values[metric] ?? []);
}

/** Means of the metrics over the units that have them. */
export function meansOf(outcomes: VariantOutcomes): Record<ExperimentMetric, number | null> {
  const means = EXPERIMENT_METRICS.map((metric) => {
    const observed = observationsOf(outcomes, metric);
    return [metric, observed.length === 0 ? null : observed.reduce((sum, one) => sum + one, 0) / observed.length];
  });
  return Object.fromEntries(means) as Record<ExperimentMetric, number | null>;
}
