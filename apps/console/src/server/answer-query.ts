import { asked } from './asked.js';

/** The record of an answer without the calls that were made for it. It never changes; it may be gone. */
export function answerQuery(answerId: string) {
  return { ...asked('getAnswer', { answerId, withoutFlight: true }), staleTime: Infinity };
}
