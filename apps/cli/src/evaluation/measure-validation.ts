import { join } from 'node:path';
import { ArbiterError, type ClaimVerdict, type ValidationResult } from '@arbiter/contracts';
import { goldSentenceCases, VALIDATION_METRICS, type JudgedValidation, type LabelledAnswer } from '@arbiter/evaluation';
import { z } from 'zod';
import type { Pack } from '../domains/find-pack.js';
import { figureWithInterval, renderTable, milliseconds } from '../render/format-text.js';
import type { Colours } from '../terminal/terminal.js';
import { ALL_PARTS, packQuestions, readDocuments } from './inputs.js';
import { mapBounded, naming } from './map-bounded.js';
import { Latency, Share, ShareInterval } from './run-description.js';
import { ValidationSurroundings, type SupportChecker } from './support-checker.js';

const Metric = z.enum(VALIDATION_METRICS);

/** What `arbiter eval validation --json` prints. */
export const LabelledRun = z.object({
  command: z.literal('eval validation'),
  /** As it was named on the command line. */
  dataset: z.string(),
  n: z.int().min(1),
  metrics: z.record(Metric, Share),
  ci95: z.record(Metric, ShareInterval),
  confusion: z.object({
    shown: z.int(),
    wronglyRejected: z.int(),
    wronglyAccepted: z.int(),
    rejected: z.int(),
  }),
  /** By kind of answer: how many, and how many were decided as their label says. */
  kinds: z.record(z.string(), z.object({ n: z.int(), right: z.int() })),
  latencyMs: Latency,
  config: ValidationSurroundings,
});
export type LabelledRun = z.output<typeof LabelledRun>;

/** A labelled answer with what came of it: a line of the file that `--out` writes. */
export interface ValidationRecord extends JudgedValidation {
  readonly id: string;
  readonly kind: string;
  readonly answer: string;
  readonly recommendation: ValidationResult['recommendation'];
  readonly reasoning: string;
  readonly verdicts: readonly Pick<ClaimVerdict, 'support' | 'score' | 'reasoning'>[];
  readonly latencyMs: number;
}

/**
 * Gold sentences of a pack, and sentences beside them, as labelled answers.
 *
 * @throws ArbiterError NOT_FOUND without documents or questions, INVALID_REQUEST when no question has such a sentence
 */
export async function goldAnswersOf(pack: Pack): Promise<LabelledAnswer[]> {
  const questions = await packQuestions(pack, { part: ALL_PARTS, types: null, without: [] });
  const documents = await readDocuments(join(pack.folder, 'documents'));
  const answers = questions.flatMap((question) => goldSentenceCases(question, documents));
  if (answers.length > 0) return answers;
  throw new ArbiterError(
    'INVALID_REQUEST',
    `No question of ${pack.domain} has one sentence of its documents as evidence.`,
  );
}

/**
 * Has every answer validated against its own sources.
 *
 * @throws ArbiterError of the operation, naming the answer
 */
export async function measureValidation(
  answers: readonly LabelledAnswer[],
  check: SupportChecker,
  { concurrency, onAnswer }: { readonly concurrency: number; readonly onAnswer: (settled: number) => void },
): Promise<ValidationRecord[]> {
  const validated = async (labelled: LabelledAnswer): Promise<ValidationRecord> => {
    const sources = labelled.sources.map(({ quote, document, title, section }) => ({
      document,
      content: quote,
      ...(title !== undefined && { title }),
      ...(section !== undefined && { section }),
    }));
    const { result, latencyMs } = await check({ query: labelled.question, answer: labelled.answer, sources }).catch(
      naming(`Answer ${labelled.id}`),
    );
    return recordOf(labelled, result, latencyMs);
  };
  return mapBounded(answers, concurrency, validated, onAnswer);
}

function recordOf(labelled: LabelledAnswer, result: ValidationResult, latencyMs: number): ValidationRecord {
  const { perClaim } = result.checks.support;
  return {
    id: labelled.id,
    kind: labelled.kind,
    answer: labelled.answer,
    accept: labelled.accept,
    accepted: result.recommendation === 'accept',
    confidence: result.confidence,
    recommendation: result.recommendation,
    reasoning: result.reasoning,
    claims: perClaim.map((verdict) => ({
      unsupported: isLabelledUnsupported(labelled, verdict),
      flagged: verdict.support !== 'fully_supported',
    })),
    verdicts: perClaim.map(({ support, score, reasoning }) => ({ support, score, reasoning })),
    latencyMs,
  };
}

/** Whether a claim lies in a stretch that was labelled, or holds one. A part of such a stretch may yet be supported. */
function isLabelledUnsupported({ answer, unsupportedClaims }: LabelledAnswer, { claim }: ClaimVerdict): boolean {
  return unsupportedClaims.some((stretch) => {
    const start = answer.indexOf(stretch);
    return start >= 0 && claim.start < start + stretch.length && claim.end > start;
  });
}

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
