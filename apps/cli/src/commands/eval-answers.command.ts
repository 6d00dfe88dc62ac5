import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ArbiterError, dropCollection, ingestDomain, listCollections, query } from '@arbiter/contracts';
import { readQuestions, type Question } from '@arbiter/evaluation';
import { Option } from 'commander';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { evaluateAnswers } from '../evaluation/evaluate-answers.js';
import { findPack, hashPack, type Pack } from '../evaluation/find-pack.js';
import { storeName } from '../evaluation/store-name.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { seeThroughJobs, type IngestionResult } from '../ingestion/see-through-jobs.js';
import { collectionsOfDomain } from '../library/find-collections.js';
import type { Library } from '../library/library.js';
import { withLibrary } from '../library/open-library.js';
import { renderAnswerEvaluation } from '../render/render-answer-evaluation.js';
import { createProgressDisplay } from '../terminal/progress.display.js';
import { examples, type Register } from './register.js';

const PARTS = ['train', 'test', 'all'] as const;

export interface EvalAnswersRequest {
  /** Name of an installed pack, or path of a pack's folder. */
  readonly domain: string;
  readonly part: (typeof PARTS)[number];
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
    .option('--out <file>', 'write one JSON line per question to a file')
    .addHelpText(
      'after',
      examples([
        ['arbiter eval answers -d lantern-coast --part train', 'the part that may be looked at'],
        ['arbiter eval answers -d ./my-pack --out answers.jsonl --json', 'your own pack, every answer in a file'],
      ]),
    )
    .action((options: { domain: string; part: EvalAnswersRequest['part']; out?: string }) =>
      execute((context) => evalAnswers({ ...options, out: options.out ?? null }, context)),
    );
};

export async function evalAnswers(request: EvalAnswersRequest, context: CommandContext): Promise<ExitCode> {
  const { env, cwd, options } = context;
  if (options.server !== null) {
    throw new ArbiterError('INVALID_REQUEST', 'eval builds a store of its own; it cannot be used with --server.');
  }
  const { domainFolders } = await context.loadStandalone();
  const pack = await findPack(request.domain, domainFolders({ env, cwd }), cwd);
  const questions = await readPart(pack, request.part);
  const store = join(env.ARBITER_DATA_DIR ?? '.arbiter', 'eval', storeName(pack.domain, await hashPack(pack.folder)));
  const own = { ...context, env: { ...env, ARBITER_DATA_DIR: store } };
  return withLibrary(own, { writes: true, domainsDirectories: [pack.folder] }, async (library) => {
    remark(context, `Reading ${pack.folder} into ${library.place}`);
    const exitCode = await fill(library, pack.domain, context);
    if (exitCode !== EXIT.ok) return exitCode;
    const { records, ...report } = await askAll(library, pack.domain, questions, context);
    const { collections } = await library.request(listCollections, {});
    if (request.out !== null) {
      await writeFile(resolve(cwd, request.out), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    }
    const config = {
      domain: pack.domain,
      part: request.part,
      mode: 'standard',
      collections: collections.map(({ manifest }) => manifest),
    };
    const result = { command: 'eval answers', dataset: pack.folder, ...report, config };
    printResult(context, result, () => renderAnswerEvaluation(report, records, context.terminal.outColours));
    return EXIT.ok;
  });
}

async function readPart(pack: Pack, part: EvalAnswersRequest['part']): Promise<readonly [Question, ...Question[]]> {
  const file = join(pack.folder, 'eval', 'questions.jsonl');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', `The domain ${pack.domain} has no questions: there is no ${file}.`, { cause });
  });
  const all = readQuestions(text, file);
  const isDivided = all.some((question) => question.part !== undefined);
  const [first, ...others] = part === 'all' || !isDivided ? all : all.filter((question) => question.part === part);
  if (!first) throw new ArbiterError('INVALID_REQUEST', `${file} has no questions in the part "${part}".`);
  return [first, ...others];
}

/** Reads the pack; a store that an older version made and this one cannot use is made anew. */
async function fill(library: Library, domain: string, context: CommandContext): Promise<ExitCode> {
  const { signal } = context.interruption;
  const read = async (): Promise<IngestionResult> => {
    const { jobs } = await library.request(ingestDomain, { domain }, { signal });
    return seeThroughJobs(library, jobs, context);
  };
  const first = await read();
  if (!first.jobs.some(({ state }) => state === 'failed')) return first.exitCode;
  remark(context, 'Making the store anew.');
  for (const collection of await collectionsOfDomain(library, domain, signal)) {
    await library.request(dropCollection, { collection }, { signal });
  }
  return (await read()).exitCode;
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
