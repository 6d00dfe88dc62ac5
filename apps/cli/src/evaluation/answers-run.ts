import { ArbiterError } from '@arbiter/contracts';
import {
  ANSWER_METRICS,
  compareAnswers,
  seededRandom,
  type AnswerComparison,
  type AnswerMetric,
  type AnswerMetrics,
  type AnswerOutcome,
  type PairedShare,
  type RiskCoveragePoint,
  type AnswerSummary,
  type WriterFigures,
} from '@arbiter/evaluation';
import { z } from 'zod';
import { share } from '../render/format-text.js';
import type { Block } from './evaluate.js';
import { readRun } from './inputs.js';
import { EVALUATION_SEED } from './run-description.js';

/** One question, for comparisons of runs. */
export const AnswerRow = z.object({
  domain: z.string(),
  id: z.string(),
  type: z.string(),
  part: z.string().nullable(),
  answerable: z.boolean(),
  outcome: z.enum(['correct', 'wrong', 'wronglyDeclined', 'declined', 'wronglyAnswered']),
  /** 0–1; null when nothing was judged. */
  confidence: z.number().nullable(),
  /** Of what was shown, markers left out; null when declined. */
  words: z.int().nullable(),
  /** Citations that can be judged, and those of them that overlap evidence. */
  citations: z.int(),
  citationsOnEvidence: z.int(),
  latencyMs: z.number(),
});
export type AnswerRow = z.output<typeof AnswerRow>;

/** What a comparison reads of an earlier run; other runs, and those from before there were questions, have none. */
const EarlierRun = z.object({ command: z.literal('eval answers'), questions: z.array(AnswerRow).optional() });

/** For the pairing of two runs: questions of two packs may have the same id. */
function outcomeOf({ domain, id, answerable, outcome }: AnswerRow): AnswerOutcome {
  return { id: `${domain}/${id}`, answerable, outcome };
}

/**
 * The questions of an earlier run of `arbiter eval answers --json`.
 *
 * @param file absolute
 * @throws ArbiterError NOT_FOUND; INVALID_REQUEST for another run, or one without its questions
 */
export async function readAnswerRows(file: string): Promise<readonly AnswerRow[]> {
  const { questions } = await readRun(file, EarlierRun);
  if (questions !== undefined) return questions;
  throw new ArbiterError('INVALID_REQUEST', `${file} holds no questions of "arbiter eval answers --json" to compare.`);
}

/** @param before rows of the other run @param after rows of this one */
export function compareRuns(before: readonly AnswerRow[], after: readonly AnswerRow[]): AnswerComparison {
  return compareAnswers(before.map(outcomeOf), after.map(outcomeOf), { random: () => seededRandom(EVALUATION_SEED) });
}

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

export interface AnswerEvaluation extends AnswerSummary {
  readonly latencyMs: { readonly p50: number; readonly p95: number };
}

interface Report extends AnswerEvaluation {
  readonly writer?: WriterFigures & { readonly kind: string | null };
  readonly packs: readonly (AnswerEvaluation & { readonly domain: string })[];
  readonly comparison?: AnswerComparison & { readonly against: string };
}

/** The metrics with their intervals, then by type and by pack, the curve of risk, and the comparison that was asked for. */
export function answerTables({ n, metrics, ci95, packs, comparison, writer }: Report): Block[] {
  const metricRows = ANSWER_METRICS.map((name) => [
    name,
    figure(name, metrics[name]),
    (ci95[name] ?? []).map((end) => figure(name, end)).join(' – '),
  ]);
  const total = partRow('all', n, metrics);
  const typeRows = Object.entries(metrics.byType).map(([type, ofType]) => partRow(type, ofType.n, ofType));
  const packRows = packs.map((pack) => partRow(pack.domain, pack.n, pack.metrics));
  const names = COLUMNS.map(([, name]) => name);
  return [
    [['metric', 'value', '95 % interval'], ...metricRows],
    ...(writer === undefined ? [] : renderWriter(writer)),
    [['type', 'n', ...names], ...typeRows, total],
    packs.length < 2 ? '' : [['pack', 'n', ...names], ...packRows, total],
    [['confidence from', 'shown', 'right of shown'], ...metrics.riskCoverage.map(riskRow)],
    ...(comparison === undefined ? [] : renderComparison(comparison)),
  ];
}

function renderWriter(writer: WriterFigures): Block[] {
  const { n, writtenRight, writtenWrong, refused, withoutCitation } = writer;
  const counts = `${n} written: ${writtenRight} right, ${writtenWrong} wrong, ${refused} refused; shown without citation: ${withoutCitation}`;
  const shares = ['shownWhole', 'cut', 'declined', 'wrongShown', 'refusedDeclined', 'markerOnEvidence'] as const;
  return [counts, shares.map((name) => [name, share(writer[name])])];
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
}: Required<Report>['comparison']): Block[] {
  const rows = [
    comparisonRow('right or rightly declined', right),
    comparisonRow('right, of answerable', correct),
    comparisonRow('declined, of unanswerable', declined),
  ];
  return [
    [[`against ${against}`, 'n', 'before', 'after', 'difference', 'p'], ...rows],
    named('gained', gained),
    named('lost', lost),
    named('in one run only', unmatched),
  ];
}

function comparisonRow(name: string, paired: PairedShare | null): string[] {
  if (paired === null) return [name, '0', '–', '–', '–', '–'];
  const { n, before, after, difference, pValue } = paired;
  const sign = difference > 0 ? '+' : '';
  return [name, String(n), share(before), share(after), `${sign}${difference.toFixed(3)}`, pValue.toFixed(4)];
}

function named(what: string, ids: readonly string[]): string {
  if (ids.length === 0) return '';
  const more = ids.length > NAMED ? `, and ${ids.length - NAMED} more` : '';
  return `${what} (${ids.length}): ${ids.slice(0, NAMED).join(', ')}${more}`;
}

function figure(metric: AnswerMetric, value: number | null): string {
  const isWords = metric === 'medianWords' || metric === 'medianWordsLookup';
  return isWords && value !== null ? value.toFixed(1) : share(value);
}
