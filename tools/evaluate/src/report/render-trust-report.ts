import { posix } from 'node:path';
import { figureWithInterval, share } from '@arbiter/cli';
import { ANSWER_METRICS, VALIDATION_METRICS, type RiskCoveragePoint } from '@arbiter/evaluation';
import { GROUNDING_METRICS } from '../grounding/summarise-grounding.js';
import { ERROR_KINDS } from '../planting/errors/error-planter.js';
import { renderBarChart } from './bar-chart.js';
import { renderLineChart } from './line-chart.js';
import type { AnswersRun, GroundingRun, LabelledRun, PerturbationRun } from './read-runs.js';
import { markdownTable, type RetrievalReport } from './render-retrieval-report.js';

/** Sets that the shipped model has seen, by file name: figures on them flatter it. */
export const SEEN_SETS: Readonly<Record<string, 'fitted' | 'development'>> = {
  'fever_dev_pairs.jsonl': 'fitted',
  'fm2_train.jsonl': 'fitted',
  'halueval_qa_train.jsonl': 'fitted',
  'scifact_train.jsonl': 'fitted',
  'summedits_sentences_train.jsonl': 'fitted',
  'summedits_train.jsonl': 'fitted',
  'synth_train.jsonl': 'fitted',
  'wice_train_partial.jsonl': 'fitted',
  'scifact_dev.jsonl': 'development',
  'wice_dev.jsonl': 'development',
};

export type TrustRun = GroundingRun | PerturbationRun | LabelledRun | AnswersRun;

/**
 * Tables and plots of how far answers can be trusted. It depends on nothing but the runs, so that the same runs always give
 * the same report.
 *
 * @param name of the report, before the names of its plots
 */
export function renderTrustReport(name: string, runs: readonly TrustRun[]): RetrievalReport {
  const plots = new Map<string, string>();
  const grounding = runs.filter((run) => run.command === 'eval grounding');
  const perturbations = runs.filter((run) => run.command === 'eval perturbations');
  const markdown = [
    '# How far answers can be trusted',
    'Written by `arbiter eval`; change the runs, not this page. All figures are of the shipped configuration without a ' +
      'language model. Nothing was fitted on what is measured, except where it says so. Figures are fractions of 1, ' +
      'brackets hold 95 % bootstrap intervals. [The guide](../guides/evaluate.md) defines each figure.',
    ...grounding.flatMap((run, index) => groundingSection(run, `${name}-${numbered('grounding', index)}`, plots)),
    ...(perturbations.length === 0 ? [] : perturbationSection(perturbations, `${name}-planted.svg`, plots)),
    ...runs.filter((run) => run.command === 'eval validation').flatMap(labelledSection),
    ...runs
      .filter((run) => run.command === 'eval answers')
      .flatMap((run, index) => answersSection(run, `${name}-${numbered('shown', index)}.svg`, plots)),
  ];
  return { markdown: `${markdown.join('\n\n')}\n`, plots };
}

function numbered(word: string, index: number): string {
  return index === 0 ? word : `${word}-${index + 1}`;
}

