import { resolve } from 'node:path';
import {
  describeValidation,
  EVALUATION_SEED,
  examples,
  EXIT,
  milliseconds,
  parseCount,
  printResult,
  readDocuments,
  renderTable,
  withOwnStore,
  withSupportChecker,
  type Colours,
  type CommandContext,
  type ExitCode,
  type Register,
  figureWithInterval,
  latencyOf,
  mutableIntervals,
  CHECKING_STORE,
  writeRecords,
} from '@arbiter/cli';
import { ArbiterError } from '@arbiter/contracts';
import { seededRandom } from '@arbiter/evaluation';
import { ERROR_KINDS } from '../planting/errors/error-planter.js';
import { plantErrors } from '../planting/plant-errors.js';
import { measurePerturbations, type PerturbationRecord, type PerturbationRun } from './measure-perturbations.js';
import { summarisePerturbations } from './summarise-perturbations.js';

interface PerturbationOptions {
  /** Folder of documents. */
  readonly corpus: string;
  readonly n: number;
  readonly seed: number;
  readonly concurrency: number;
  /** File to write one JSON line per sentence to. */
  readonly out?: string;
  /** Whether the sentences are only written, and none is checked. */
  readonly plantOnly?: boolean;
}

export const registerEvalPerturbations: Register = (program, execute) => {
  program
    .command('perturbations')
    .summary('measure whether planted errors are caught')
    .description(
      'Take sentences from documents, reword them, plant one error in each (a number, unit, date or name, two exchanged roles, a ' +
        'negation, a comparative), and ask the validator about all three forms with their passages as sources. Counted are ' +
        'the errors that are caught, and the true sentences that are rejected.',
    )
    .requiredOption('--corpus <folder>', 'Markdown or plain text')
    .option('--n <n>', 'errors to plant, the same number of each kind', parseCount, 1_000)
    .option('--seed <n>', 'which sentences, rewordings and errors: the same seed gives the same', parseCount, 1)
    .option('--concurrency <n>', 'sentences at the same time; times are of one among so many', parseCount, 1)
    .option('--out <file>', 'write one JSON line per sentence to a file')
    .option('--plant-only', 'write the sentences to --out and check none')
    .addHelpText(
      'after',
      examples([
        ['arbiter eval perturbations --corpus ./documents --n 200', 'your own documents'],
        ['arbiter eval perturbations --corpus ./documents --plant-only --out planted.jsonl', 'to read what is planted'],
      ]),
    )
    .action((options: PerturbationOptions) => execute((context) => evalPerturbations(options, context)));
};

async function evalPerturbations(options: PerturbationOptions, context: CommandContext): Promise<ExitCode> {
  const own = withOwnStore(context, CHECKING_STORE);
  const { cwd } = context;
  const { corpus, out, plantOnly = false, concurrency } = options;
  const documents = await readDocuments(resolve(cwd, corpus));
  const sentences = plantErrors(documents, options.n, seededRandom(options.seed));
  if (sentences.length === 0) {
    throw new ArbiterError('INVALID_REQUEST', `${corpus} holds no sentence that an error could be planted in.`);
  }
  if (plantOnly) {
    if (out === undefined) {
      throw new ArbiterError('INVALID_REQUEST', '--plant-only writes to a file: say which with --out.');
    }
    await writeRecords(resolve(cwd, out), sentences);
    const result = { command: 'eval perturbations', dataset: corpus, planted: sentences.length, out };
    printResult(context, result, () => `Written: ${sentences.length} sentences to ${out}\n`);
    return EXIT.ok;
  }
  const records = await withSupportChecker(own, 'sentences', (check, show) =>
    measurePerturbations(sentences, check, {
      concurrency,
      onSentence: (settled) => show('checking', settled, sentences.length),
    }),
  );
  if (out !== undefined) await writeRecords(resolve(cwd, out), records);
  const run = await summarise(options, records, documents.length, context);
  printResult(context, run, () => renderPerturbationEvaluation(run, context.terminal.outColours));
  return EXIT.ok;
}

async function summarise(
  { corpus, n, seed, concurrency }: PerturbationOptions,
  records: readonly PerturbationRecord[],
  documents: number,
  context: CommandContext,
): Promise<PerturbationRun> {
  const { metrics, counts, ci95 } = summarisePerturbations(records, seededRandom(EVALUATION_SEED));
  const { caughtBy, ...intervals } = ci95;
  const timed = records.flatMap(({ latencies }) => latencies.map((latencyMs) => ({ latencyMs })));
  return {
    command: 'eval perturbations',
    dataset: corpus,
    n: records.length,
    counts,
    metrics,
    ci95: { ...mutableIntervals(intervals), caughtBy: mutableIntervals(caughtBy) },
    latencyMs: latencyOf(timed),
    config: {
      ...(await describeValidation(context, concurrency)),
      n,
      seed,
      documents,
      valueFromDocument: records.filter(({ valueFromDocument }) => valueFromDocument).length / records.length,
    },
  };
}

/** How many errors of each kind were caught, then how many true sentences were rejected. */
function renderPerturbationEvaluation(
  { dataset, n, counts, metrics, ci95, latencyMs }: PerturbationRun,
  colours: Colours,
): string {
  const kinds = ERROR_KINDS.map((kind) => [
    kind,
    String(counts[kind]),
    figureWithInterval(metrics.caughtBy[kind], ci95.caughtBy[kind]),
  ]);
  const rejected = [
    ['all', String(2 * n), figureWithInterval(metrics.falseRejection, ci95.falseRejection)],
    ['untouched', String(n), figureWithInterval(metrics.falseRejectionUntouched, ci95.falseRejectionUntouched)],
    ['reworded', String(n), figureWithInterval(metrics.falseRejectionReworded, ci95.falseRejectionReworded)],
    ['of these, by hand', '', figureWithInterval(metrics.falseRejectionHandWritten, ci95.falseRejectionHandWritten)],
  ];
  return [
    colours.bold(
      `${dataset}: ${n} planted errors, p50 ${milliseconds(latencyMs.p50)}, p95 ${milliseconds(latencyMs.p95)}`,
    ),
    '',
    ...renderTable([
      ['error', 'n', 'caught'],
      ...kinds,
      ['mean of the kinds', String(n), figureWithInterval(metrics.caught, ci95.caught)],
      ['reworded by hand', '', figureWithInterval(metrics.caughtInHandWritten, ci95.caughtInHandWritten)],
    ]),
    '',
    ...renderTable([['true sentences', 'n', 'rejected'], ...rejected]),
    '',
  ].join('\n');
}
