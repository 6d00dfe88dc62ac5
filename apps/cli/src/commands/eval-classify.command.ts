import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { classify, QUESTION_TYPES } from '@arbiter/contracts';
import { seededRandom, summariseClassification } from '@arbiter/evaluation';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { armSettings } from '../evaluation/arm-settings.js';
import type { ClassifyRun } from '../evaluation/classify-run.js';
import { describeMachine } from '../evaluation/describe-machine.js';
import {
  measureClassification,
  readTypedQuestions,
  type ClassificationRecord,
} from '../evaluation/measure-classification.js';
import { latencyOf, mutableIntervals } from '../evaluation/measure-grounding.js';
import { withOwnStore } from '../evaluation/own-store.js';
import { EVALUATION_SEED } from '../evaluation/validation-run.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import { renderClassifyEvaluation } from '../render/render-classify-evaluation.js';
import { createProgressDisplay } from '../terminal/progress.display.js';
import { readVersion } from '../version.js';
import { parseCount } from './parse-count.js';
import { examples, type Register } from './register.js';

export interface EvalClassifyRequest {
  readonly file: string;
  readonly concurrency: number;
  /** File to write one JSON line per question to. */
  readonly out: string | null;
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
    .action(({ file, concurrency, out }: Omit<EvalClassifyRequest, 'out'> & { readonly out?: string }) =>
      execute((context) => evalClassify({ file, concurrency, out: out ?? null }, context)),
    );
};

export async function evalClassify(request: EvalClassifyRequest, context: CommandContext): Promise<ExitCode> {
  const own = withOwnStore(context);
  const questions = await readTypedQuestions(request.file, resolve(context.cwd, request.file));
  const records = await withLibrary(own, { writes: true }, async (library) => {
    remark(context, `Asking the planner of ${library.place}`);
    const { signal } = context.interruption;
    // The first call waits for the arms to find each other; it is not counted.
    await library.request(classify, { query: 'Who keeps the light?' }, { signal });
    const display = createProgressDisplay(context.terminal, context.now, 'questions');
    try {
      return await measureClassification(questions, library, {
        concurrency: request.concurrency,
        signal,
        now: context.now,
        onQuestion: (settled) => display.show({ label: 'asking', settled, total: questions.length, detail: '' }),
      });
    } finally {
      display.end();
    }
  });
  if (request.out !== null) {
    await writeFile(resolve(context.cwd, request.out), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  }
  const run = await runOf(records, request, context);
  printResult(context, run, () => renderClassifyEvaluation(run, context.terminal.outColours));
  return EXIT.ok;
}

async function runOf(
  records: readonly ClassificationRecord[],
  { file, concurrency }: EvalClassifyRequest,
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
      versions: { arbiter: await readVersion(), node: process.version },
      machine: describeMachine(),
      measuredAt: new Date(context.now()).toISOString(),
    },
  };
}

function countBy(records: readonly ClassificationRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { by = 'rules' } of records) counts[by] = (counts[by] ?? 0) + 1;
  return counts;
}
