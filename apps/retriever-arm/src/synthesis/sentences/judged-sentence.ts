import type { SentenceFeatures } from '@arbiter/confidence';
import type { AnswerSpan, ReadingVerdict } from '@arbiter/ports';
import type { CandidateSentence } from './candidate-sentences.js';

/** A sentence as it was read with the question. */
export interface JudgedSentence {
  readonly candidate: CandidateSentence;
  /** Probability that it is evidence for the answer, 0–1. */
  readonly probability: number;
  /** The words of it that answer, as offsets in its passage; null where no span of the passage lies in it. */
  readonly span: AnswerSpan | null;
  /** Of its passage; null where it was not read. */
  readonly verdict: ReadingVerdict | null;
  /** Features from which the probability is computed. */
  readonly features: SentenceFeatures;
}
