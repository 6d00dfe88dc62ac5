import { ArbiterError } from '@arbiter/contracts';
import { HAND_WRITTEN_RULE, type JudgedPerturbation, type PlantedSentence } from '@arbiter/evaluation';
import type { SupportChecker, SupportReading } from './check-support.js';
import { mapBounded } from './map-bounded.js';

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
  let settled = 0;
  return mapBounded(sentences, concurrency, async (sentence) => {
    const planted = await checkForm(sentence, 'planted', check);
    const reworded = await checkForm(sentence, 'reworded', check);
    const original = await checkForm(sentence, 'original', check);
    onSentence(++settled);
    return {
      ...sentence,
      handWritten: sentence.rules.includes(HAND_WRITTEN_RULE),
      accepted: { planted: planted.supported, reworded: reworded.supported, original: original.supported },
      scores: { planted: planted.score, reworded: reworded.score, original: original.score },
      latencies: [planted, reworded, original].map(({ latencyMs }) => latencyMs),
    };
  });
}

/** What is asked is what the document is about: it must not give away the sentence. */
function checkForm(sentence: PlantedSentence, form: Form, check: SupportChecker): Promise<SupportReading> {
  const { id, document, title, evidence } = sentence;
  const sources = evidence.map((content) => ({ document, title, content }));
  return check({ query: title, answer: sentence[form], sources }).catch((thrown: unknown) => {
    const { code, message, details } = ArbiterError.from(thrown);
    throw new ArbiterError(code, `Sentence ${id}, ${form}: ${message}`, { details, cause: thrown });
  });
}
