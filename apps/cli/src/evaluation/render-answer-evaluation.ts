import {
  ANSWER_METRICS,
  type AnswerComparison,
  type AnswerMetric,
  type AnswerMetrics,
  type PairedShare,
  type RiskCoveragePoint,
} from '@arbiter/evaluation';
import { milliseconds } from '../render/render-answer.js';
import { renderTable, share } from '../render/render-table.js';
import type { Colours } from '../terminal/terminal.js';
import type { AnswerEvaluation } from './measure-answers.js';

/** Columns of the tables by type and by pack. */
const COLUMNS: readonly (readonly [AnswerMetric, string])[] = [
  ['correct', 'right'],
  ['wrong', 'wrong'],
  ['wronglyDeclined', 'declined'],
  ['declined', 'rightly declined'],
  ['shownRight', 'right of shown'],
  ['confidenceEce', 'ECE'],
  ['confidenceAuroc', 'AUROC'],
  ['citationPrecision', 'on evidence'],
  ['medianWords', 'words'],
];

/** Most questions that are named on a line of the comparison. */
const NAMED = 20;

interface Report extends AnswerEvaluation {
  readonly packs: readonly (AnswerEvaluation & { readonly domain: string })[];
  readonly comparison?: AnswerComparison & { readonly against: string };
}

/** The metrics with their intervals, then by type and by pack, the curve of risk, and the comparison that was asked for. */
export function renderAnswerEvaluation(report: Report, colours: Colours): string {
  const { n, metrics, ci95, latencyMs, packs, comparison } = report;
  const metricRows = ANSWER_METRICS.map((name) => {
    const interval = ci95[name];
    return [
      name,
      figure(name, metrics[name]),
      interval === null ? '' : interval.map((end) => figure(name, end)).join(' – '),
    ];
  });
  const total = partRow('all', n, metrics);
  const typeRows = Object.entries(metrics.byType).map(([type, ofType]) => partRow(type, ofType.n, ofType));
  const packRows = packs.map((pack) => partRow(pack.domain, pack.n, pack.metrics));
  const names = COLUMNS.map(([, name]) => name);
  return [
    colours.bold(`${n} questions, p50 ${milliseconds(latencyMs.p50)}, p95 ${milliseconds(latencyMs.p95)}`),
    '',
    ...renderTable([['metric', 'value', '95 % interval'], ...metricRows]),
    '',
    ...renderTable([['type', 'n', ...names], ...typeRows, total]),
    '',
    ...(packs.length < 2 ? [] : [...renderTable([['pack', 'n', ...names], ...packRows, total]), '']),
    ...renderTable([['confidence from', 'shown', 'right of shown'], ...metrics.riskCoverage.map(riskRow)]),
    '',
    ...(comparison === undefined ? [] : renderComparison(comparison)),
  ].join('\n');
}

function partRow(name: string, n: number, metrics: AnswerMetrics): string[] {
  return [name, String(n), ...COLUMNS.map(([metric]) => figure(metric, metrics[metric]))];
}

function riskRow({ threshold, shown, right }: RiskCoveragePoint): string[] {
  return [threshold.toFixed(2), share(shown), share(right)];
}

function renderComparison({
  against,
  right,
  correct,
  declined,
  gained,
  lost,
  unmatched,
}: Required<Report>['comparison']) {
  const rows = [
    comparisonRow('right or rightly declined', right),
    comparisonRow('right, of answerable', correct),
    comparisonRow('declined, of unanswerable', declined),
  ];
  return [
    ...renderTable([[`against ${against}`, 'n', 'before', 'after', 'difference', 'p'], ...rows]),
    '',
    ...named('gained', gained),
    ...named('lost', lost),
    ...named('in one run only', unmatched),
    '',
  ];
}

function comparisonRow(name: string, paired: PairedShare | null): string[] {
  if (paired === null) return [name, '0', '–', '–', '–', '–'];
  const { n, before, after, difference, pValue } = paired;
  const sign = difference > 0 ? '+' : '';
  return [name, String(n), share(before), share(after), `${sign}${difference.toFixed(3)}`, pValue.toFixed(4)];
}

function named(what: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const more = ids.length > NAMED ? `, and ${ids.length - NAMED} more` : '';
  return [`${what} (${ids.length}): ${ids.slice(0, NAMED).join(', ')}${more}`];
}

function figure(metric: AnswerMetric, value: number | null): string {
  const isWords = metric === 'medianWords' || metric === 'medianWordsLookup';
  return isWords && value !== null ? value.toFixed(1) : share(value);
}
