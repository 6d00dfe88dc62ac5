import { READING_METRICS, SENTENCE_METRICS } from '@arbiter/evaluation';
import type { ReadingRun } from '../evaluation/reading-run.js';
import type { Colours } from '../terminal/terminal.js';
import { milliseconds } from './render-answer.js';
import { figureWithInterval } from './render-grounding-evaluation.js';
import { renderTable } from './render-table.js';

/** What was read and how fast, then the metrics with their intervals. */
export function renderReadingEvaluation(run: ReadingRun, colours: Colours): string {
  const { latencyMs, unread, config } = run;
  const rows =
    run.kind === 'passages'
      ? READING_METRICS.map((metric) => [metric, figureWithInterval(run.metrics[metric], run.ci95[metric])])
      : SENTENCE_METRICS.map((metric) => [metric, figureWithInterval(run.metrics[metric], run.ci95[metric])]);
  return [
    colours.bold(`${describe(run)}, p50 ${milliseconds(latencyMs.p50)}, p95 ${milliseconds(latencyMs.p95)}`),
    `read by ${config.reader}${config.sampledFrom === null ? '' : `, a sample of ${config.sampledFrom}`}`,
    '',
    ...renderTable([['metric', 'value'], ...rows]),
    '',
    ...(unread === 0 ? [] : [`${unread} could not be read; they count as if nothing had been found.`, '']),
  ].join('\n');
}

function describe(run: ReadingRun): string {
  return run.kind === 'passages'
    ? `${run.n} questions, ${run.answerable} answerable`
    : `${run.n} sentences, ${run.questions} questions, ${run.answered} answered`;
}
