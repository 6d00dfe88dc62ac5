import { basename, resolve } from 'node:path';
import {
  armSettings,
  CHECKING_STORE,
  defineEvaluation,
  EVALUATION_SEED,
  figureWithInterval,
  latencyOf,
  parseCount,
  readRecords,
  severalTimes,
  share,
  withOwnStore,
  withSupportChecker,
  type EvaluationContext,
  type RunOf,
} from '@arbiter/cli';
import { mean, type Decision, type RandomSource } from '@arbiter/evaluation';
import { accuracyAfterCalibration } from './accuracy-after-calibration.js';
import { GROUNDING_METRICS, GroundingPair, meanOverSets, summariseGrounding } from './summarise-grounding.js';

interface Options {
  readonly file: readonly string[];
  readonly limit?: number;
  /** Labelled pairs to calibrate on. */
  readonly calibrate?: number;
  readonly concurrency: number;
}

/** Output of `arbiter eval grounding --json`. Figures on top are means over sets; with one set they are its own. */
export type GroundingRun = RunOf<typeof measureGrounding>;

export const registerEvalGrounding = defineEvaluation({
  name: 'grounding',
  summary: 'measure whether claims are told from what their evidence does not say',
  description:
    'Ask the validator about labelled pairs of claim and evidence, and compare its decisions with the labels. A file is JSON ' +
    'Lines: {id, claim, evidence, supported}. The decision is that of the shipped threshold, which is never fitted on the ' +
    'file; a claim of several sentences is as good as its least supported one, and one with nothing to verify, such as a ' +
    'question, counts as not supported.',
  options: (command) =>
    command
      .requiredOption('--file <file>', 'a set of pairs; several times for a mean over sets', severalTimes)
      .option('--limit <n>', 'a sample of n pairs of each file, the same every time', parseCount)
      .option('--calibrate <n>', 'besides: what a calibration on n labelled pairs gives on the others', parseCount),
  units: 'pairs',
  record: 'pair',
  isConcurrent: true,
  examples: [
    ['arbiter eval grounding --file pairs.jsonl', 'your own pairs'],
    ['arbiter eval grounding --file a.jsonl --file b.jsonl --calibrate 50 --json', 'two sets, for programs'],
  ],
  measure: measureGrounding,
});

/** Asks about every pair of each file whether its evidence supports its claim, and compares the decisions with the labels. */
async function measureGrounding(options: Options, context: EvaluationContext) {
  const { file: names, limit, calibrate = null, concurrency } = options;
  const files = await Promise.all(
    names.map(async (name) => {
      const pairs = await readRecords(name, resolve(context.cwd, name), GroundingPair, 'pairs', limit);
      return { name, pairs };
    }),
  );
  const measured = await withSupportChecker(withOwnStore(context, CHECKING_STORE), async (check) => {
    const decide = async ({ id, claim, evidence, supported: actual }: GroundingPair): Promise<PairDecision> => {
      const reading = await check({ answer: claim, sources: [{ document: 'evidence', content: evidence }] });
      const { score, supported: predicted, claims, latencyMs } = reading;
      return { id, score, predicted, actual, claims, latencyMs };
    };
    const sets: MeasuredSet[] = [];
    for (const { name, pairs } of files) {
      const nameOf = ({ id }: GroundingPair): string => `${basename(name)}, pair ${id}`;
      const decisions = await context.each(pairs, decide, { verb: name, nameOf });
      sets.push({ set: setOf(name, decisions, calibrate, context), decisions });
    }
    return sets;
  });
  const sets = measured.map(({ set }) => set);
  const all = measured.flatMap(({ decisions }) => decisions);
  const over = meanOf(measured, context.random());
  const calibrated = meanCalibrated(sets);
  const nothing = sets.reduce((sum, { nothingToVerify }) => sum + nothingToVerify, 0);
  return {
    dataset: names.join(', '),
    records: measured.flatMap(({ set, decisions }) =>
      decisions.map((decision) => ({ dataset: set.dataset, ...decision })),
    ),
    figures: { n: all.length, ...over, latencyMs: latencyOf(all), calibrated, sets },
    config: {
      validator: await armSettings('validator', context),
      concurrency,
      limit: limit ?? null,
      seed: EVALUATION_SEED,
    },
    tables: [
      [
        ['set', 'n', ...GROUNDING_METRICS, ...(calibrated ? [`calibrated on ${calibrated.labels}`] : [])],
        ...[...sets, ...(sets.length === 1 ? [] : [{ dataset: 'mean', n: all.length, ...over, calibrated }])].map(row),
      ],
      nothing === 0 ? '' : `${nothing} of the claims hold nothing to verify; they count as not supported.`,
    ],
  };
}

/** One pair, decided. */
interface PairDecision extends Decision {
  readonly id: string;
  readonly claims: number;
  readonly latencyMs: number;
}

/** A set of pairs. */
type GroundingSet = ReturnType<typeof setOf>;

interface MeasuredSet {
  readonly set: GroundingSet;
  readonly decisions: readonly PairDecision[];
}

/** Draws of the few labels that are calibrated on. */
const CALIBRATION_DRAWS = 20;

/** Balanced accuracy on the other pairs after calibrating on a few, mean over draws. */
interface Calibrated {
  readonly labels: number;
  readonly draws: number;
  readonly balancedAccuracy: number | null;
}

function setOf(name: string, decisions: readonly PairDecision[], labels: number | null, { random }: EvaluationContext) {
  const { n, metrics, ci95, reliability, roc } = summariseGrounding(decisions, random());
  const few = labels === null ? null : { labels, draws: CALIBRATION_DRAWS };
  const calibrated: Calibrated | null = few && {
    ...few,
    balancedAccuracy: accuracyAfterCalibration(decisions, { ...few, random: random() }),
  };
  return {
    dataset: name,
    n,
    supported: decisions.filter(({ actual }) => actual).length,
    /** Claims such as questions: they count as not supported, with score 0. */
    nothingToVerify: decisions.filter(({ claims }) => claims === 0).length,
    metrics,
    ci95,
    latencyMs: latencyOf(decisions),
    calibrated,
    reliability,
    roc,
  };
}

function meanOf(measured: readonly MeasuredSet[], random: RandomSource): Pick<GroundingSet, 'metrics' | 'ci95'> {
  const [only] = measured;
  if (only && measured.length === 1) return { metrics: only.set.metrics, ci95: only.set.ci95 };
  return meanOverSets(
    measured.map(({ decisions }) => decisions),
    random,
  );
}

function meanCalibrated(sets: readonly GroundingSet[]): Calibrated | null {
  const calibrated = sets.flatMap((set) => set.calibrated ?? []);
  const [first] = calibrated;
  const accuracies = calibrated.flatMap(({ balancedAccuracy }) => balancedAccuracy ?? []);
  return first ? { ...first, balancedAccuracy: mean(accuracies) } : null;
}

function row({
  dataset,
  n,
  metrics,
  ci95,
  calibrated,
}: Pick<GroundingSet, 'dataset' | 'n' | 'metrics' | 'ci95' | 'calibrated'>): string[] {
  return [
    dataset,
    String(n),
    ...GROUNDING_METRICS.map((metric) => figureWithInterval(metrics[metric], ci95[metric])),
    ...(calibrated ? [share(calibrated.balancedAccuracy)] : []),
  ];
}
