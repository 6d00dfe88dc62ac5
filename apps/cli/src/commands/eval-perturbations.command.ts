import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { plantErrors, seededRandom, summarisePerturbations, type PlantedSentence } from '@arbiter/evaluation';
import { printResult, type CommandContext } from '../command.context.js';
import { latencyOf, mutableIntervals } from '../evaluation/measure-grounding.js';
import { measurePerturbations, type PerturbationRecord } from '../evaluation/measure-perturbations.js';
import { withOwnStore } from '../evaluation/own-store.js';
import type { PerturbationRun } from '../evaluation/perturbation-run.js';
import { readDocuments } from '../evaluation/read-documents.js';
import { describeValidation, EVALUATION_SEED, withSupportChecker } from '../evaluation/validation-run.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { renderPerturbationEvaluation } from '../render/render-perturbation-evaluation.js';
import { parseCount } from './parse-count.js';
import { examples, type Register } from './register.js';

export interface EvalPerturbationsRequest {
  /** Folder of documents. */
  readonly corpus: string;
  readonly n: number;
  readonly seed: number;
  readonly concurrency: number;
  /** File to write one JSON line per sentence to. */
  readonly out: string | null;
  /** Whether the sentences are only written, and none is checked. */
  readonly plantOnly: boolean;
}

interface PerturbationOptions extends Omit<EvalPerturbationsRequest, 'out' | 'plantOnly'> {
  readonly out?: string;
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
    .action(({ out, plantOnly = false, ...options }: PerturbationOptions) =>
      execute((context) => evalPerturbations({ ...options, out: out ?? null, plantOnly }, context)),
    );
};

export async function evalPerturbations(request: EvalPerturbationsRequest, context: CommandContext): Promise<ExitCode> {
  const own = withOwnStore(context);
  const { cwd } = context;
  const documents = await readDocuments(resolve(cwd, request.corpus));
  const sentences = plantErrors(documents, request.n, seededRandom(request.seed));
  if (sentences.length === 0) {
    throw new ArbiterError('INVALID_REQUEST', `${request.corpus} holds no sentence that an error could be planted in.`);
  }
  if (request.plantOnly) return writePlanted(request, sentences, context);
  const records = await withSupportChecker(own, 'sentences', (check, show) =>
    measurePerturbations(sentences, check, {
      concurrency: request.concurrency,
      onSentence: (settled) => show('checking', settled, sentences.length),
    }),
  );
  if (request.out !== null) await writeLines(resolve(cwd, request.out), records);
  const run = await summarise(request, records, documents.length, context);
  printResult(context, run, () => renderPerturbationEvaluation(run, context.terminal.outColours));
  return EXIT.ok;
}

async function writePlanted(
  { out, corpus }: EvalPerturbationsRequest,
  sentences: readonly PlantedSentence[],
  context: CommandContext,
): Promise<ExitCode> {
  if (out === null) throw new ArbiterError('INVALID_REQUEST', '--plant-only writes to a file: say which with --out.');
  await writeLines(resolve(context.cwd, out), sentences);
  const result = { command: 'eval perturbations', dataset: corpus, planted: sentences.length, out };
  printResult(context, result, () => `Written: ${sentences.length} sentences to ${out}\n`);
  return EXIT.ok;
}

async function summarise(
  { corpus, n, seed, concurrency }: EvalPerturbationsRequest,
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

async function writeLines(file: string, values: readonly object[]): Promise<void> {
  await writeFile(file, values.map((value) => `${JSON.stringify(value)}\n`).join(''));
}
