import {
  mapRecord,
  mean,
  ndcgAt,
  recallAt,
  summariseMetrics,
  type Interval,
  type Judgements,
  type NamedMetrics,
  type RandomSource,
} from '@arbiter/evaluation';

export const PAGE_METRICS = ['recall@1', 'recall@3', 'recall@5', 'ndcg@5'] as const;
export type PageMetric = (typeof PAGE_METRICS)[number];

/** Of one question, or means over questions: fractions of 1. */
export type PageFigures = Readonly<Record<PageMetric, number>>;

/** @param ranking ids of pages, best first, none twice */
export function measurePages(ranking: readonly string[], judgements: Judgements): PageFigures {
  return {
    'recall@1': recallAt(ranking, judgements, 1),
    'recall@3': recallAt(ranking, judgements, 3),
    'recall@5': recallAt(ranking, judgements, 5),
    'ndcg@5': ndcgAt(ranking, judgements, 5),
  };
}

/** A question by one method. */
export interface MeasuredPages {
  readonly type: string | null;
  readonly pageType: string | null;
  readonly figures: PageFigures;
}

/** Figures by the names of kinds, in their order; questions of no kind are left out. */
type ByKind = Readonly<Record<string, PageFigures & { readonly n: number }>>;

export interface PagesSummary {
  readonly metrics: PageFigures & {
    /** Absent where no question has a type; so is the next. */
    readonly byType?: ByKind;
    readonly byPageType?: ByKind;
  };
  /** 95 % bootstrap intervals over questions. */
  readonly ci95: Readonly<Record<PageMetric, Interval | null>>;
}

/**
 * Means over questions, in all and by kind.
 *
 * @param random for the resamples
 * @throws RangeError when there are no questions
 */
export function summarisePages(questions: readonly MeasuredPages[], random: RandomSource): PagesSummary {
  if (questions.length === 0) throw new RangeError('there is no mean of no questions');
  const { ci95 } = summariseMetrics(questions, MEANS, random);
  const byType = byKind(questions, ({ type }) => type);
  const byPageType = byKind(questions, ({ pageType }) => pageType);
  return {
    metrics: { ...meansOf(questions), ...(byType && { byType }), ...(byPageType && { byPageType }) },
    ci95,
  };
}

const MEANS = Object.fromEntries(
  PAGE_METRICS.map((metric) => [
    metric,
    (questions: readonly MeasuredPages[]) => mean(questions.map(({ figures }) => figures[metric])),
  ]),
) as NamedMetrics<MeasuredPages, PageMetric>;

function meansOf(questions: readonly MeasuredPages[]): PageFigures {
  return mapRecord(MEANS, (metric) => metric(questions) ?? 0);
}

function byKind(questions: readonly MeasuredPages[], kindOf: (one: MeasuredPages) => string | null): ByKind | null {
  const kinds = [...new Set(questions.map(kindOf))].filter((kind) => kind !== null).sort();
  if (kinds.length === 0) return null;
  return Object.fromEntries(
    kinds.map((kind) => {
      const own = questions.filter((one) => kindOf(one) === kind);
      return [kind, { n: own.length, ...meansOf(own) }];
    }),
  );
}
