import { asked } from './asked.js';

/** The record of an answer, with or without the calls that were made for it. It never changes; it may be gone. */
export function answerQuery(answerId: string, withoutFlight = true) {
  return { ...asked('getAnswer', { answerId, withoutFlight }), staleTime: Infinity };
}
