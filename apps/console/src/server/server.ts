import { ArbiterClient, ClientError } from '@arbiter/client';
import { QueryClient } from '@tanstack/react-query';

/** The server that the page came from. */
export const server = new ArbiterClient();

/** How long after a failure that may pass the server is asked again, in milliseconds. */
export const RECOVERY_MS = 5_000;

/** Data of the server on this page: fresh for half a minute, asked again when a request may succeed a moment later. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 3 && error instanceof ClientError && error.retryable,
      // A page recovers by itself after a restart of the server.
      refetchInterval: ({ state: { error } }) =>
        error instanceof ClientError && error.retryable ? RECOVERY_MS : false,
      refetchOnWindowFocus: false,
    },
  },
});
