import type { AnswerVerdict } from '@arbiter/evaluation';
import type { AnswerEvaluation, AnswerRecord } from '../evaluation/evaluate-answers.js';
import type { Colours } from '../terminal/terminal.js';
import { milliseconds } from './render-answer.js';
import { renderTable } from './render-table.js';

const VERDICTS: readonly AnswerVerdict[] = ['correct', 'wrong', 'wronglyDeclined', 'declined', 'wronglyAnswered'];

type Report = Omit<AnswerEvaluation, 'records'>;

/** The metrics with their intervals, then how the answers of each type of question came out. */
export function renderAnswerEvaluation(report: Report, records: readonly AnswerRecord[], colours: Colours): string {
  const { n, metrics, ci95, latencyMs } = report;
  const names = Object.keys(metrics) as (keyof typeof metrics)[];
  const metricRows = names.map((name) => {
    const interval = ci95[name];
    return [name, figure(metrics[name]), interval === null ? '' : `${figure(interval[0])} – ${figure(interval[1])}`];
  });
  const types = [...new Set(records.map(({ type }) => type))];
  const typeRows = types.map((type) => {
    const ofType = records.filter((record) => record.type === type);
    const counts = VERDICTS.map((verdict) => String(ofType.filter((record) => record.verdict === verdict).length));
    return [type, String(ofType.length), ...counts];
  });
  return [
    colours.bold(`${n} questions, p50 ${milliseconds(latencyMs.p50)}, p95 ${milliseconds(latencyMs.p95)}`),
    '',
    ...renderTable([['metric', 'value', '95 % interval'], ...metricRows]),
    '',
    ...renderTable([['type', 'n', ...VERDICTS], ...typeRows]),
    '',
  ].join('\n');
}

function figure(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}
