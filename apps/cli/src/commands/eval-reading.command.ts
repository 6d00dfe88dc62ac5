import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { seededRandom, summariseReading, summariseSentences } from '@arbiter/evaluation';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { describeMachine } from '../evaluation/describe-machine.js';
import { latencyOf, mutableIntervals } from '../evaluation/measure-grounding.js';
import {
  measurePassages,
  measureSentences,
  readReadingFile,
  type ReadingFile,
  type ReadingPlan,
} from '../evaluation/measure-reading.js';
import type { ReadingRun } from '../evaluation/reading-run.js';
import { EVALUATION_SEED } from '../evaluation/validation-run.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { renderReadingEvaluation } from '../render/render-reading-evaluation.js';
import { createProgressDisplay } from '../terminal/progress.display.js';
import { readVersion } from '../version.js';
import { parseCount, parseNumber } from './parse-count.js';
import { examples, type Register } from './register.js';

export interface EvalReadingRequest {
  readonly file: string;
  /** Score above which a span is given. */
  readonly threshold: number;
  readonly limit: number | null;
  /** File to write one JSON line per passage or sentence to. */
  readonly out: string | null;
}

interface ReadingOptions {
  readonly file: string;
  readonly threshold: number;
  readonly limit?: number;
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
    .action(({ file, threshold, limit, out }: ReadingOptions) =>
      execute((context) => evalReading({ file, threshold, limit: limit ?? null, out: out ?? null }, context)),
    );
};

export async function evalReading(request: EvalReadingRequest, context: CommandContext): Promise<ExitCode> {
  if (context.options.server !== null) {
    throw new ArbiterError('INVALID_REQUEST', 'eval reading reads in this process; it cannot be used with --server.');
  }
  const file = await readReadingFile(request.file, resolve(context.cwd, request.file), request.limit);
  const { openReader } = await context.loadStandalone();
  const reader = openReader({ reader: true });
  if (!reader) throw new ArbiterError('UNAVAILABLE', 'There is no reader.');
  remark(context, `Reading with ${reader.model}`);
  const display = createProgressDisplay(context.terminal, context.now, file.kind);
  try {
    const run = await measure(file, request, context, {
      reader,
      signal: context.interruption.signal,
      now: context.now,
      onPassage: (settled) => display.show({ label: 'reading', settled, total: file.items.length, detail: '' }),
    });
    display.end();
    printResult(context, run, () => renderReadingEvaluation(run, context.terminal.outColours));
    return EXIT.ok;
  } finally {
    await reader.close();
  }
}

async function measure(
  file: ReadingFile,
  request: EvalReadingRequest,
  context: CommandContext,
  plan: ReadingPlan,
): Promise<ReadingRun> {
  const random = seededRandom(EVALUATION_SEED);
  const common = async (judged: readonly { readonly latencyMs: number }[], unread: number) => {
    if (request.out !== null) {
      await writeFile(resolve(context.cwd, request.out), judged.map((one) => `${JSON.stringify(one)}\n`).join(''));
    }
    return {
      command: 'eval reading' as const,
      dataset: request.file,
      latencyMs: latencyOf(judged),
      unread,
      config: {
        reader: plan.reader.model,
        threshold: request.threshold,
        sampledFrom: file.sampledFrom,
        versions: { arbiter: await readVersion(), node: process.version },
        machine: describeMachine(),
        measuredAt: new Date(context.now()).toISOString(),
      },
    };
  };
  if (file.kind === 'sentences') {
    const { judged, unread } = await measureSentences(file.items, plan);
    const summary = summariseSentences(judged, random);
    return { kind: 'sentences', ...(await common(judged, unread)), ...summary, ci95: mutableIntervals(summary.ci95) };
  }
  const { judged, unread } = await measurePassages(file.items, plan, request.threshold);
  const summary = summariseReading(judged, random);
  return { kind: 'passages', ...(await common(judged, unread)), ...summary, ci95: mutableIntervals(summary.ci95) };
}
