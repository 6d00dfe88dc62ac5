import { resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import {
  crossValidateWeights,
  type RankingFigures,
  seededRandom,
  type TuningReport,
  type Weights,
} from '@arbiter/evaluation';
import { DEFAULT_WEIGHTS } from '@arbiter/knowledge-graph';
import { Option } from 'commander';
import { printResult, type CommandContext } from '../command.context.js';
import { findPack } from '../domains/find-pack.js';
import { refuseServer } from '../evaluation/evaluation-store.js';
import { writeRecords } from '../evaluation/inputs.js';
import { measureSignals, type MeasuredSignals, type Signal } from '../evaluation/measure-signals.js';
import { stateQuestions } from '../evaluation/measure-state.js';
import { describeRun, EVALUATION_SEED, latencyOf } from '../evaluation/run-description.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { figureWithInterval, renderTable, share } from '../render/format-text.js';
import { examples, parseCount, severalTimes, type Register } from './command-options.js';

interface EvalWeightsOptions {
  readonly domain: readonly string[];
  readonly part: string;
  readonly folds: number;
  readonly out?: string;
}

const DEFAULT_FOLDS = 5;

export const registerEvalWeights: Register = (program, execute) => {
  program
    .command('weights')
    .summary('tune the weights of the signals that rank entities')
    .description(
      'Ask the questions of a domain that name expected entities, and look for weights of the five signals that rank the ' +
        'expected ones higher. Each fold is measured under weights that were tuned on the others, so the difference to the ' +
        'default is that on unseen questions. Nothing is changed: what is printed goes into the config.json of the pack.',
    )
    .requiredOption(
      '-d, --domain <name>',
      "an installed domain, or the path of a pack's folder; may be repeated",
      severalTimes,
    )
    .addOption(
      new Option('--part <part>', 'which part of a divided set').choices(['train', 'test', 'all']).default('train'),
    )
    .option('--folds <n>', 'parts of the cross-validation', parseCount, DEFAULT_FOLDS)
    .option('--out <file>', 'write one JSON line per question, with the signals of its entities, to a file')
    .addHelpText(
      'after',
      examples([
        ['arbiter eval weights -d lantern-coast', 'on the questions that may be looked at'],
        ['arbiter eval weights -d ./campaign -d ./plant --json', 'one set of weights for two packs'],
      ]),
    )
    .action((options: EvalWeightsOptions) => execute((context) => evalWeights(options, context)));
};

async function evalWeights(
  { domain, part, folds, out }: EvalWeightsOptions,
  context: CommandContext,
): Promise<ExitCode> {
  refuseServer(context);
  if (folds < 2) throw new ArbiterError('INVALID_REQUEST', '--folds must be at least 2: one part is measured unseen.');
  const { cwd, env } = context;
  const { domainFolders } = await context.loadStandalone();
  const measured: MeasuredSignals[] = [];
  for (const name of domain) {
    const pack = await findPack(name, domainFolders({ env, cwd }), cwd);
    const questions = (await stateQuestions(pack, part)).filter(({ expectedEntities }) => expectedEntities.length > 0);
    if (questions.length === 0) continue;
    const own = await measureSignals(pack, questions, context);
    if ('exitCode' in own) return own.exitCode;
    measured.push(...own);
  }
  if (measured.length < folds) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      `${measured.length} questions of the part "${part}" name expected entities; ${folds} folds need as many.`,
    );
  }
  const signalled = measured.map(({ question }) => question);
  if (out !== undefined) await writeRecords(resolve(cwd, out), signalled);
  const tuning = crossValidateWeights<Signal>(signalled, {
    folds,
    start: DEFAULT_WEIGHTS,
    random: seededRandom(EVALUATION_SEED),
  });
  const { n, before, tuned, difference, ci95, weights } = tuning;
  const report = {
    command: 'eval weights',
    dataset: domain.join(','),
    n,
    metrics: { default: before, tuned, difference },
    ci95: { difference: ci95 },
    weights,
    folds: tuning.folds,
    latencyMs: latencyOf(measured),
    config: { domains: domain, part, folds, default: DEFAULT_WEIGHTS, ...(await describeRun(context)) },
  };
  printResult(context, report, () => render(tuning));
  return EXIT.ok;
}

const SIGNALS = Object.keys(DEFAULT_WEIGHTS) as Signal[];

function render({ n, weights, folds, before, tuned, difference, ci95 }: TuningReport<Signal>): string {
  const figures = (of: RankingFigures): string[] => [share(of['precision@5']), share(of.mrr)];
  const weightsOf = (of: Weights<Signal>): string[] => SIGNALS.map((signal) => shown(of[signal]));
  const isBetter = ci95['precision@5'][0] > 0 || ci95.mrr[0] > 0;
  return [
    ...renderTable([
      ['', 'n', 'precision@5', 'mrr', 'tuned', 'mrr', ...SIGNALS],
      ...folds.map((fold, index) => [
        `fold ${index + 1}`,
        String(fold.n),
        ...figures(fold.before),
        ...figures(fold.tuned),
        ...weightsOf(fold.weights),
      ]),
      ['all', String(n), ...figures(before), ...figures(tuned), ...weightsOf(weights)],
      ['default', '', '', '', '', '', ...weightsOf(DEFAULT_WEIGHTS)],
    ]),
    '',
    `difference on unseen questions, with 95 % intervals: precision@5 ${signed(difference['precision@5'], ci95['precision@5'])}, ` +
      `mrr ${signed(difference.mrr, ci95.mrr)}`,
    isBetter
      ? `For config.json: ${JSON.stringify({ retrieval: { graph: { weights: rounded(weights) } } })}`
      : 'Neither is surely better than the default: keep it.',
    '',
  ].join('\n');
}

function signed(value: number, interval: readonly [number, number]): string {
  return `${value < 0 ? '' : '+'}${figureWithInterval(value, interval)}`;
}

/** A weight is as exact as three digits say. */
function rounded(weights: Weights<Signal>): Weights<Signal> {
  return Object.fromEntries(SIGNALS.map((signal) => [signal, Number(weights[signal].toFixed(3))])) as Weights<Signal>;
}

function shown(weight: number): string {
  return String(Number(weight.toFixed(3)));
}
