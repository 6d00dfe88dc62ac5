import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { seededRandom, summariseMultiHop } from '@arbiter/evaluation';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { armSettings } from '../evaluation/arm-settings.js';
import { describeMachine } from '../evaluation/describe-machine.js';
import { latencyOf, mutableIntervals } from '../evaluation/measure-grounding.js';
import { gainsOf, measureMultihop, SINGLE_SEARCH, type MultihopRecord } from '../evaluation/measure-multihop.js';
import { openMultihopFolder, type MultihopSet } from '../evaluation/multihop-folder.js';
import type { MultihopRun } from '../evaluation/multihop-run.js';
import { EVALUATION_SEED } from '../evaluation/validation-run.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import { renderMultihopEvaluation } from '../render/render-multihop-evaluation.js';
import { createProgressDisplay } from '../terminal/progress.display.js';
import { readVersion } from '../version.js';
import { parseCount } from './parse-count.js';
import { examples, type Register } from './register.js';

export interface EvalMultihopRequest {
  readonly dataset: string;
  /** At most so many questions; null: all. */
  readonly limit: number | null;
  readonly concurrency: number;
  /** File to write one JSON line per question to. */
  readonly out: string | null;
}

export const registerEvalMultihop: Register = (program, execute) => {
  program
    .command('multihop')
    .summary('measure questions that take several passages')
    .description(
      'Ask questions whose answer has to be put together from several passages, by one plain search (single) and as ' +
        'they are answered (planned), and compare how many of the passages are among the first five. The set is a folder ' +
        'with corpus.jsonl, queries.jsonl, qrels/test.tsv, as BEIR lays them out, and answers.jsonl.',
    )
    .requiredOption('--dataset <folder>', 'the set')
    .option('--limit <n>', 'only the first n questions', parseCount)
    .option('--concurrency <n>', 'questions at the same time; times are of one among so many', parseCount, 1)
    .option('--out <file>', 'write one JSON line per question to a file')
    .addHelpText(
      'after',
      examples([
        ['arbiter eval multihop --dataset ./musique --limit 20', 'a first look'],
        ['arbiter eval multihop --dataset ./musique --json', 'for programs'],
      ]),
    )
    .action(({ limit, out, ...options }: MultihopOptions) =>
      execute((context) => evalMultihop({ ...options, limit: limit ?? null, out: out ?? null }, context)),
    );
};

interface MultihopOptions extends Pick<EvalMultihopRequest, 'dataset' | 'concurrency'> {
  readonly limit?: number;
  readonly out?: string;
}

export async function evalMultihop(request: EvalMultihopRequest, context: CommandContext): Promise<ExitCode> {
  const { env, cwd, options } = context;
  if (options.server !== null) {
    throw new ArbiterError('INVALID_REQUEST', 'eval builds a store of its own; it cannot be used with --server.');
  }
  const set = await openMultihopFolder(resolve(cwd, request.dataset), request.limit);
  const store = join(env.ARBITER_DATA_DIR ?? '.arbiter', 'eval', set.subject.storeName);
  const records = await askAll(set, request, { ...context, env: { ...env, ARBITER_DATA_DIR: store } });
  if (typeof records === 'number') return records;
  if (request.out !== null) {
    await writeFile(resolve(cwd, request.out), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  }
  const run = await runOf(records, request, context);
  printResult(context, run, () => renderMultihopEvaluation(run, context.terminal.outColours));
  return EXIT.ok;
}

/** @returns the exit code when the store could not be filled */
async function askAll(
  { subject, questions }: MultihopSet,
  { concurrency }: EvalMultihopRequest,
  context: CommandContext,
): Promise<MultihopRecord[] | ExitCode> {
  return withLibrary(context, { writes: true }, async (library) => {
    remark(context, `Reading ${subject.folder} into ${library.place}`);
    const { exitCode } = await subject.fill(library, context);
    if (exitCode !== EXIT.ok) return exitCode;
    const display = createProgressDisplay(context.terminal, context.now, 'questions');
    try {
      return await measureMultihop(questions, library, {
        concurrency,
        signal: context.interruption.signal,
        now: context.now,
        onQuestion: (settled) => display.show({ label: 'asking', settled, total: questions.length, detail: '' }),
      });
    } finally {
      display.end();
    }
  });
}

async function runOf(
  records: readonly MultihopRecord[],
  { dataset, concurrency }: EvalMultihopRequest,
  context: CommandContext,
): Promise<MultihopRun> {
  const single = summarise(records.map((record) => record.single.figures));
  const planned = summarise(records.map((record) => record.planned.figures));
  const [ofSingle, ofPlanned] = [records.map((record) => record.single), records.map((record) => record.planned)];
  return {
    command: 'eval multihop',
    dataset,
    n: records.length,
    metrics: { single: single.metrics, planned: planned.metrics },
    ci95: { single: single.ci95, planned: planned.ci95 },
    gain: summarise(gainsOf(records)),
    latencyMs: {
      ...latencyOf(ofPlanned),
      retrieval: latencyOf(ofPlanned.map(({ retrievalMs }) => ({ latencyMs: retrievalMs }))),
      single: latencyOf(ofSingle),
    },
    degraded: records.filter(({ degraded }) => degraded).length,
    config: {
      concurrency,
      search: SINGLE_SEARCH,
      retriever: await armSettings('retriever', context),
      versions: { arbiter: await readVersion(), node: process.version },
      machine: describeMachine(),
      measuredAt: new Date(context.now()).toISOString(),
    },
  };
}

function summarise(figures: Parameters<typeof summariseMultiHop>[0]): MultihopRun['gain'] {
  const { metrics, ci95 } = summariseMultiHop(figures, seededRandom(EVALUATION_SEED));
  return { metrics, ci95: mutableIntervals(ci95) };
}
