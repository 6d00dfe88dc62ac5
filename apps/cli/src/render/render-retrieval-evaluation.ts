import { RETRIEVAL_METRICS } from '@arbiter/evaluation';
import type { RetrievalRun } from '../evaluation/retrieval-run.js';
import type { Colours } from '../terminal/terminal.js';
import { milliseconds } from './render-answer.js';
import { renderTable } from './render-table.js';

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
