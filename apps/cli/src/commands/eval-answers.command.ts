import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ArbiterError, listCollections, query } from '@arbiter/contracts';
import type { Question } from '@arbiter/evaluation';
import { Option } from 'commander';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { armSettings } from '../evaluation/arm-settings.js';
import { describeMachine } from '../evaluation/describe-machine.js';
import { evaluateAnswers } from '../evaluation/evaluate-answers.js';
import { fillFromPack } from '../evaluation/fill-from-pack.js';
import { findPack } from '../domains/find-pack.js';
import { packQuestions, parseQuestionKinds, QUESTION_KINDS } from '../evaluation/pack-questions.js';
import { packStoreName } from '../evaluation/store-name.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import type { Library } from '../library/library.js';
import { withLibrary } from '../library/open-library.js';
import { renderAnswerEvaluation } from '../render/render-answer-evaluation.js';
import { createProgressDisplay } from '../terminal/progress.display.js';
import { readVersion } from '../version.js';
import { examples, type Register } from './register.js';

const PARTS = ['train', 'test', 'all'] as const;

export interface EvalAnswersRequest {
  /** Name of an installed pack, or path of a pack's folder. */
  readonly domain: string;
  readonly part: (typeof PARTS)[number];
  /** Kinds of questions that are asked; null: all. */
  readonly types: readonly string[] | null;
  /** Kinds that are not asked. */
  readonly without: readonly string[];
  /** File to write one JSON line per question to. */
  readonly out: string | null;
}

export const registerEvalAnswers: Register = (program, execute) => {
  program
    .command('answers')
    .summary('ask a domain its own questions')
    .description(
      "Ask the questions of a domain pack (eval/questions.jsonl), and compare the answers with what they should be. The pack's " +
        'documents are read into a store of their own, which is kept for the next time.',
    )
    .requiredOption('-d, --domain <name>', "an installed domain, or the path of a pack's folder")
    .addOption(new Option('--part <part>', 'which part of a divided set').choices(PARTS).default('all'))
    .option('--types <list>', `only questions of these: ${QUESTION_KINDS.join(', ')}`)
    .option('--without <list>', 'no questions of these')
    .option('--out <file>', 'write one JSON line per question to a file')
    .addHelpText(
      'after',
      examples([
        ['arbiter eval answers -d lantern-coast --part train', 'the part that may be looked at'],
        ['arbiter eval answers -d lantern-coast --without status,temporal', 'what needs no state of the world'],
        ['arbiter eval answers -d ./my-pack --out answers.jsonl --json', 'your own pack, every answer in a file'],
      ]),
    )
    .action(({ types, without, out, ...options }: AnswersOptions) =>
      execute((context) =>
        evalAnswers(
          {
            ...options,
            types: types === undefined ? null : parseQuestionKinds(types),
            without: parseQuestionKinds(without ?? ''),
            out: out ?? null,
          },
          context,
        ),
      ),
    );
};

interface AnswersOptions extends Pick<EvalAnswersRequest, 'domain' | 'part'> {
  readonly types?: string;
  readonly without?: string;
  readonly out?: string;
}

export async function evalAnswers(request: EvalAnswersRequest, context: CommandContext): Promise<ExitCode> {
  const { env, cwd, options } = context;
  if (options.server !== null) {
    throw new ArbiterError('INVALID_REQUEST', 'eval builds a store of its own; it cannot be used with --server.');
  }
  const { domainFolders } = await context.loadStandalone();
  const pack = await findPack(request.domain, domainFolders({ env, cwd }), cwd);
  const questions = await packQuestions(pack, request);
  const store = join(env.ARBITER_DATA_DIR ?? '.arbiter', 'eval', await packStoreName(pack));
  const own = { ...context, env: { ...env, ARBITER_DATA_DIR: store } };
  return withLibrary(own, { writes: true, domainsDirectories: [pack.folder] }, async (library) => {
    remark(context, `Reading ${pack.folder} into ${library.place}`);
    const { exitCode } = await fillFromPack(library, pack.domain, context);
    if (exitCode !== EXIT.ok) return exitCode;
    const { records, ...report } = await askAll(library, pack.domain, questions, context);
    const { collections } = await library.request(listCollections, {});
    if (request.out !== null) {
      await writeFile(resolve(cwd, request.out), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    }
    const config = {
      domain: pack.domain,
      part: request.part,
      types: request.types,
      without: request.without,
      mode: 'standard',
      validator: await armSettings('validator', context),
      collections: collections.map(({ manifest }) => manifest),
      versions: { arbiter: await readVersion(), node: process.version },
      machine: describeMachine(),
      measuredAt: new Date(context.now()).toISOString(),
    };
    const result = { command: 'eval answers', dataset: request.domain, ...report, config };
    printResult(context, result, () => renderAnswerEvaluation(report, records, context.terminal.outColours));
    return EXIT.ok;
  });
}

async function askAll(
  library: Library,
  domain: string,
  questions: readonly [Question, ...Question[]],
  context: CommandContext,
) {
  const display = createProgressDisplay(context.terminal, context.now, 'questions');
  const { signal } = context.interruption;
  try {
    return await evaluateAnswers(
      questions,
      (question) => library.request(query, { query: question, domain }, { signal }),
      (answered) => display.show({ label: 'asking', settled: answered, total: questions.length, detail: '' }),
    );
  } finally {
    display.end();
  }
}
