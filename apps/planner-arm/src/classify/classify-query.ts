import { QUESTION_TYPES, type Classification, type QuestionType } from '@arbiter/contracts';
import { CUES } from './cues.js';

/** What a simple lookup starts with, so that one weak cue does not outweigh the commonest kind. */
const LOOKUP_PRIOR = 1.5;

/**
 * Says which kind a question is of, from its turns of phrase alone.
 *
 * @returns `confidence` is the softmax share of the winning kind, 0–1
 */
export function classifyQuery(query: string): Classification {
  const scores = new Map<QuestionType, number>(
    QUESTION_TYPES.map((type) => [type, type === 'simple_lookup' ? LOOKUP_PRIOR : 0]),
  );
  const reasons = new Map<QuestionType, string[]>();
  for (const { type, weight, pattern, reason } of CUES) {
    if (!pattern.test(query)) continue;
    scores.set(type, (scores.get(type) ?? 0) + weight);
    reasons.set(type, [...(reasons.get(type) ?? []), reason]);
  }
  // Ties go to the kind that the list names first: the simpler plan.
  const [queryType, score] = [...scores].reduce((best, next) => (next[1] > best[1] ? next : best));
  const total = [...scores.values()].reduce((sum, value) => sum + Math.exp(value), 0);
  return {
    queryType,
    confidence: Math.exp(score) / total,
    reasons: reasons.get(queryType) ?? ['no sign of anything but a lookup'],
  };
}
