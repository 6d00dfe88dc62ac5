import { queryOptions } from '@tanstack/react-query';
import { server } from './server.js';

/** The record of an answer without the calls that were made for it. It never changes; it may be gone. */
export function answerQuery(answerId: string) {
  return queryOptions({
    queryKey: ['answer', answerId],
    queryFn: ({ signal }) => server.call('getAnswer', { answerId, withoutFlight: true }, { signal }),
    staleTime: Infinity,
  });
}
