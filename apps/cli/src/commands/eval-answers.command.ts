import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { Option } from 'commander';
import { printResult, type CommandContext } from '../command.context.js';
import { findPack } from '../domains/find-pack.js';
import { armSettings } from '../evaluation/arm-settings.js';
import { compareRuns, readAnswerRows } from '../evaluation/compare-runs.js';
import { describeMachine } from '../evaluation/describe-machine.js';
import { rowOf, summariseAsked } from '../evaluation/evaluate-answers.js';
import { measureAnswers, type PackAnswers, type QuestionedPack } from '../evaluation/measure-answers.js';
import { packQuestions, parseQuestionKinds, QUESTION_KINDS } from '../evaluation/pack-questions.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { renderAnswerEvaluation } from '../render/render-answer-evaluation.js';
import { readVersion } from '../version.js';
import { parseShare } from './parse-count.js';
import { examples, severalTimes, type Register } from './register.js';

const PARTS = ['train', 'test', 'all'] as const;

export interface EvalAnswersRequest {
  /** Names of installed packs, or paths of packs' folders. */
  readonly domains: readonly string[];
  readonly part: (typeof PARTS)[number];
  /** Kinds of questions that are asked; null: all. */
  readonly types: readonly string[] | null;
  /** Kinds that are not asked. */
  readonly without: readonly string[];
  /** Confidence from which an answer is shown; null: as configured. */
  readonly threshold: number | null;
  /** What an earlier run printed with `--json`, to compare with. */
  readonly against: string | null;
  /** File to write one JSON line per question to. */
  readonly out: string | null;
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
    .option('--types <list>', `only questions of these: ${QUESTION_KINDS.join(', ')}`)
    .option('--without <list>', 'no questions of these')
    .option('--threshold <t>', 'show answers from this confidence on, instead of the configured one', parseShare)
    .option('--against <file>', 'compare with an earlier run, as --json printed it, question by question')
    .option('--out <file>', 'write one JSON line per question to a file')
    .addHelpText(
      'after',
      examples([
        ['arbiter eval answers -d lantern-coast --part train', 'the part that may be looked at'],
        ['arbiter eval answers -d lantern-coast --without status,temporal', 'what needs no state of the world'],
        ['arbiter eval answers -d ./my-pack --out answers.jsonl --json', 'your own pack, every answer in a file'],
        ['arbiter eval answers -d ./one -d ./two --against before.json', 'two packs, and whether they got better'],
      ]),
    )
    .action(({ domain, types, without, threshold, against, out, part }: AnswersOptions) =>
      execute((context) =>
        evalAnswers(
          {
            domains: domain,
            part,
            types: types === undefined ? null : parseQuestionKinds(types),
            without: parseQuestionKinds(without ?? ''),
            threshold: threshold ?? null,
            against: against ?? null,
            out: out ?? null,
          },
          context,
        ),
      ),
    );
};

interface AnswersOptions extends Pick<EvalAnswersRequest, 'part'> {
  readonly domain: string[];
  readonly types?: string;
  readonly without?: string;
  readonly threshold?: number;
  readonly against?: string;
  readonly out?: string;
}

export async function evalAnswers(request: EvalAnswersRequest, context: CommandContext): Promise<ExitCode> {
  const { cwd, options } = context;
  if (options.server !== null) {
    throw new ArbiterError('INVALID_REQUEST', 'eval builds a store of its own; it cannot be used with --server.');
  }
  const packs = await questionedPacks(request, context);
  const before = request.against === null ? null : await readAnswerRows(resolve(cwd, request.against));
  const own = request.threshold === null ? context : withThreshold(context, request.threshold);
  const measured: PackAnswers[] = [];
  for (const pack of packs) {
    const answers = await measureAnswers(pack, own);
    if ('exitCode' in answers) return answers.exitCode;
    measured.push(answers);
  }
  const all = measured.flatMap(({ asked }) => asked);
  if (request.out !== null) {
    await writeFile(resolve(cwd, request.out), all.map(({ record }) => `${JSON.stringify(record)}\n`).join(''));
  }
  const rows = all.map(rowOf);
  const report = {
    command: 'eval answers',
    dataset: request.domains.join(', '),
    ...summariseAsked(all),
    packs: measured.map(({ dataset, domain, asked }) => ({ dataset, domain, ...summariseAsked(asked) })),
    ...(before !== null && { comparison: { against: request.against ?? '', ...compareRuns(before, rows) } }),
    questions: rows,
    config: await describeRun(request, measured, own),
  };
  printResult(context, report, () => renderAnswerEvaluation(report, context.terminal.outColours));
  return EXIT.ok;
}

/** @throws ArbiterError for a pack or questions that there are not, and when a domain is named twice */
async function questionedPacks(request: EvalAnswersRequest, context: CommandContext): Promise<QuestionedPack[]> {
  const { domainFolders } = await context.loadStandalone();
  const folders = domainFolders({ env: context.env, cwd: context.cwd });
  const packs: QuestionedPack[] = [];
  for (const dataset of request.domains) {
    const pack = await findPack(dataset, folders, context.cwd);
    if (packs.some((other) => other.pack.domain === pack.domain)) {
      throw new ArbiterError('INVALID_REQUEST', `The domain ${pack.domain} is asked twice.`);
    }
    packs.push({ dataset, pack, questions: await packQuestions(pack, request) });
  }
  return packs;
}

function withThreshold(context: CommandContext, threshold: number): CommandContext {
  return { ...context, env: { ...context.env, VALIDATION_CONFIDENCE_THRESHOLD: String(threshold) } };
}

async function describeRun(
  { part, types, without }: EvalAnswersRequest,
  measured: readonly PackAnswers[],
  context: CommandContext,
) {
  return {
    domains: measured.map(({ domain }) => domain),
    part,
    types,
    without,
    mode: 'standard',
    validator: await armSettings('validator', context),
    collections: measured.flatMap(({ collections }) => collections),
    versions: { arbiter: await readVersion(), node: process.version },
    machine: describeMachine(),
    measuredAt: new Date(context.now()).toISOString(),
  };
}
