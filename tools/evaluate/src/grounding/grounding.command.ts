import { resolve } from 'node:path';
import {
  describeValidation,
  EVALUATION_SEED,
  examples,
  EXIT,
  milliseconds,
  parseCount,
  printResult,
  renderTable,
  severalTimes,
  withOwnStore,
  withSupportChecker,
  type Colours,
  type CommandContext,
  type ExitCode,
  type Register,
  type ShowProgress,
  type SupportChecker,
  latencyOf,
  mutableIntervals,
  CHECKING_STORE,
  readRecords,
  writeRecords,
  figureWithInterval,
  share,
} from '@arbiter/cli';
import { mean, seededRandom } from '@arbiter/evaluation';
import { FEATURE_SIGNS } from '@arbiter/grounding';
import {
  measurePairs,
  type Ablation,
  type GroundingRun,
  type GroundingSet,
  type MeasuredPairs,
  type PairFile,
  type GroundingPlan,
} from './measure-grounding.js';
import { GROUNDING_METRICS, meanOverSets, GroundingPair } from './summarise-grounding.js';

interface GroundingOptions {
  readonly file: readonly string[];
  readonly limit?: number;
  /** Labelled pairs to calibrate on. */
  readonly calibrate?: number;
  /** Whether every feature is left out in turn. */
  readonly ablate?: boolean;
  readonly concurrency: number;
  /** File to write one JSON line per pair to. */
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
    .action((options: GroundingOptions) => execute((context) => evalGrounding(options, context)));
};

async function evalGrounding(options: GroundingOptions, context: CommandContext): Promise<ExitCode> {
  const own = withOwnStore(context, CHECKING_STORE);
  const { cwd } = context;
  const { ablate = false, concurrency, calibrate = null, out } = options;
  const files = await Promise.all(
    options.file.map(async (name): Promise<PairFile> => {
      const pairs = await readRecords(name, resolve(cwd, name), GroundingPair, 'pairs', options.limit);
      return { name, pairs };
    }),
  );
  const measured = await measureSets(files, { concurrency, calibrate }, own, []);
  const ablations: Ablation[] = [];
  for (const feature of ablate ? Object.keys(FEATURE_SIGNS) : []) {
    const { metrics } = meanOf(await measureSets(files, { concurrency, calibrate: null }, own, [feature]));
    ablations.push({ feature, balancedAccuracy: metrics.balancedAccuracy, auroc: metrics.auroc });
  }
  if (out !== undefined) {
    const decided = measured.flatMap(({ set, decisions }) =>
      decisions.map((decision) => ({ dataset: set.dataset, ...decision })),
    );
    await writeRecords(resolve(cwd, out), decided);
  }
  const run = await summarise(options, measured, ablations, context);
  printResult(context, run, () => renderGroundingEvaluation(run, context.terminal.outColours));
  return EXIT.ok;
}

async function measureSets(
  files: readonly PairFile[],
  plan: Omit<GroundingPlan, 'onPair'>,
  own: CommandContext,
  ignoredFeatures: readonly string[],
): Promise<MeasuredPairs[]> {
  const without = ignoredFeatures.length === 0 ? '' : ` without ${ignoredFeatures.join(', ')}`;
  const measure = async (check: SupportChecker, show: ShowProgress): Promise<MeasuredPairs[]> => {
    const sets: MeasuredPairs[] = [];
    for (const file of files) {
      const onPair = (settled: number): void => show(`${file.name}${without}`, settled, file.pairs.length);
      sets.push(await measurePairs(file, check, { ...plan, onPair }));
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
  { file: files, limit, concurrency, ablate = false }: GroundingOptions,
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
    config: { ...(await describeValidation(context, concurrency)), limit: limit ?? null, seed: EVALUATION_SEED },
  };
}

function meanCalibrated(sets: readonly GroundingSet[]): GroundingRun['calibrated'] {
  const calibrated = sets.flatMap((set) => set.calibrated ?? []);
  const [first] = calibrated;
  const accuracies = calibrated.flatMap(({ balancedAccuracy }) => balancedAccuracy ?? []);
  return first ? { ...first, balancedAccuracy: mean(accuracies) } : null;
}

/** Sets one below the other, their mean last, each figure with its interval. */
function renderGroundingEvaluation(run: GroundingRun, colours: Colours): string {
  const { sets, latencyMs } = run;
  const figures = sets.length === 1 ? sets : [...sets, { ...run, dataset: 'mean' }];
  const rows = figures.map(({ dataset, n, metrics, ci95, calibrated }) => [
    dataset,
    String(n),
    ...GROUNDING_METRICS.map((metric) => figureWithInterval(metrics[metric], ci95[metric])),
    ...(calibrated ? [share(calibrated.balancedAccuracy)] : []),
  ]);
  const fitted = run.calibrated ? [`calibrated on ${run.calibrated.labels}`] : [];
  const nothing = sets.reduce((sum, { nothingToVerify }) => sum + nothingToVerify, 0);
  return [
    colours.bold(`${run.n} pairs, p50 ${milliseconds(latencyMs.p50)}, p95 ${milliseconds(latencyMs.p95)}`),
    '',
    ...renderTable([['set', 'n', ...GROUNDING_METRICS, ...fitted], ...rows]),
    '',
    ...(run.ablations ? [...renderAblations(run), ''] : []),
    ...(nothing === 0 ? [] : [`${nothing} of the claims hold nothing to verify; they count as not supported.`, '']),
  ].join('\n');
}

/** Loss without each feature, the greatest first. */
function renderAblations({ metrics, ablations = [] }: GroundingRun): string[] {
  const lost = (whole: number | null, without: number | null): number => (whole ?? 0) - (without ?? 0);
  const rows = ablations
    .map(({ feature, balancedAccuracy, auroc }) => ({
      feature,
      accuracy: lost(metrics.balancedAccuracy, balancedAccuracy),
      area: lost(metrics.auroc, auroc),
    }))
    .sort((a, b) => b.area - a.area)
    .map(({ feature, accuracy, area }) => [feature, accuracy.toFixed(3), area.toFixed(3)]);
  return renderTable([['without', 'balancedAccuracy lost', 'auroc lost'], ...rows]);
}
