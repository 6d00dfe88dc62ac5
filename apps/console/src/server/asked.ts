import type { OperationKey, OutputOf, RequestOf } from '@arbiter/client';
import { server } from './server.js';

interface Asked<T> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>;
}

/** The query of what an operation answers, kept under its name and what it was asked. */
export function asked<K extends OperationKey>(operation: K, input: RequestOf<K>): Asked<OutputOf<K>> {
  return { queryKey: [operation, input], queryFn: ({ signal }) => server.call(operation, input, { signal }) };
}
