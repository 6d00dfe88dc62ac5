import { VALIDATION_METRICS } from '@arbiter/evaluation';
import type { LabelledRun } from '../evaluation/labelled-run.js';
import type { Colours } from '../terminal/terminal.js';
import { milliseconds } from './render-answer.js';
import { figureWithInterval } from './render-grounding-evaluation.js';
import { renderTable } from './render-table.js';

/** The metrics, the confusion of labels and decisions, then how each kind of answer came out. */
export function renderLabelledEvaluation(run: LabelledRun, colours: Colours): string {
  const { n, metrics, ci95, confusion, kinds, latencyMs } = run;
  return [
    colours.bold(`${n} labelled answers, p50 ${milliseconds(latencyMs.p50)}, p95 ${milliseconds(latencyMs.p95)}`),
    '',
    ...renderTable([
      ['metric', 'value'],
      ...VALIDATION_METRICS.map((metric) => [metric, figureWithInterval(metrics[metric], ci95[metric])]),
    ]),
    '',
    ...renderTable([
      ['label', 'accepted', 'not accepted'],
      ['to show', String(confusion.shown), String(confusion.wronglyRejected)],
      ['not to show', String(confusion.wronglyAccepted), String(confusion.rejected)],
    ]),
    '',
    ...renderTable([
      ['kind', 'n', 'right'],
      ...Object.entries(kinds).map(([kind, counts]) => [kind, String(counts.n), String(counts.right)]),
    ]),
    '',
  ].join('\n');
}
