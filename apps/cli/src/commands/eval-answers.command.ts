import { resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { WRITTEN_KINDS, type WrittenKind } from '@arbiter/evaluation';
import { Option } from 'commander';
import { printResult, type CommandContext } from '../command.context.js';
import { findPack } from '../domains/find-pack.js';
import { compareRuns, readAnswerRows, renderAnswerEvaluation } from '../evaluation/answers-run.js';
import { refuseServer } from '../evaluation/evaluation-store.js';
import {
  packQuestions,
  parseQuestionKinds,
  QUESTION_KINDS,
  writeRecords,
  type QuestionSelection,
} from '../evaluation/inputs.js';
import {
  measureAnswers,
  rowOf,
  summariseAsked,
  summariseWritten,
  type PackAnswers,
  type QuestionedPack,
} from '../evaluation/measure-answers.js';
import { armSettings, describeRun } from '../evaluation/run-description.js';
import { WrittenModel } from '../evaluation/written-model.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { examples, parseShare, severalTimes, type Register } from './command-options.js';

const PARTS = ['train', 'test', 'all'] as const;

interface EvalAnswersOptions extends Partial<QuestionSelection> {
  /** Names of installed packs, or paths of packs' folders. */
  readonly domain: readonly string[];
  readonly part: (typeof PARTS)[number];
  /** Confidence from which an answer is shown; as configured if absent. */
  readonly threshold?: number;
  /** File with the `--json` of an earlier run, to compare with. */
  readonly against?: string;
  /** File to write one JSON line per question to. */
  readonly out?: string;
  /** Set or folder of a recorded writer. */
  readonly writer?: string;
  /** Which of its answers; those that the prompts ask for if absent. */
  readonly kind?: WrittenKind;
}

export const registerEvalAnswers: Register = (program, execute) => {
  program
    .command('answers')
    .summary('ask domains their own questions')
    .description(
      "Ask the questions of domain packs (eval/questions.jsonl), and compare the answers with what they should be. A pack's " +
        'documents are read into a store of their own, which is kept for the next time.',
    )
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
    .option('--out <file>', 'write one JSON line per question to a file')
    .option(
      '--writer <path>',
      'the language model is a recorded writer: a set (.jsonl), or a folder with prompts/HASH.json and answers/HASH.txt, to which prompts without an answer are added',
    )
    .addOption(
      new Option('--kind <kind>', 'answers of the writer of another kind; in a folder kin/KIND/HASH.txt').choices(
        WRITTEN_KINDS,
      ),
    )
    .addHelpText(
      'after',
      examples([
        ['arbiter eval answers -d lantern-coast --part train', 'the part that may be looked at'],
        ['arbiter eval answers -d lantern-coast --without status,temporal', 'what needs no state of the world'],
        ['arbiter eval answers -d ./my-pack --out answers.jsonl --json', 'your own pack, every answer in a file'],
        ['arbiter eval answers -d ./one -d ./two --against before.json', 'two packs, and whether they got better'],
        ['arbiter eval answers -d ./my-pack --writer ./written', 'with a language model whose answers people write'],
      ]),
    )
    .action((options: EvalAnswersOptions) => execute((context) => evalAnswers(options, context)));
};

async function evalAnswers(options: EvalAnswersOptions, context: CommandContext): Promise<ExitCode> {
  refuseServer(context);
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

async function answersOf(
  options: EvalAnswersOptions,
  context: CommandContext,
  writer: WrittenModel | null,
): Promise<ExitCode> {
  const { cwd } = context;
  const { against, out, types = null, without = [] } = options;
  const packs = await questionedPacks(options.domain, { part: options.part, types, without }, context);
  const before = against === undefined ? null : await readAnswerRows(resolve(cwd, against));
  const own = options.threshold === undefined ? context : withThreshold(context, options.threshold);
  const measured: PackAnswers[] = [];
  for (const pack of packs) {
    const answers = await measureAnswers(pack, own, writer);
    if ('exitCode' in answers) return answers.exitCode;
    measured.push(answers);
  }
  const all = measured.flatMap(({ asked }) => asked);
  if (out !== undefined) {
    const records = all.map(({ record }) => record);
    await writeRecords(resolve(cwd, out), records);
  }
  const rows = all.map(rowOf);
  const report = {
    command: 'eval answers',
    dataset: options.domain.join(', '),
    ...summariseAsked(all),
    ...(writer && { writer: { kind: options.kind ?? null, ...summariseWritten(all) } }),
    packs: measured.map(({ dataset, domain, asked }) => ({ dataset, domain, ...summariseAsked(asked) })),
    ...(before !== null && { comparison: { against: against ?? '', ...compareRuns(before, rows) } }),
    questions: rows,
    config: {
      domains: measured.map(({ domain }) => domain),
      part: options.part,
      types,
      without,
      mode: 'standard',
      validator: await armSettings('validator', own),
      collections: measured.flatMap(({ collections }) => collections),
      ...(await describeRun(context)),
    },
  };
  printResult(context, report, () => renderAnswerEvaluation(report, context.terminal.outColours));
  return EXIT.ok;
}

/** @throws ArbiterError for a pack or questions that there are not, and when a domain is named twice */
async function questionedPacks(
  domains: readonly string[],
  selection: QuestionSelection,
  context: CommandContext,
): Promise<QuestionedPack[]> {
  const { domainFolders } = await context.loadStandalone();
  const folders = domainFolders({ env: context.env, cwd: context.cwd });
  const packs: QuestionedPack[] = [];
  for (const dataset of domains) {
    const pack = await findPack(dataset, folders, context.cwd);
    if (packs.some((other) => other.pack.domain === pack.domain)) {
      throw new ArbiterError('INVALID_REQUEST', `The domain ${pack.domain} is asked twice.`);
    }
    packs.push({ dataset, pack, questions: await packQuestions(pack, selection) });
  }
  return packs;
}

function withThreshold(context: CommandContext, threshold: number): CommandContext {
  return { ...context, env: { ...context.env, VALIDATION_CONFIDENCE_THRESHOLD: String(threshold) } };
}
