import { resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { WRITTEN_KINDS, type WrittenKind } from '@arbiter/evaluation';
import { Option } from 'commander';
import { answerTables, compareRuns, readAnswerRows } from '../evaluation/answers-run.js';
import type { EvaluationContext } from '../evaluation/evaluate.js';
import { packQuestions, parseQuestionKinds, QUESTION_KINDS, type QuestionSelection } from '../evaluation/inputs.js';
import {
  measureAnswers,
  rowOf,
  summariseAsked,
  summariseWritten,
  type PackAnswers,
  type QuestionedPack,
} from '../evaluation/measure-answers.js';
import { armSettings } from '../evaluation/run-description.js';
import { WrittenModel } from '../evaluation/written-model.js';
import { parseShare, severalTimes } from './command-options.js';
import { defineEvaluation } from './define-evaluation.js';

const PARTS = ['train', 'test', 'all'] as const;

interface Options extends Partial<QuestionSelection> {
  /** Names of installed packs, or paths of packs' folders. */
  readonly domain: readonly string[];
  readonly part: (typeof PARTS)[number];
  /** Confidence from which an answer is shown; as configured if absent. */
  readonly threshold?: number;
  /** File with the `--json` of an earlier run, to compare with. */
  readonly against?: string;
  /** Set or folder of a recorded writer. */
  readonly writer?: string;
  /** Which of its answers; those that the prompts ask for if absent. */
  readonly kind?: WrittenKind;
}

export const registerEvalAnswers = defineEvaluation({
  name: 'answers',
  summary: 'ask domains their own questions',
  description:
    "Ask the questions of domain packs (eval/questions.jsonl), and compare the answers with what they should be. A pack's " +
    'documents are read into a store of their own, which is kept for the next time.',
  options: (command) =>
    command
      .requiredOption(
        '-d, --domain <name>',
        "an installed domain, or the path of a pack's folder; several times for totals over packs",
        severalTimes,
      )
      .addOption(new Option('--part <part>', 'which part of a divided set').choices(PARTS).default('all'))
      .option('--types <list>', `only questions of these: ${QUESTION_KINDS.join(', ')}`, parseQuestionKinds)
      .option('--without <list>', 'no questions of these', parseQuestionKinds)
      .option('--threshold <t>', 'show answers from this confidence on, instead of the configured one', parseShare)
      .option('--against <file>', 'compare with an earlier run, as --json printed it, question by question')
      .option(
        '--writer <path>',
        'the language model is a recorded writer: a set (.jsonl), or a folder with prompts/HASH.json and answers/HASH.txt, to which prompts without an answer are added',
      )
      .addOption(
        new Option('--kind <kind>', 'answers of the writer of another kind; in a folder kin/KIND/HASH.txt').choices(
          WRITTEN_KINDS,
        ),
      ),
  units: 'questions',
  record: 'question',
  examples: [
    ['arbiter eval answers -d lantern-coast --part train', 'the part that may be looked at'],
    ['arbiter eval answers -d lantern-coast --without status,temporal', 'what needs no state of the world'],
    ['arbiter eval answers -d ./my-pack --out answers.jsonl --json', 'your own pack, every answer in a file'],
    ['arbiter eval answers -d ./one -d ./two --against before.json', 'two packs, and whether they got better'],
    ['arbiter eval answers -d ./my-pack --writer ./written', 'with a language model whose answers people write'],
  ],
  measure: evalAnswers,
});

async function evalAnswers(options: Options, context: EvaluationContext) {
  const { writer: path, kind } = options;
  if (path === undefined) {
    if (kind === undefined) return answersOf(options, context, null);
    throw new ArbiterError('INVALID_REQUEST', '--kind is of a recorded writer: name its set or folder by --writer.');
  }
  const writer = await WrittenModel.open(resolve(context.cwd, path), kind);
  try {
    return await answersOf(options, writer.writesFor(context), writer);
  } finally {
    await writer.close();
  }
}

async function answersOf(options: Options, context: EvaluationContext, writer: WrittenModel | null) {
  const { against, types = null, without = [], part } = options;
  const packs = await questionedPacks(options.domain, { part, types, without }, context);
  const before = against === undefined ? null : await readAnswerRows(resolve(context.cwd, against));
  const own = options.threshold === undefined ? context : withThreshold(context, options.threshold);
  const measured: PackAnswers[] = [];
  for (const pack of packs) {
    const answers = await measureAnswers(pack, own, writer);
    if (typeof answers === 'number') return answers;
    measured.push(answers);
  }
  const all = measured.flatMap(({ asked }) => asked);
  const rows = all.map(rowOf);
  const figures = {
    ...summariseAsked(all, context.random()),
    ...(writer && { writer: { kind: options.kind ?? null, ...summariseWritten(all) } }),
    packs: measured.map(({ dataset, domain, asked }) => ({
      dataset,
      domain,
      ...summariseAsked(asked, context.random()),
    })),
    ...(before !== null && { comparison: { against: against ?? '', ...compareRuns(before, rows) } }),
    questions: rows,
  };
  return {
    dataset: options.domain.join(', '),
    records: all.map(({ record }) => record),
    figures,
    config: {
      domains: measured.map(({ domain }) => domain),
      part,
      types,
      without,
      mode: 'standard',
      validator: await armSettings('validator', own),
      collections: measured.flatMap(({ collections }) => collections),
    },
    tables: answerTables(figures),
  };
}

/** @throws ArbiterError for a pack or questions that there are not, and when a domain is named twice */
async function questionedPacks(
  domains: readonly string[],
  selection: QuestionSelection,
  { findPack }: EvaluationContext,
): Promise<QuestionedPack[]> {
  const packs: QuestionedPack[] = [];
  for (const dataset of domains) {
    const pack = await findPack(dataset);
    if (packs.some((other) => other.pack.domain === pack.domain)) {
      throw new ArbiterError('INVALID_REQUEST', `The domain ${pack.domain} is asked twice.`);
    }
    packs.push({ dataset, pack, questions: await packQuestions(pack, selection) });
  }
  return packs;
}

function withThreshold(context: EvaluationContext, threshold: number): EvaluationContext {
  return { ...context, env: { ...context.env, VALIDATION_CONFIDENCE_THRESHOLD: String(threshold) } };
}
