import { resolve } from 'node:path';
import {
  armSettings,
  CHECKING_STORE,
  defineEvaluation,
  EXIT,
  figureWithInterval,
  latencyOf,
  parseCount,
  printResult,
  readDocuments,
  withOwnStore,
  withSupportChecker,
  writeRecords,
  type EvaluationContext,
  type RunOf,
  type SupportChecker,
  type SupportReading,
} from '@arbiter/cli';
import { ArbiterError } from '@arbiter/contracts';
import { seededRandom } from '@arbiter/evaluation';
import { ERROR_KINDS } from '../planting/errors/error-planter.js';
import { HAND_WRITTEN_RULE, plantErrors, type PlantedSentence } from '../planting/plant-errors.js';
import {
  summarisePerturbations,
  type JudgedPerturbation,
  type PerturbationSummary,
} from './summarise-perturbations.js';

interface Options {
  /** Folder of documents. */
  readonly corpus: string;
  readonly n: number;
  readonly seed: number;
  readonly concurrency: number;
  /** Whether the sentences are only written, and none is checked. */
  readonly plantOnly?: boolean;
  readonly out?: string;
}

/** Output of `arbiter eval perturbations --json`. */
export type PerturbationRun = RunOf<typeof measurePerturbations>;

export const registerEvalPerturbations = defineEvaluation({
  name: 'perturbations',
  summary: 'measure whether planted errors are caught',
  description:
    'Take sentences from documents, reword them, plant one error in each (a number, unit, date or name, two exchanged roles, a ' +
    'negation, a comparative), and ask the validator about all three forms with their passages as sources. Counted are ' +
    'the errors that are caught, and the true sentences that are rejected.',
  options: (command) =>
    command
      .requiredOption('--corpus <folder>', 'Markdown or plain text')
      .option('--n <n>', 'errors to plant, the same number of each kind', parseCount, 1_000)
      .option('--seed <n>', 'which sentences, rewordings and errors: the same seed gives the same', parseCount, 1)
      .option('--plant-only', 'write the sentences to --out and check none'),
  units: 'sentences',
  record: 'sentence',
  isConcurrent: true,
  examples: [
    ['arbiter eval perturbations --corpus ./documents --n 200', 'your own documents'],
    ['arbiter eval perturbations --corpus ./documents --plant-only --out planted.jsonl', 'to read what is planted'],
  ],
  measure: measurePerturbations,
});

/** Checks every planted error and its two true counterparts against the same evidence. */
async function measurePerturbations(options: Options, context: EvaluationContext) {
  const { corpus, n, seed, concurrency, out, plantOnly = false } = options;
  const documents = await readDocuments(resolve(context.cwd, corpus));
  const sentences = plantErrors(documents, n, seededRandom(seed));
  if (sentences.length === 0) {
    throw new ArbiterError('INVALID_REQUEST', `${corpus} holds no sentence that an error could be planted in.`);
  }
  if (plantOnly) {
    if (out === undefined) {
      throw new ArbiterError('INVALID_REQUEST', '--plant-only writes to a file: say which with --out.');
    }
    await writeRecords(resolve(context.cwd, out), sentences);
    const result = { command: 'eval perturbations', dataset: corpus, planted: sentences.length, out };
    printResult(context, result, () => `Written: ${sentences.length} sentences to ${out}\n`);
    return EXIT.ok;
  }
  const records = await withSupportChecker(withOwnStore(context, CHECKING_STORE), (check) =>
    context.each(sentences, (sentence) => checkAll(sentence, check), {
      verb: 'checking',
      nameOf: ({ id }) => `Sentence ${id}`,
    }),
  );
  const summary = summarisePerturbations(records, context.random());
  const timed = records.flatMap(({ latencies }) => latencies.map((latencyMs) => ({ latencyMs })));
  return {
    dataset: corpus,
    records,
    /** Of planted errors; as many reworded and as many untouched true sentences were checked. */
    figures: { ...summary, latencyMs: latencyOf(timed) },
    config: {
      validator: await armSettings('validator', context),
      concurrency,
      n,
      seed,
      documents: documents.length,
      /** Share of the errors whose wrong value stands in the evidence. */
      valueFromDocument: records.filter(({ valueFromDocument }) => valueFromDocument).length / records.length,
    },
    headline: `${corpus}: ${summary.n} planted errors`,
    tables: tablesOf(summary),
  };
}

/** How many errors of each kind were caught, then how many true sentences were rejected. */
function tablesOf({ n, counts, metrics, ci95 }: PerturbationSummary) {
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
    [
      ['error', 'n', 'caught'],
      ...kinds,
      ['mean of the kinds', String(n), figureWithInterval(metrics.caught, ci95.caught)],
      ['reworded by hand', '', figureWithInterval(metrics.caughtInHandWritten, ci95.caughtInHandWritten)],
    ],
    [['true sentences', 'n', 'rejected'], ...rejected],
  ];
}

/** The three forms in which a sentence is checked. */
const FORMS = ['planted', 'reworded', 'original'] as const;
type Form = (typeof FORMS)[number];

/** A planted sentence with what came of it: a line of the file that `--out` writes. */
interface PerturbationRecord extends PlantedSentence, JudgedPerturbation {
  readonly scores: Readonly<Record<Form, number>>;
  /** Milliseconds of each check. */
  readonly latencies: readonly number[];
}

async function checkAll(sentence: PlantedSentence, check: SupportChecker): Promise<PerturbationRecord> {
  const planted = await checkForm(sentence, 'planted', check);
  const reworded = await checkForm(sentence, 'reworded', check);
  const original = await checkForm(sentence, 'original', check);
  return {
    ...sentence,
    handWritten: sentence.rules.includes(HAND_WRITTEN_RULE),
    accepted: { planted: planted.supported, reworded: reworded.supported, original: original.supported },
    scores: { planted: planted.score, reworded: reworded.score, original: original.score },
    latencies: [planted, reworded, original].map(({ latencyMs }) => latencyMs),
  };
}

/** The title of the document is the query: the query must not give away the sentence. */
function checkForm(sentence: PlantedSentence, form: Form, check: SupportChecker): Promise<SupportReading> {
  const { document, title, evidence } = sentence;
  const sources = evidence.map((content) => ({ document, title, content }));
  return check({ query: title, answer: sentence[form], sources });
}
