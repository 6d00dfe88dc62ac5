import { resolve } from 'node:path';
import {
  EVALUATION_SEED,
  examples,
  EXIT,
  milliseconds,
  parseCount,
  parseNumber,
  printResult,
  remark,
  renderTable,
  type Colours,
  type CommandContext,
  type ExitCode,
  type Register,
  figureWithInterval,
  latencyOf,
  mutableIntervals,
  refuseServer,
  withProgress,
  writeRecords,
  describeRun,
} from '@arbiter/cli';
import { ArbiterError } from '@arbiter/contracts';
import { seededRandom } from '@arbiter/evaluation';
import { READING_METRICS, summariseReading } from './judge-reading.js';
import { SENTENCE_METRICS, summariseSentences } from './judge-sentences.js';
import {
  measurePassages,
  measureSentences,
  readReadingFile,
  type ReadingFile,
  type ReadingPlan,
  type ReadingRun,
} from './measure-reading.js';

interface ReadingOptions {
  readonly file: string;
  /** Score above which a span is given. */
  readonly threshold: number;
  readonly limit?: number;
  /** File to write one JSON line per passage or sentence to. */
  readonly out?: string;
}

export const registerEvalReading: Register = (program, execute) => {
  program
    .command('reading')
    .summary('measure whether the reader finds the words that answer')
    .description(
      'Have the packaged reader read each passage with its question, and compare its best span with the answers. A file is JSON ' +
        'Lines: {id, title, question, context, answerable, answers: [{text, start}]} for passages, {id, question, sentence, ' +
        'label} for sentences. An unanswerable question counts as right when nothing is given.',
    )
    .requiredOption('--file <file>', 'questions with their passages, or with sentences')
    .option('--threshold <score>', 'log odds above which a span is given as the answer', parseNumber, 0)
    .option('--limit <n>', 'a sample of n lines, the same every time', parseCount)
    .option('--out <file>', 'write one JSON line per passage or sentence to a file')
    .addHelpText(
      'after',
      examples([
        ['arbiter eval reading --file passages.jsonl', 'questions of your own'],
        ['arbiter eval reading --file squad2-dev.jsonl --threshold -1 --json', 'with more answers given, for programs'],
      ]),
    )
    .action((options: ReadingOptions) => execute((context) => evalReading(options, context)));
};

async function evalReading(options: ReadingOptions, context: CommandContext): Promise<ExitCode> {
  refuseServer(context);
  const file = await readReadingFile(options.file, resolve(context.cwd, options.file), options.limit ?? null);
  const { openReader } = await context.loadStandalone();
  const reader = openReader({ reader: true });
  if (!reader) throw new ArbiterError('UNAVAILABLE', 'There is no reader.');
  remark(context, `Reading with ${reader.model}`);
  try {
    const run = await withProgress(context, file.kind, (show) =>
      measure(file, options, context, {
        reader,
        signal: context.interruption.signal,
        now: context.now,
        onPassage: (settled) => show('reading', settled, file.items.length),
      }),
    );
    printResult(context, run, () => renderReadingEvaluation(run, context.terminal.outColours));
    return EXIT.ok;
  } finally {
    await reader.close();
  }
}

async function measure(
  file: ReadingFile,
  { file: dataset, threshold, out }: ReadingOptions,
  context: CommandContext,
  plan: ReadingPlan,
): Promise<ReadingRun> {
  const random = seededRandom(EVALUATION_SEED);
  const common = async (judged: readonly { readonly latencyMs: number }[], unread: number) => {
    if (out !== undefined) await writeRecords(resolve(context.cwd, out), judged);
    return {
      command: 'eval reading' as const,
      dataset,
      latencyMs: latencyOf(judged),
      unread,
      config: {
        reader: plan.reader.model,
        threshold,
        sampledFrom: file.sampledFrom,
        ...(await describeRun(context)),
      },
    };
  };
  if (file.kind === 'sentences') {
    const { judged, unread } = await measureSentences(file.items, plan);
    const summary = summariseSentences(judged, random);
    return { kind: 'sentences', ...(await common(judged, unread)), ...summary, ci95: mutableIntervals(summary.ci95) };
  }
  const { judged, unread } = await measurePassages(file.items, plan, threshold);
  const summary = summariseReading(judged, random);
  return { kind: 'passages', ...(await common(judged, unread)), ...summary, ci95: mutableIntervals(summary.ci95) };
}

/** Number of readings and their speed, then the metrics with their intervals. */
function renderReadingEvaluation(run: ReadingRun, colours: Colours): string {
  const { latencyMs, unread, config } = run;
  const rows =
    run.kind === 'passages'
      ? READING_METRICS.map((metric) => [metric, figureWithInterval(run.metrics[metric], run.ci95[metric])])
      : SENTENCE_METRICS.map((metric) => [metric, figureWithInterval(run.metrics[metric], run.ci95[metric])]);
  return [
    colours.bold(`${describe(run)}, p50 ${milliseconds(latencyMs.p50)}, p95 ${milliseconds(latencyMs.p95)}`),
    `read by ${config.reader}${config.sampledFrom === null ? '' : `, a sample of ${config.sampledFrom}`}`,
    '',
    ...renderTable([['metric', 'value'], ...rows]),
    '',
    ...(unread === 0 ? [] : [`${unread} could not be read; they count as if nothing had been found.`, '']),
  ].join('\n');
}

function describe(run: ReadingRun): string {
  return run.kind === 'passages'
    ? `${run.n} questions, ${run.answerable} answerable`
    : `${run.n} sentences, ${run.questions} questions, ${run.answered} answered`;
}
