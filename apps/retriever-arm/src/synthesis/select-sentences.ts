import type { CandidateSentence } from './candidate-sentences.js';
import type { AnswerShape } from './reading/sentence-reader.js';
import type { ScoredSentence } from './score-sentences.js';

/** Two sentences whose terms overlap this much (Jaccard) say the same. */
const SAME_STATEMENT = 0.7;
/** A sentence of whose terms another holds this share says nothing new beside it. */
const CONTAINED = 0.9;

/**
 * Picks the sentences of an answer: by turns the best one left for each part of the question, as long as it comes near
 * enough to that part's best and says something new.
 *
 * @param parts one scored list of the same candidates per part of the question
 * @param maxSentences upper bound over all parts
 * @returns in order of choice, best first
 */
export function selectSentences(
  parts: readonly (readonly ScoredSentence[])[],
  { sentences, floor }: AnswerShape,
  maxSentences: number,
): CandidateSentence[] {
  const wanted = Math.min(maxSentences, Math.max(sentences, parts.length));
  const queues = parts.map((part) => {
    const ranked = [...part].sort((a, b) => b.score - a.score || a.candidate.rank - b.candidate.rank);
    const best = ranked[0]?.score ?? 0;
    return ranked.filter(({ score }) => score > 0 && score >= floor * best);
  });

  const chosen: CandidateSentence[] = [];
  while (chosen.length < wanted && queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) {
      const next = takeFirstNew(queue, chosen);
      if (next && chosen.length < wanted) chosen.push(next);
    }
  }
  return chosen;
}

function takeFirstNew(queue: ScoredSentence[], chosen: readonly CandidateSentence[]): CandidateSentence | undefined {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { candidate } = next;
    if (!chosen.some((other) => saysNothingNew(candidate, other))) return candidate;
  }
  return undefined;
}

/** Whether `a` may be left out where `b` stands already. */
function saysNothingNew(a: CandidateSentence, b: CandidateSentence): boolean {
  if (a.passage.documentId === b.passage.documentId && a.start < b.end && b.start < a.end) return true;
  const shared = [...a.terms].filter((term) => b.terms.has(term)).length;
  const union = a.terms.size + b.terms.size - shared;
  return union > 0 && (shared / union >= SAME_STATEMENT || shared / a.terms.size >= CONTAINED);
}
