import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { mean, meanOverSets, seededRandom } from '@arbiter/evaluation';
import { printResult, type CommandContext } from '../command.context.js';
import type { GroundingRun, GroundingSet } from '../evaluation/grounding-run.js';
import {
  latencyOf,
  measurePairs,
  mutableIntervals,
  readPairFile,
  type MeasuredPairs,
} from '../evaluation/measure-grounding.js';
import { withOwnStore } from '../evaluation/own-store.js';
import { describeValidation, EVALUATION_SEED, withSupportChecker } from '../evaluation/validation-run.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { renderGroundingEvaluation } from '../render/render-grounding-evaluation.js';
import { parseCount } from './parse-count.js';
import { examples, severalTimes, type Register } from './register.js';

export interface EvalGroundingRequest {
  readonly files: readonly string[];
  readonly limit: number | null;
  readonly calibrate: number | null;
  readonly concurrency: number;
  /** File to write one JSON line per pair to. */
  readonly out: string | null;
}

interface GroundingOptions {
  readonly file: string[];
  readonly limit?: number;
  readonly calibrate?: number;
  readonly concurrency: number;
  readonly out?: string;
}

export const registerEvalGrounding: Register = (program, execute) => {
  program
    .command('grounding')
    .summary('measure whether claims are told from what their evidence does not say')
    .description(
      'Ask the validator about labelled pairs of claim and evidence, and compare its decisions with the labels. A file is JSON ' +
        'Lines: {id, claim, evidence, supported}. The decision is that of the shipped threshold, which is never fitted on the ' +
        'file; a claim of several sentences is as good as its least supported one, and one with nothing to verify, such as a ' +
        'question, counts as not supported.',
    )
    .requiredOption('--file <file>', 'a set of pairs; several times for a mean over sets', severalTimes)
    .option('--limit <n>', 'a sample of n pairs of each file, the same every time', parseCount)
    .option('--calibrate <n>', 'besides: what a calibration on n labelled pairs gives on the others', parseCount)
    .option('--concurrency <n>', 'pairs at the same time; times are of one among so many', parseCount, 1)
    .option('--out <file>', 'write one JSON line per pair to a file')
    .addHelpText(
      'after',
      examples([
        ['arbiter eval grounding --file pairs.jsonl', 'your own pairs'],
        ['arbiter eval grounding --file a.jsonl --file b.jsonl --calibrate 50 --json', 'two sets, for programs'],
      ]),
    )
    .action(({ file, limit, calibrate, out, concurrency }: GroundingOptions) =>
      execute((context) =>
        evalGrounding(
          { files: file, limit: limit ?? null, calibrate: calibrate ?? null, out: out ?? null, concurrency },
          context,
        ),
      ),
    );
};

export async function evalGrounding(request: EvalGroundingRequest, context: CommandContext): Promise<ExitCode> {
  const own = withOwnStore(context);
  const { cwd } = context;
  const files = await Promise.all(request.files.map((name) => readPairFile(name, resolve(cwd, name), request.limit)));
  const measured = await withSupportChecker(own, 'pairs', async (check, show) => {
    const sets: MeasuredPairs[] = [];
    for (const file of files) {
      const onPair = (settled: number): void => show(file.name, settled, file.pairs.length);
      sets.push(await measurePairs(file, check, { ...request, onPair }));
    }
    return sets;
  });
  if (request.out !== null) await writeDecisions(resolve(cwd, request.out), measured);
  const run = await summarise(request, measured, context);
  printResult(context, run, () => renderGroundingEvaluation(run, context.terminal.outColours));
  return EXIT.ok;
}

async function summarise(
  { files, limit, concurrency }: EvalGroundingRequest,
  measured: readonly MeasuredPairs[],
  context: CommandContext,
): Promise<GroundingRun> {
  const sets = measured.map(({ set }) => set);
  const all = measured.flatMap(({ decisions }) => decisions);
  const [only] = sets;
  const { metrics, ci95 } =
    only && sets.length === 1
      ? only
      : meanOverSets(
          measured.map(({ decisions }) => decisions),
          seededRandom(EVALUATION_SEED),
        );
  return {
    command: 'eval grounding',
    dataset: files.join(', '),
    n: all.length,
    metrics,
    ci95: mutableIntervals(ci95),
    latencyMs: latencyOf(all),
    calibrated: meanCalibrated(sets),
    sets,
    config: { ...(await describeValidation(context, concurrency)), limit, seed: EVALUATION_SEED },
  };
}

function meanCalibrated(sets: readonly GroundingSet[]): GroundingRun['calibrated'] {
  const calibrated = sets.flatMap((set) => set.calibrated ?? []);
  const [first] = calibrated;
  const accuracies = calibrated.flatMap(({ balancedAccuracy }) => balancedAccuracy ?? []);
  return first ? { ...first, balancedAccuracy: mean(accuracies) } : null;
}

async function writeDecisions(file: string, measured: readonly MeasuredPairs[]): Promise<void> {
  const lines = measured.flatMap(({ set, decisions }) =>
    decisions.map((decision) => `${JSON.stringify({ dataset: set.dataset, ...decision })}\n`),
  );
  await writeFile(file, lines.join(''));
}
