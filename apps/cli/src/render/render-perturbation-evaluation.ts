import { ERROR_KINDS } from '@arbiter/evaluation';
import type { PerturbationRun } from '../evaluation/perturbation-run.js';
import type { Colours } from '../terminal/terminal.js';
import { milliseconds } from './render-answer.js';
import { figureWithInterval } from './render-grounding-evaluation.js';
import { renderTable } from './render-table.js';

/** How many errors of each kind were caught, then how many true sentences were rejected. */
export function renderPerturbationEvaluation(
  { dataset, n, counts, metrics, ci95, latencyMs }: PerturbationRun,
  colours: Colours,
): string {
  const kinds = ERROR_KINDS.map((kind) => [
    kind,
    String(counts[kind]),
    figureWithInterval(metrics.caughtBy[kind], ci95.caughtBy[kind]),
  ]);
  const rejected = [
    ['all', String(2 * n), figureWithInterval(metrics.falseRejection, ci95.falseRejection)],
    ['untouched', String(n), figureWithInterval(metrics.falseRejectionUntouched, ci95.falseRejectionUntouched)],
    ['reworded', String(n), figureWithInterval(metrics.falseRejectionReworded, ci95.falseRejectionReworded)],
    ['of these, by hand', '', figureWithInterval(metrics.falseRejectionHandWritten, ci95.falseRejectionHandWritten)],
  ];
  return [
    colours.bold(
      `${dataset}: ${n} planted errors, p50 ${milliseconds(latencyMs.p50)}, p95 ${milliseconds(latencyMs.p95)}`,
    ),
    '',
    ...renderTable([
      ['error', 'n', 'caught'],
      ...kinds,
      ['mean of the kinds', String(n), figureWithInterval(metrics.caught, ci95.caught)],
      ['reworded by hand', '', figureWithInterval(metrics.caughtInHandWritten, ci95.caughtInHandWritten)],
    ]),
    '',
    ...renderTable([['true sentences', 'n', 'rejected'], ...rejected]),
    '',
  ].join('\n');
}
