import type { AttemptRecord } from '@arbiter/contracts';
import { confidenceOf, type Attempt } from '../attempt.js';

/** The attempts of one answer, for its record. */
export function recordAttempts(attempts: readonly Attempt[], best: Attempt): AttemptRecord[] {
  return attempts.map((attempt, index) => {
    const { change, synthesis, retrieved, validation } = attempt;
    return {
      number: index + 1,
      change: change && { instruction: change.instruction, detail: change.detail },
      answer: synthesis.text,
      passages: retrieved.passages.length,
      confidence: validation?.confidence ?? null,
      recommendation: validation?.recommendation ?? null,
      issues: validation?.issues ?? [],
      kept: attempt === best,
    };
  });
}

/**
 * How much surer the best attempt is than the first, 0–1; null when nothing was corrected, or nothing was judged. An
 * attempt without passages counts 0.
 */
export function confidenceGain(attempts: readonly Attempt[], best: Attempt): number | null {
  const [first] = attempts;
  const isJudged = attempts.some(({ validation }) => validation !== null);
  return first && attempts.length > 1 && isJudged ? Math.max(0, confidenceOf(best) - confidenceOf(first)) : null;
}
