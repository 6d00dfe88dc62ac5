import { RETRIEVAL_METRICS } from '@arbiter/evaluation';
import { z } from 'zod';
import { renderTable, milliseconds } from '../render/format-text.js';
import type { Colours } from '../terminal/terminal.js';
import { ArmSettings, RunDescription } from './run-description.js';

const Percentiles = z.object({ p50: z.number(), p95: z.number(), p99: z.number() });
const Metric = z.enum(RETRIEVAL_METRICS);
const Counts = z.record(z.string(), z.number());

/**
 * What `arbiter eval retrieval --json` prints, and what reports are made of. By method are `metrics`, `ci95` and
 * `latencyMs.methods`; `default` among them is what a search that names no method gives.
 */
export const RetrievalRun = z.object({
  command: z.literal('eval retrieval'),
  /** As it was named on the command line. */
  dataset: z.string(),
  split: z.string(),
  /** Queries. */
  n: z.int().min(1),
  /** Means over queries, as fractions of 1. */
  metrics: z.record(z.string(), z.record(Metric, z.number())),
  ci95: z.record(z.string(), z.record(Metric, z.tuple([z.number(), z.number()]))),
  /** Around the operation, one search at a time. Flat: those of the default. */
  latencyMs: Percentiles.extend({ methods: z.record(z.string(), Percentiles) }),
  /** Paired randomisation tests, two-sided; `difference` is that of `a` less that of `b`. */
  significance: z.array(
    z.object({ metric: Metric, a: z.string(), b: z.string(), difference: z.number(), pValue: z.number() }),
  ),
  /** Counts of the set's contents, and of the parts left out. */
  counts: Counts,
  /**
   * By method: documents that its rankings hold, on average and at least; of the first ten, how many share their score
   * with the next, on average; and queries that an index did not answer.
   */
  depth: z.record(
    z.string(),
    z.object({
      meanDocuments: z.number(),
      leastDocuments: z.number(),
      tiedInFirstTen: z.number(),
      degradedQueries: z.number(),
    }),
  ),
  config: z.object({
    /** What each method's requests hold besides the query. */
    methods: z.record(z.string(), z.record(z.string(), z.unknown())),
    search: z.record(z.string(), z.unknown()),
    retriever: ArmSettings,
    collections: z.array(z.record(z.string(), z.unknown())),
    ...RunDescription.shape,
  }),
});
export type RetrievalRun = z.output<typeof RetrievalRun>;

/** Methods side by side, then which differences are more than chance, then what of the set could not be used. */
export function renderRetrievalEvaluation(run: RetrievalRun, colours: Colours): string {
  const methods = Object.keys(run.metrics);
  const rows = methods.map((method) => {
    const latency = run.latencyMs.methods[method];
    return [
      method,
      ...RETRIEVAL_METRICS.map((metric) => figure(run.metrics[method]?.[metric])),
      ...[latency?.p50, latency?.p95, latency?.p99].map((ms) => (ms === undefined ? '–' : milliseconds(ms))),
    ];
  });
  const intervals = methods.map((method) => {
    const [low, high] = run.ci95[method]?.['ndcg@10'] ?? [];
    return [method, `${figure(low)} – ${figure(high)}`];
  });
  const comparisons = run.significance.map(({ a, b, difference, pValue }) => [
    `${a} − ${b}`,
    `${difference < 0 ? '−' : '+'}${figure(Math.abs(difference))}`,
    pValue < 0.0005 ? '< .001' : pValue.toFixed(3),
  ]);
  const counts = Object.entries(run.counts).map(([name, count]) => [name, count.toLocaleString('en')]);
  return [
    colours.bold(`${run.dataset}, ${run.split}: ${run.n} queries`),
    '',
    ...renderTable([['method', ...RETRIEVAL_METRICS, 'p50', 'p95', 'p99'], ...rows]),
    '',
    ...renderTable([['ndcg@10', '95 % interval'], ...intervals]),
    '',
    ...(comparisons.length === 0 ? [] : [...renderTable([['ndcg@10', 'difference', 'p'], ...comparisons]), '']),
    ...renderTable(counts),
    '',
  ].join('\n');
}

function figure(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(4);
}
