import { agenticSearch, query, type AnyOperation } from '@arbiter/contracts';
import type { LimitsOf } from '@arbiter/messaging';

const QUESTIONS: readonly AnyOperation['name'][] = [query.name, agenticSearch.name];

/** Far more than can be answered within a deadline: who would wait past his is refused before the queue is full. */
const WAITING = 512;

/**
 * Answers few questions at a time: more of them side by side are no more answers a second, each of them only takes longer,
 * and in the end all of them longer than they may.
 *
 * @param running questions that are answered at once, ≥ 1; what asks nothing of the arms is not bounded by it
 */
export function limitQuestions(running: number): LimitsOf {
  return ({ name }) => (QUESTIONS.includes(name) ? { running, waiting: WAITING } : {});
}
