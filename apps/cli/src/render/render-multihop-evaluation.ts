import { MULTI_HOP_METRICS } from '@arbiter/evaluation';
import type { MultihopRun } from '../evaluation/multihop-run.js';
import type { Colours } from '../terminal/terminal.js';
import { milliseconds } from './render-answer.js';
import { figureWithInterval } from './render-grounding-evaluation.js';
import { renderTable } from './render-table.js';

/** Both ways of asking side by side, and what the planned one gains. */
export function renderMultihopEvaluation({ n, metrics, ci95, gain, latencyMs }: MultihopRun, colours: Colours): string {
  const { p50, p95, retrieval, single } = latencyMs;
  return [
    colours.bold(`${n} questions, p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)}`),
    `Searching takes p50 ${milliseconds(retrieval.p50)}, p95 ${milliseconds(retrieval.p95)} of it; one search ` +
      `p50 ${milliseconds(single.p50)}, p95 ${milliseconds(single.p95)}.`,
    '',
    ...renderTable([
      ['metric', 'single', 'planned', 'gain'],
      ...MULTI_HOP_METRICS.map((metric) => [
        metric,
        figureWithInterval(metrics.single[metric], ci95.single[metric]),
        figureWithInterval(metrics.planned[metric], ci95.planned[metric]),
        figureWithInterval(gain.metrics[metric], gain.ci95[metric]),
      ]),
    ]),
    '',
  ].join('\n');
}
