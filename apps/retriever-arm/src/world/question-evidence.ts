import { passageOf, type Passage, type SearchResult } from '@arbiter/contracts';
import type { EvidenceSentence } from '@arbiter/knowledge-graph';
import type { TimeBudget } from '../calls/time-budget.js';
import { candidateSentences } from '../synthesis/sentences/candidate-sentences.js';
import { judgeSentences } from '../synthesis/sentences/judge-sentences.js';
import type { QuestionReader } from '../synthesis/sentences/question-reader.js';

/** Passages that are read with a question, as in a synthesis. */
const READ_PASSAGES = 12;

export interface EvidenceCall {
  readonly signal: AbortSignal;
  readonly time: TimeBudget;
}

/**
 * Judges the sentences of passages with a question, as a synthesis does.
 *
 * @param reader null: words and rank alone judge
 */
export async function readEvidence(
  question: string,
  results: readonly SearchResult[],
  reader: QuestionReader | null,
  call: EvidenceCall,
): Promise<EvidenceSentence[]> {
  const passages: readonly Passage[] = results.map(passageOf);
  const sentences = candidateSentences(passages);
  const readings = (await reader?.read(question, passages.slice(0, READ_PASSAGES), call)) ?? null;
  return judgeSentences(question, sentences, readings).map(({ candidate, probability, span }) => ({
    documentId: candidate.passage.documentId,
    start: candidate.start,
    end: candidate.end,
    text: candidate.text,
    probability,
    span: span && {
      start: candidate.passage.start + span.start,
      end: candidate.passage.start + span.end,
      // The score is a log odds against "no answer".
      probability: 1 / (1 + Math.exp(-span.score)),
    },
  }));
}
