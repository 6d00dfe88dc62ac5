import { isSuperseded } from '@arbiter/composition';
import { estimateSentence, logitOf, type SentenceFeatures } from '@arbiter/confidence';
import type { AnswerSpan, PassageReading, ReadingVerdict } from '@arbiter/ports';
import type { CandidateSentence } from '../candidate-sentences.js';
import { scoreByWords } from '../score-sentences.js';

/** A sentence as it was read with the question. */
export interface JudgedSentence {
  readonly candidate: CandidateSentence;
  /** Probability that it is evidence for the answer, 0–1. */
  readonly probability: number;
  /** The words of it that answer, as offsets in its passage; null where no span of the passage lies in it. */
  readonly span: AnswerSpan | null;
  /** Of its passage; null where it was not read. */
  readonly verdict: ReadingVerdict | null;
  /** What the probability is made of. */
  readonly features: SentenceFeatures;
}

/** What is left of the probability of a sentence that tells what held once, where it is asked what holds, 0–1. */
const SUPERSEDED = 0.2;

/**
 * How likely each sentence answers the question, by what the reader says of its passage, by the words that it shares with
 * the question, and by how search ranked it.
 *
 * @param readings one per rank; null where the reader was away: words and rank then decide alone
 * @returns in the order of the candidates
 */
export function judgeSentences(
  question: string,
  candidates: readonly CandidateSentence[],
  readings: readonly (PassageReading | null)[] | null,
): JudgedSentence[] {
  const byWords = scoreByWords(question, candidates);
  return candidates.map((candidate, index) => {
    const { passage, rank, start, end, isDangling } = candidate;
    const reading = readings?.[rank] ?? null;
    const from = start - passage.start;
    const to = end - passage.start;
    const spans = (reading?.spans ?? []).filter((span) => span.start < to && from < span.end);
    const [span = null] = [...spans].sort((a, b) => b.score - a.score);
    const features: SentenceFeatures = {
      span: span?.score ?? null,
      passage: reading && logitOf(1 - reading.verdict.none),
      holdsBest: span !== null && span.score === reading?.spans[0]?.score,
      words: byWords[index]?.score ?? 0,
      rank,
      relevance: passage.score,
      isDangling,
      length: end - start,
    };
    // Packs hold too few of these to fit a weight.
    const holds = isSuperseded(question, candidate.text) ? SUPERSEDED : 1;
    return {
      candidate,
      probability: holds * estimateSentence(features),
      span,
      verdict: reading?.verdict ?? null,
      features,
    };
  });
}

/** The sentences of a question as they were judged, for those who fit the model. */
export interface SeenSentences {
  readonly query: string;
  readonly sentences: readonly JudgedSentence[];
}
export type OnSentencesJudged = (seen: SeenSentences) => void;
