import { CLASSIFICATION_METRICS } from '@arbiter/evaluation';
import type { ClassifyRun } from '../evaluation/classify-run.js';
import type { Colours } from '../terminal/terminal.js';
import { milliseconds } from './render-answer.js';
import { figureWithInterval } from './render-grounding-evaluation.js';
import { renderTable } from './render-table.js';

/** The metrics, then the confusion table: a row per type, a column per type that was said. */
export function renderClassifyEvaluation(run: ClassifyRun, colours: Colours): string {
  const { n, metrics, ci95, confusion, latencyMs, degraded } = run;
  const types = Object.keys(confusion);
  return [
    colours.bold(`${n} questions, p50 ${milliseconds(latencyMs.p50)}, p95 ${milliseconds(latencyMs.p95)}`),
    '',
    ...renderTable([
      ['metric', 'value'],
      ...CLASSIFICATION_METRICS.map((metric) => [metric, figureWithInterval(metrics[metric], ci95[metric])]),
    ]),
    '',
    ...renderTable([
      ['is, taken for', ...types],
      ...types.map((actual) => [actual, ...types.map((said) => String(confusion[actual]?.[said] ?? 0))]),
    ]),
    '',
    ...(degraded === 0 ? [] : [`${degraded} were decided by rules because the language model did not answer.`, '']),
  ].join('\n');
}
