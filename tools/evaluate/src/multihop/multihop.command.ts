import { resolve } from 'node:path';
import {
  armSettings,
  EVALUATION_SEED,
  examples,
  EXIT,
  milliseconds,
  parseCount,
  printResult,
  remark,
  renderTable,
  withLibrary,
  type Colours,
  type CommandContext,
  type ExitCode,
  type Register,
  figureWithInterval,
  latencyOf,
  mutableIntervals,
  refuseServer,
  withOwnStore,
  writeRecords,
  withProgress,
  describeRun,
} from '@arbiter/cli';
import { seededRandom } from '@arbiter/evaluation';
import {
  gainsOf,
  measureMultihop,
  openMultihopFolder,
  SINGLE_SEARCH,
  type MultihopRecord,
  type MultihopSet,
} from './measure-multihop.js';
import { MULTI_HOP_METRICS, summariseMultiHop, type MultihopRun } from './multihop-metrics.js';

interface MultihopOptions {
  readonly dataset: string;
  /** Most questions that are asked. */
  readonly limit?: number;
  readonly concurrency: number;
  /** File to write one JSON line per question to. */
  readonly out?: string;
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
    .action((options: MultihopOptions) => execute((context) => evalMultihop(options, context)));
};

async function evalMultihop(options: MultihopOptions, context: CommandContext): Promise<ExitCode> {
  refuseServer(context);
  const { cwd } = context;
  const set = await openMultihopFolder(resolve(cwd, options.dataset), options.limit ?? null);
  const records = await askAll(set, options.concurrency, withOwnStore(context, set.subject.storeName));
  if (typeof records === 'number') return records;
  if (options.out !== undefined) await writeRecords(resolve(cwd, options.out), records);
  const run = await runOf(records, options, context);
  printResult(context, run, () => renderMultihopEvaluation(run, context.terminal.outColours));
  return EXIT.ok;
}

/** @returns the exit code if the store could not be filled */
async function askAll(
  { subject, questions }: MultihopSet,
  concurrency: number,
  context: CommandContext,
): Promise<MultihopRecord[] | ExitCode> {
  return withLibrary(context, { writes: true }, async (library) => {
    remark(context, `Reading ${subject.folder} into ${library.place}`);
    const { exitCode } = await subject.fill(library, context);
    if (exitCode !== EXIT.ok) return exitCode;
    return withProgress(context, 'questions', (show) =>
      measureMultihop(questions, library, {
        concurrency,
        signal: context.interruption.signal,
        now: context.now,
        onQuestion: (settled) => show('asking', settled, questions.length),
      }),
    );
  });
}

async function runOf(
  records: readonly MultihopRecord[],
  { dataset, concurrency }: MultihopOptions,
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
      ...(await describeRun(context)),
    },
  };
}

function summarise(figures: Parameters<typeof summariseMultiHop>[0]): MultihopRun['gain'] {
  const { metrics, ci95 } = summariseMultiHop(figures, seededRandom(EVALUATION_SEED));
  return { metrics, ci95: mutableIntervals(ci95) };
}

/** Both ways of asking side by side, and what the planned one gains. */
function renderMultihopEvaluation({ n, metrics, ci95, gain, latencyMs }: MultihopRun, colours: Colours): string {
  const { p50, p95, retrieval, single } = latencyMs;
  return [
    colours.bold(`${n} questions, p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)}`),
    `Searching takes p50 ${milliseconds(retrieval.p50)}, p95 ${milliseconds(retrieval.p95)} of it; one search ` +
      `p50 ${milliseconds(single.p50)}, p95 ${milliseconds(single.p95)}.`,
    '',
    ...renderTable([
      ['metric', 'single', 'planned', 'gain'],
      ...MULTI_HOP_METRICS.map((metric) => [
        metric,
        figureWithInterval(metrics.single[metric], ci95.single[metric]),
        figureWithInterval(metrics.planned[metric], ci95.planned[metric]),
        figureWithInterval(gain.metrics[metric], gain.ci95[metric]),
      ]),
    ]),
    '',
  ].join('\n');
}