function groundingSection(run: GroundingRun, name: string, plots: Map<string, string>): string[] {
  const { sets, config } = run;
  const roc = `${name}-roc.svg`;
  const reliability = `${name}-reliability.svg`;
  plots.set(
    roc,
    renderLineChart({
      title: 'ROC',
      xLabel: 'share of unsupported claims that are let through',
      yLabel: 'share of supported claims that are let through',
      marked: false,
      series: sets.map((set) => ({
        label: fileName(set.dataset),
        points: set.roc.map(({ falsePositiveRate, truePositiveRate }) => [falsePositiveRate, truePositiveRate]),
      })),
    }),
  );
  plots.set(
    reliability,
    renderLineChart({
      title: 'Reliability',
      xLabel: 'probability of support, mean of the bin',
      yLabel: 'share that is supported',
      marked: true,
      series: sets.map((set) => ({
        label: fileName(set.dataset),
        points: set.reliability.map(({ meanProbability, observed }) => [meanProbability, observed]),
      })),
    }),
  );
  const fitted = run.calibrated ? [`calibrated on ${run.calibrated.labels}`] : [];
  const figures = [
    ...sets.map((set) => ({ ...set, seen: SEEN_SETS[posix.basename(set.dataset)] ?? 'no' })),
    ...(sets.length === 1 ? [] : [{ ...run, dataset: 'mean', seen: '' }]),
  ];
  return [
    '## Claims and their evidence',
    'Labelled pairs of a claim and its evidence, from public sets. "Seen": _fitted_ sets flatter the model; on ' +
      '_development_ sets its threshold and calibration were chosen; the others are unknown to it. In conjnli, ' +
      'fever_symmetric, negnli and med one word decides, and similarity misleads.' +
      (config.limit === null ? '' : ` At most ${config.limit} pairs of each set were taken.`) +
      (run.calibrated
        ? ` The last column is the balanced accuracy on the other pairs after a calibration on ${run.calibrated.labels} labelled ones, mean of ${run.calibrated.draws} draws.`
        : ''),
    markdownTable(
      ['set', 'seen', 'n', ...GROUNDING_METRICS, ...fitted],
      figures.map(({ dataset, seen, n, metrics, ci95, calibrated }) => [
        fileName(dataset),
        seen,
        String(n),
        ...GROUNDING_METRICS.map((metric) => figureWithInterval(metrics[metric], ci95[metric])),
        ...(run.calibrated ? [share(calibrated?.balancedAccuracy ?? null)] : []),
      ]),
    ),
    nothingToVerify(run),
    `![ROC by set](${roc})`,
    `![Reliability by set](${reliability})`,
    measuredAt(run),
  ];
}

function nothingToVerify({ sets }: GroundingRun): string {
  const count = sets.reduce((sum, set) => sum + set.nothingToVerify, 0);
  return `${count} claims hold nothing to verify, such as questions and opinions; they count as not supported, with probability 0.`;
}

function perturbationSection(runs: readonly PerturbationRun[], plot: string, plots: Map<string, string>): string[] {
  plots.set(
    plot,
    renderBarChart({
      title: 'Planted errors that are caught',
      unit: 'share, 95 % interval',
      digits: 2,
      groups: runs.map(({ dataset, metrics, ci95 }) => ({
        label: corpusName(dataset),
        bars: ERROR_KINDS.flatMap((kind) => {
          const [value, interval] = [metrics.caughtBy[kind], ci95.caughtBy[kind]];
          return value === null ? [] : [{ label: kind, value, ...(interval && { interval }) }];
        }),
      })),
    }),
  );
  const columns = runs.map(({ dataset }) => corpusName(dataset));
  const rowsOf = (label: string, value: (run: PerturbationRun) => string): string[] => [label, ...runs.map(value)];
  return [
    '## Planted errors',
    'Sentences of documents are reworded, and one error is planted in each. The wrong sentence should be caught; the true ' +
      'ones, untouched and reworded, should not be rejected.',
    markdownTable(
      ['caught', ...columns],
      [
        ...ERROR_KINDS.map((kind) =>
          rowsOf(
            kind,
            ({ counts, metrics, ci95 }) =>
              `${figureWithInterval(metrics.caughtBy[kind], ci95.caughtBy[kind])} of ${counts[kind]}`,
          ),
        ),
        rowsOf('mean of the kinds', ({ metrics, ci95 }) => figureWithInterval(metrics.caught, ci95.caught)),
        rowsOf('in sentences reworded by hand', ({ metrics, ci95 }) =>
          figureWithInterval(metrics.caughtInHandWritten, ci95.caughtInHandWritten),
        ),
      ],
    ),
    markdownTable(
      ['rejected although true', ...columns],
      (
        [
          ['untouched and reworded', 'falseRejection'],
          ['untouched', 'falseRejectionUntouched'],
          ['reworded', 'falseRejectionReworded'],
          ['reworded by hand', 'falseRejectionHandWritten'],
        ] as const
      ).map(([label, metric]) =>
        rowsOf(label, ({ metrics, ci95 }) => figureWithInterval(metrics[metric], ci95[metric])),
      ),
    ),
    `![Planted errors that are caught, by kind](${plot})`,
    ...runs.map((run) => `${corpusName(run.dataset)}, seed ${run.config.seed}: ${lowerFirst(measuredAt(run))}`),
  ];
}

