import { basename, join, resolve } from 'node:path';
import { ArbiterError, type ClaimVerdict, type ValidationResult } from '@arbiter/contracts';
import {
  goldSentenceCases,
  LabelledAnswer,
  labelledAnswersOf,
  summariseValidation,
  type JudgedValidation,
} from '@arbiter/evaluation';
import { remark } from '../command.context.js';
import type { Pack } from '../domains/find-pack.js';
import { metricTable, type EvaluationContext, type RunOf } from '../evaluation/evaluate.js';
import { CHECKING_STORE, withOwnStore } from '../evaluation/evaluation-store.js';
import { ALL_PARTS, packQuestions, readDocuments, readRecords, readText, writeRecords } from '../evaluation/inputs.js';
import { armSettings, latencyOf } from '../evaluation/run-description.js';
import { withSupportChecker, type SupportChecker } from '../evaluation/support-checker.js';
import { EXIT } from '../exit-code.js';
import { severalTimes } from './command-options.js';
import { defineEvaluation } from './define-evaluation.js';

interface Options {
  readonly file?: readonly string[];
  /** Packs whose gold sentences are validated, by name or path. */
  readonly fromPack?: readonly string[];
  /** Sets of written answers. */
  readonly written?: readonly string[];
  /** File to write the answers made from packs to, instead of validating them. */
  readonly write?: string;
  readonly concurrency: number;
}

/** What `arbiter eval validation --json` prints. */
export type LabelledRun = RunOf<typeof measureValidation>;

export const registerEvalValidation = defineEvaluation({
  name: 'validation',
  summary: 'measure whether the right answers are let through',
  description:
    'Have answers validated whose label is known, and compare what is let through with the labels. A file is JSON Lines: ' +
    '{id, question, answer, accept, unsupportedClaims, sources: [{document, quote}]}.',
  options: (command) =>
    command
      .option('--file <file>', 'labelled answers; several times for several files', severalTimes)
      .option(
        '--from-pack <name>',
        'the gold sentence of each question of a domain, to be accepted, and a sentence beside it, to be rejected',
        severalTimes,
      )
      .option(
        '--written <file>',
        'a set of written answers: right ones, short and long, to be accepted, and their weak kin, to be rejected',
        severalTimes,
      )
      .option('--write <file>', 'write the answers made by --from-pack to a file, and validate nothing'),
  units: 'answers',
  record: 'answer',
  isConcurrent: true,
  examples: [
    [
      'arbiter eval validation --file domains/lantern-coast/eval/labelled-answers.jsonl',
      'the answers that come with Arbiter',
    ],
    ['arbiter eval validation --written ./written.jsonl', 'what people wrote for prompts, right and wrong'],
    ['arbiter eval validation --from-pack lantern-coast', 'gold sentences of a domain, and true ones beside them'],
  ],
  measure: measureValidation,
});

async function measureValidation(options: Options, context: EvaluationContext) {
  const { file = [], fromPack = [], written = [], write, concurrency } = options;
  const answers = await labelledAnswers(options, context);
  if (write !== undefined) {
    await writeRecords(resolve(context.cwd, write), answers);
    remark(context, `Wrote ${answers.length} answers to ${write}`);
    return EXIT.ok;
  }
  const records = await withSupportChecker(withOwnStore(context, CHECKING_STORE), (check) =>
    context.each(answers, (labelled) => validated(labelled, check), {
      verb: 'checking',
      nameOf: ({ id }) => `Answer ${id}`,
    }),
  );
  const summary = summariseValidation(records, context.random());
  const kinds = kindsOf(records);
  const { shown, wronglyRejected, wronglyAccepted, rejected } = summary.confusion;
  return {
    dataset: [...file, ...fromPack, ...written].join(', '),
    records,
    figures: { ...summary, kinds, latencyMs: latencyOf(records) },
    config: { validator: await armSettings('validator', context), concurrency },
    headline: `${summary.n} labelled answers`,
    tables: [
      metricTable({ value: summary }),
      [
        ['label', 'accepted', 'not accepted'],
        ['to show', `${shown}`, `${wronglyRejected}`],
        ['not to show', `${wronglyAccepted}`, `${rejected}`],
      ],
      [['kind', 'n', 'right'], ...Object.entries(kinds).map(([kind, of]) => [kind, `${of.n}`, `${of.right}`])],
    ],
  };
}

/** A labelled answer with what came of it: a line of the file that `--out` writes. */
interface ValidationRecord extends JudgedValidation {
  readonly id: string;
  readonly kind: string;
  readonly answer: string;
  readonly recommendation: ValidationResult['recommendation'];
  readonly reasoning: string;
  readonly verdicts: readonly Pick<ClaimVerdict, 'support' | 'score' | 'reasoning'>[];
  readonly latencyMs: number;
}

/** @throws ArbiterError INVALID_REQUEST if neither a file nor a pack is named */
async function labelledAnswers(
  { file: files = [], fromPack: packs = [], written: sets = [] }: Options,
  { cwd, findPack }: EvaluationContext,
): Promise<LabelledAnswer[]> {
  if (files.length + packs.length + sets.length === 0) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      'Name labelled answers by --file or --written, or a domain by --from-pack.',
    );
  }
  const answers: LabelledAnswer[] = [];
  for (const file of files) answers.push(...(await readRecords(file, resolve(cwd, file), LabelledAnswer, 'answers')));
  for (const set of sets)
    answers.push(...labelledAnswersOf(await readText(resolve(cwd, set)), basename(set, '.jsonl')));
  for (const name of packs) answers.push(...(await goldAnswersOf(await findPack(name))));
  return answers;
}

/**
 * Gold sentences of a pack, and sentences beside them, as labelled answers.
 *
 * @throws ArbiterError NOT_FOUND without documents or questions, INVALID_REQUEST when no question has such a sentence
 */
async function goldAnswersOf(pack: Pack): Promise<LabelledAnswer[]> {
  const questions = await packQuestions(pack, { part: ALL_PARTS, types: null, without: [] });
  const documents = await readDocuments(join(pack.folder, 'documents'));
  const answers = questions.flatMap((question) => goldSentenceCases(question, documents));
  if (answers.length > 0) return answers;
  throw new ArbiterError(
    'INVALID_REQUEST',
    `No question of ${pack.domain} has one sentence of its documents as evidence.`,
  );
}

async function validated(labelled: LabelledAnswer, check: SupportChecker): Promise<ValidationRecord> {
  const sources = labelled.sources.map(({ quote, document, title, section }) => ({
    document,
    content: quote,
    ...(title !== undefined && { title }),
    ...(section !== undefined && { section }),
  }));
  const { result, latencyMs } = await check({ query: labelled.question, answer: labelled.answer, sources });
  return recordOf(labelled, result, latencyMs);
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

function kindsOf(records: readonly ValidationRecord[]): Record<string, { n: number; right: number }> {
  const kinds = [...new Set(records.map(({ kind }) => kind))];
  return Object.fromEntries(
    kinds.map((kind) => {
      const ofKind = records.filter((record) => record.kind === kind);
      return [kind, { n: ofKind.length, right: ofKind.filter(({ accept, accepted }) => accept === accepted).length }];
    }),
  );
}
