import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { mean, meanOverSets, seededRandom } from '@arbiter/evaluation';
import { FEATURE_SIGNS } from '@arbiter/grounding';
import { printResult, type CommandContext } from '../command.context.js';
import type { SupportChecker } from '../evaluation/check-support.js';
import type { Ablation, GroundingRun, GroundingSet } from '../evaluation/grounding-run.js';
import {
  latencyOf,
  measurePairs,
  mutableIntervals,
  readPairFile,
  type MeasuredPairs,
  type PairFile,
} from '../evaluation/measure-grounding.js';
import { withOwnStore } from '../evaluation/own-store.js';
import {
  describeValidation,
  EVALUATION_SEED,
  withSupportChecker,
  type ShowProgress,
} from '../evaluation/validation-run.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { renderGroundingEvaluation } from '../render/render-grounding-evaluation.js';
import { parseCount } from './parse-count.js';
import { examples, severalTimes, type Register } from './register.js';

export interface EvalGroundingRequest {
  readonly files: readonly string[];
  readonly limit: number | null;
  readonly calibrate: number | null;
  /** Whether every feature is left out in turn. */
  readonly ablate: boolean;
  readonly concurrency: number;
  /** File to write one JSON line per pair to. */
  readonly out: string | null;
}

interface GroundingOptions {
  readonly file: string[];
  readonly limit?: number;
  readonly calibrate?: number;
  readonly ablate?: boolean;
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
    .option('--ablate', 'besides: what is lost without each feature; takes as many passes as there are features')
    .option('--concurrency <n>', 'pairs at the same time; times are of one among so many', parseCount, 1)
    .option('--out <file>', 'write one JSON line per pair to a file')
    .addHelpText(
      'after',
      examples([
        ['arbiter eval grounding --file pairs.jsonl', 'your own pairs'],
        ['arbiter eval grounding --file a.jsonl --file b.jsonl --calibrate 50 --json', 'two sets, for programs'],
      ]),
    )
    .action(({ file, limit, calibrate, out, ablate = false, concurrency }: GroundingOptions) =>
      execute((context) =>
        evalGrounding(
          { files: file, limit: limit ?? null, calibrate: calibrate ?? null, out: out ?? null, ablate, concurrency },
          context,
        ),
      ),
    );
};

export async function evalGrounding(request: EvalGroundingRequest, context: CommandContext): Promise<ExitCode> {
  const own = withOwnStore(context);
  const { cwd } = context;
  const files = await Promise.all(request.files.map((name) => readPairFile(name, resolve(cwd, name), request.limit)));
  const measured = await measureSets(files, request, own, []);
  const ablations: Ablation[] = [];
  for (const feature of request.ablate ? Object.keys(FEATURE_SIGNS) : []) {
    const { metrics } = meanOf(await measureSets(files, { ...request, calibrate: null }, own, [feature]));
    ablations.push({ feature, balancedAccuracy: metrics.balancedAccuracy, auroc: metrics.auroc });
  }
  if (request.out !== null) await writeDecisions(resolve(cwd, request.out), measured);
  const run = await summarise(request, measured, ablations, context);
  printResult(context, run, () => renderGroundingEvaluation(run, context.terminal.outColours));
  return EXIT.ok;
}

async function measureSets(
  files: readonly PairFile[],
  request: EvalGroundingRequest,
  own: CommandContext,
  ignoredFeatures: readonly string[],
): Promise<MeasuredPairs[]> {
  const without = ignoredFeatures.length === 0 ? '' : ` without ${ignoredFeatures.join(', ')}`;
  const measure = async (check: SupportChecker, show: ShowProgress): Promise<MeasuredPairs[]> => {
    const sets: MeasuredPairs[] = [];
    for (const file of files) {
      const onPair = (settled: number): void => show(`${file.name}${without}`, settled, file.pairs.length);
      sets.push(await measurePairs(file, check, { ...request, onPair }));
    }
    return sets;
  };
  return withSupportChecker(own, 'pairs', measure, ignoredFeatures);
}

function meanOf(measured: readonly MeasuredPairs[]): Pick<GroundingSet, 'metrics' | 'ci95'> {
  const [only] = measured;
  if (only && measured.length === 1) return only.set;
  const { metrics, ci95 } = meanOverSets(
    measured.map(({ decisions }) => decisions),
    seededRandom(EVALUATION_SEED),
  );
  return { metrics, ci95: mutableIntervals(ci95) };
}

async function summarise(
  { files, limit, concurrency, ablate }: EvalGroundingRequest,
  measured: readonly MeasuredPairs[],
  ablations: readonly Ablation[],
  context: CommandContext,
): Promise<GroundingRun> {
  const sets = measured.map(({ set }) => set);
  const all = measured.flatMap(({ decisions }) => decisions);
  const { metrics, ci95 } = meanOf(measured);
  return {
    command: 'eval grounding',
    dataset: files.join(', '),
    n: all.length,
    metrics,
    ci95,
    latencyMs: latencyOf(all),
    calibrated: meanCalibrated(sets),
    sets,
    ...(ablate && { ablations: [...ablations] }),
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
