import {
  Latency,
  mapBounded,
  Share,
  ShareInterval,
  ValidationSurroundings,
  type SupportChecker,
  naming,
  type SupportReading,
} from '@arbiter/cli';
import { z } from 'zod';
import { ERROR_KINDS } from '../planting/errors/error-planter.js';
import { HAND_WRITTEN_RULE, type PlantedSentence } from '../planting/plant-errors.js';
import type { JudgedPerturbation } from './summarise-perturbations.js';

const Kind = z.enum(ERROR_KINDS);

function figures<T extends z.ZodType>(value: T) {
  return z.object({
    caught: value,
    caughtBy: z.record(Kind, value),
    caughtInHandWritten: value,
    falseRejection: value,
    falseRejectionUntouched: value,
    falseRejectionReworded: value,
    falseRejectionHandWritten: value,
  });
}

/** Output of `arbiter eval perturbations --json`. */
export const PerturbationRun = z.object({
  command: z.literal('eval perturbations'),
  /** Folder of the documents, as it was named on the command line. */
  dataset: z.string(),
  /** Planted errors; as many reworded and as many untouched true sentences were checked. */
  n: z.int().min(1),
  counts: z.record(Kind, z.int()),
  metrics: figures(Share),
  ci95: figures(ShareInterval),
  /** Of a check, whatever the sentence. */
  latencyMs: Latency,
  config: ValidationSurroundings.extend({
    /** Errors that were asked for: fewer are planted where the documents offer no more. */
    n: z.int(),
    seed: z.int(),
    documents: z.int(),
    /** Share of the errors whose wrong value stands in the evidence. */
    valueFromDocument: z.number(),
  }),
});
export type PerturbationRun = z.output<typeof PerturbationRun>;

/** The three forms in which a sentence is checked. */
export const FORMS = ['planted', 'reworded', 'original'] as const;
export type Form = (typeof FORMS)[number];

/** A planted sentence with what came of it: a line of the file that `--out` writes. */
export interface PerturbationRecord extends PlantedSentence, JudgedPerturbation {
  readonly scores: Readonly<Record<Form, number>>;
  /** Milliseconds of each check. */
  readonly latencies: readonly number[];
}

export interface PerturbationPlan {
  readonly concurrency: number;
  /** Told after each sentence. */
  readonly onSentence: (settled: number) => void;
}

/**
 * Checks every planted error and its two true counterparts against the same evidence.
 *
 * @throws ArbiterError of the operation, naming the sentence
 */
export async function measurePerturbations(
  sentences: readonly PlantedSentence[],
  check: SupportChecker,
  { concurrency, onSentence }: PerturbationPlan,
): Promise<PerturbationRecord[]> {
  const checkAll = async (sentence: PlantedSentence): Promise<PerturbationRecord> => {
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
  };
  return mapBounded(sentences, concurrency, checkAll, onSentence);
}

/** The title of the document is the query: the query must not give away the sentence. */
function checkForm(sentence: PlantedSentence, form: Form, check: SupportChecker): Promise<SupportReading> {
  const { id, document, title, evidence } = sentence;
  const sources = evidence.map((content) => ({ document, title, content }));
  return check({ query: title, answer: sentence[form], sources }).catch(naming(`Sentence ${id}, ${form}`));
}
