import { agenticSearch, query, type AnyOperation } from '@arbiter/contracts';
import type { LimitsOf } from '@arbiter/messaging';

const QUESTIONS: readonly AnyOperation['name'][] = [query.name, agenticSearch.name];

/** Far more than can be answered within a deadline: who would wait past his is refused before the queue is full. */
const WAITING = 512;

/**
 * Answers few questions at a time. More concurrent questions do not raise the throughput: each only takes longer, and in
 * the end all of them exceed their time limit.
 *
 * @param running questions answered at once, ≥ 1; operations that call no arm are not limited
 */
export function limitQuestions(running: number): LimitsOf {
  return ({ name }) => (QUESTIONS.includes(name) ? { running, waiting: WAITING } : {});
}
