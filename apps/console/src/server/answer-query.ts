import { asked } from './asked.js';

/** The record of an answer, with or without the calls that were made for it. It loses what was deleted since. */
export function answerQuery(answerId: string, withoutFlight = true) {
  return { ...asked('getAnswer', { answerId, withoutFlight }), staleTime: 0, refetchOnWindowFocus: true };
}