function labelledSection(run: LabelledRun): string[] {
  const { n, metrics, ci95, confusion, kinds } = run;
  return [
    '## Labelled answers',
    `${n} answers about the sample domain, labelled by reading them against their sources; half should be shown, half not.`,
    markdownTable(
      ['metric', 'value'],
      VALIDATION_METRICS.map((metric) => [metric, figureWithInterval(metrics[metric], ci95[metric])]),
    ),
    `Of those to show ${confusion.shown} were accepted and ${confusion.wronglyRejected} not, of the others ` +
      `${confusion.wronglyAccepted} and ${confusion.rejected}.`,
    `Decided rightly by kind: ${Object.entries(kinds)
      .map(([kind, counts]) => `${kind} ${counts.right} of ${counts.n}`)
      .join(', ')}.`,
    measuredAt(run),
  ];
}

function answersSection(run: AnswersRun, plot: string, plots: Map<string, string>): string[] {
  const { dataset, n, metrics, ci95, config } = run;
  const packs = dataset.split(', ');
  const left = config.without.length === 0 ? '' : `, without ${config.without.join(', ')}`;
  return [
    `## Answers on ${packs.length > 1 ? `${packs.length} packs` : corpusName(dataset)}`,
    ...(packs.length > 1 ? [packs.map(corpusName).join(', ')] : []),
    `${n} questions of the part "${config.part}"${left}, from end to end: search, synthesis, validation, correction.`,
    markdownTable(
      ['metric', 'value'],
      ANSWER_METRICS.flatMap((metric) => {
        const value = metrics[metric];
        return value === undefined ? [] : [[metric, figureWithInterval(value, ci95[metric] ?? null)]];
      }),
    ),
    ...(metrics.riskCoverage === undefined
      ? []
      : [
          shownByThreshold(metrics.riskCoverage, plot, plots),
          markdownTable(
            ['shown from a confidence of', 'shown', 'right of shown'],
            metrics.riskCoverage
              .filter(isTenth)
              .map(({ threshold, shown, right }) => [threshold.toFixed(1), share(shown), share(right)]),
          ),
        ]),
    measuredAt(run),
  ];
}

/** The table has every other point; the picture has all. */
function isTenth({ threshold }: RiskCoveragePoint): boolean {
  return Math.round(threshold * 100) % 10 === 0;
}

/** @returns the picture of the table below it; the right of what is shown should lie on the diagonal or above */
function shownByThreshold(points: readonly RiskCoveragePoint[], plot: string, plots: Map<string, string>): string {
  plots.set(
    plot,
    renderLineChart({
      title: 'What a threshold shows',
      xLabel: 'shown from a confidence of',
      yLabel: 'share',
      marked: true,
      series: [
        {
          label: 'right of shown',
          points: points.flatMap(({ threshold, right }) => (right === null ? [] : [[threshold, right]])),
        },
        { label: 'shown of all questions', points: points.map(({ threshold, shown }) => [threshold, shown]) },
      ],
    }),
  );
  return `![What a threshold shows, and how much of it is right](${plot})`;
}

function measuredAt({ config, latencyMs }: TrustRun): string {
  const { machine, versions } = config;
  const gibibytes = Math.round(machine.memoryBytes / 2 ** 30);
  return (
    `Measured ${config.measuredAt.slice(0, 10)} on ${machine.cpu}, ${machine.cores} cores, ${gibibytes} GiB, ` +
    `load ${machine.loadAverage.toFixed(1)}; p50 ${latencyMs.p50.toFixed(0)} ms, p95 ${latencyMs.p95.toFixed(0)} ms; ` +
    `Arbiter ${versions.arbiter ?? ''}, Node.js ${versions.node ?? ''}.`
  );
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function fileName(path: string): string {
  return posix.basename(path).replace(/\.jsonl$/, '');
}

/** "domains/lantern-coast/documents" is of lantern-coast. */
function corpusName(path: string): string {
  const parts = path.replace(/(?<!\/)\/+$/, '').split('/');
  return (parts.at(-1) === 'documents' ? parts.at(-2) : parts.at(-1)) ?? path;
}
