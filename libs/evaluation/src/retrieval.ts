import { compareCodeUnits } from '@arbiter/contracts';
import {
  averagePrecision,
  ndcgAt,
  precisionAt,
  recallAt,
  reciprocalRankAt,
  type Judgements,
} from './metrics/ranking-metrics.js';
import { summariseMetrics, type NamedMetrics } from './metrics/named-metrics.js';
import { mean, type Interval, type RandomSource } from './metrics/statistics.js';

/** A document or one of its chunks, with the score by which it is ranked. */
export interface ScoredDocument {
  readonly id: string;
  readonly score: number;
}

/**
 * Documents of the chunks that were found, each with the score of its best chunk: by score, then by id, so that a ranking
 * does not depend on the order in which equal scores came.
 *
 * @param chunks `id` is that of the document
 * @param exclude id of a document that does not count: a query may be one of the documents itself
 */
export function rankDocuments(chunks: readonly ScoredDocument[], exclude: string | null = null): ScoredDocument[] {
  const best = new Map<string, number>();
  for (const { id, score } of chunks) {
    if (id !== exclude) best.set(id, Math.max(score, best.get(id) ?? Number.NEGATIVE_INFINITY));
  }
  return [...best].map(([id, score]) => ({ id, score })).sort(byScoreThenId);
}

function byScoreThenId(a: ScoredDocument, b: ScoredDocument): number {
  return b.score - a.score || compareCodeUnits(a.id, b.id);
}

export const RETRIEVAL_METRICS = [
  'ndcg@10',
  'mrr@10',
  'recall@10',
  'recall@100',
  'map',
  'precision@5',
  'precision@10',
] as const;
export type RetrievalMetric = (typeof RETRIEVAL_METRICS)[number];

/** All are fractions of 1. */
export type RetrievalFigures = Readonly<Record<RetrievalMetric, number>>;

/** Every metric of one query's ranking; see ranking-metrics.ts for what each means. */
export function measureRanking(ranking: readonly string[], judgements: Judgements): RetrievalFigures {
  return {
    'ndcg@10': ndcgAt(ranking, judgements, 10),
    'mrr@10': reciprocalRankAt(ranking, judgements, 10),
    'recall@10': recallAt(ranking, judgements, 10),
    'recall@100': recallAt(ranking, judgements, 100),
    map: averagePrecision(ranking, judgements),
    'precision@5': precisionAt(ranking, judgements, 5),
    'precision@10': precisionAt(ranking, judgements, 10),
  };
}

export interface RetrievalSummary {
  /** Means over queries. */
  readonly metrics: RetrievalFigures;
  /** 95 % bootstrap intervals over queries. */
  readonly ci95: Readonly<Record<RetrievalMetric, Interval>>;
}

/**
 * Means of the metrics over queries, with their intervals.
 *
 * @param random for the resamples; `seededRandom(seed)` makes the intervals reproducible
 * @throws RangeError when there are no queries
 */
export function summariseRetrieval(queries: readonly RetrievalFigures[], random: RandomSource): RetrievalSummary {
  if (queries.length === 0) throw new RangeError('there is no mean of no queries');
  return summariseMetrics(queries, MEANS, random) as RetrievalSummary;
}

const MEANS = Object.fromEntries(
  RETRIEVAL_METRICS.map((metric) => [
    metric,
    (queries: readonly RetrievalFigures[]) => mean(queries.map((figures) => figures[metric])),
  ]),
) as NamedMetrics<RetrievalFigures, RetrievalMetric>;
