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
  withOwnStore,
  type Colours,
  type CommandContext,
  type ExitCode,
  type Register,
  figureWithInterval,
  latencyOf,
  mutableIntervals,
  CHECKING_STORE,
  readRecords,
  withProgress,
  writeRecords,
  describeRun,
} from '@arbiter/cli';
import { classify, QUESTION_TYPES } from '@arbiter/contracts';
import { CLASSIFICATION_METRICS, seededRandom, summariseClassification, TypedQuestion } from '@arbiter/evaluation';
import { measureClassification, type ClassificationRecord, type ClassifyRun } from './measure-classification.js';

interface ClassifyOptions {
  readonly file: string;
  readonly concurrency: number;
  /** File to write one JSON line per question to. */
  readonly out?: string;
}

export const registerEvalClassify: Register = (program, execute) => {
  program
    .command('classify')
    .summary('measure whether the type of a question is told')
    .description(
      'Ask the planner of which type each question is, and compare with the labels. A file is JSON Lines: ' +
        `{id, question, type}, the type one of ${QUESTION_TYPES.join(', ')}.`,
    )
    .requiredOption('--file <file>', 'labelled questions')
    .option('--concurrency <n>', 'questions at the same time; times are of one among so many', parseCount, 1)
    .option('--out <file>', 'write one JSON line per question to a file')
    .addHelpText(
      'after',
      examples([
        [
          'arbiter eval classify --file apps/planner-arm/test/questions/train.jsonl',
          'the questions that come with Arbiter',
        ],
        ['arbiter eval classify --file questions.jsonl --json', 'your own, for programs'],
      ]),
    )
    .action((options: ClassifyOptions) => execute((context) => evalClassify(options, context)));
};

async function evalClassify(options: ClassifyOptions, context: CommandContext): Promise<ExitCode> {
  const own = withOwnStore(context, CHECKING_STORE);
  const { file, concurrency, out } = options;
  const questions = await readRecords(file, resolve(context.cwd, file), TypedQuestion, 'questions');
  const records = await withLibrary(own, { writes: true }, async (library) => {
    remark(context, `Asking the planner of ${library.place}`);
    const { signal } = context.interruption;
    // The first call waits for the arms to find each other; it is not counted.
    await library.request(classify, { query: 'Who keeps the light?' }, { signal });
    return withProgress(context, 'questions', (show) =>
      measureClassification(questions, library, {
        concurrency,
        signal,
        now: context.now,
        onQuestion: (settled) => show('asking', settled, questions.length),
      }),
    );
  });
  if (out !== undefined) await writeRecords(resolve(context.cwd, out), records);
  const run = await runOf(records, options, context);
  printResult(context, run, () => renderClassifyEvaluation(run, context.terminal.outColours));
  return EXIT.ok;
}

async function runOf(
  records: readonly ClassificationRecord[],
  { file, concurrency }: ClassifyOptions,
  context: CommandContext,
): Promise<ClassifyRun> {
  const { n, metrics, ci95, confusion } = summariseClassification(
    records,
    QUESTION_TYPES,
    seededRandom(EVALUATION_SEED),
  );
  return {
    command: 'eval classify',
    dataset: file,
    n,
    metrics,
    ci95: mutableIntervals(ci95),
    confusion: Object.fromEntries(Object.entries(confusion).map(([actual, row]) => [actual, { ...row }])),
    latencyMs: latencyOf(records),
    decidedBy: countBy(records),
    degraded: records.filter(({ degraded }) => degraded !== undefined).length,
    config: {
      planner: await armSettings('planner', context),
      concurrency,
      ...(await describeRun(context)),
    },
  };
}

function countBy(records: readonly ClassificationRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { by = 'rules' } of records) counts[by] = (counts[by] ?? 0) + 1;
  return counts;
}

/** The metrics, then the confusion table: a row per type, a column per type that was said. */
function renderClassifyEvaluation(run: ClassifyRun, colours: Colours): string {
  const { n, metrics, ci95, confusion, latencyMs, degraded } = run;
  const types = Object.keys(confusion);
  return [
    colours.bold(`${n} questions, p50 ${milliseconds(latencyMs.p50)}, p95 ${milliseconds(latencyMs.p95)}`),
    '',
    ...renderTable([
      ['metric', 'value'],
      ...CLASSIFICATION_METRICS.map((metric) => [metric, figureWithInterval(metrics[metric], ci95[metric])]),
    ]),
    '',
    ...renderTable([
      ['is, taken for', ...types],
      ...types.map((actual) => [actual, ...types.map((said) => String(confusion[actual]?.[said] ?? 0))]),
    ]),
    '',
    ...(degraded === 0 ? [] : [`${degraded} were decided by rules because the language model did not answer.`, '']),
  ].join('\n');
}
