import { ClientError } from '@arbiter/client';
import type { ConsoleSession } from '@arbiter/contracts';
import { useQuery } from '@tanstack/react-query';
import { queries } from './server.js';
import { clearTabMemory } from './tab-memory.js';

const PATH = '/v1/console/session';
const KEY = ['console-session'];

async function askSession(request: RequestInit = {}): Promise<ConsoleSession> {
  const response = await fetch(PATH, request).catch((thrown: unknown) => {
    throw ClientError.fromFetch(thrown);
  });
  if (!response.ok) throw await ClientError.fromResponse(response);
  return (await response.json()) as ConsoleSession;
}

export function useConsoleSession() {
  return useQuery({ queryKey: KEY, queryFn: () => askSession(), staleTime: 5 * 60_000, retry: 2 });
}

const ROLES = ['monitor', 'reader', 'editor', 'admin'] as const satisfies readonly ConsoleSession['role'][];

/** Whether who is at the page has a role. What the server would refuse anyway is left out of the page. */
export function useMay(role: (typeof ROLES)[number]): boolean {
  const own = useConsoleSession().data?.role;
  return own != null && ROLES.indexOf(own) >= ROLES.indexOf(role);
}

/** @returns the address of links that other people open, without a slash at its end */
export function usePublicUrl(): string {
  return useConsoleSession().data?.publicUrl ?? location.origin;
}

/** @throws ClientError that says why nobody was let in */
export async function signIn(key: string): Promise<void> {
  const body = JSON.stringify({ key });
  const headers = { 'content-type': 'application/json' };
  queries.setQueryData(KEY, await askSession({ method: 'POST', headers, body }));
  // What was refused to nobody may be answered now.
  await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] });
}

export async function signOut(): Promise<void> {
  await fetch(PATH, { method: 'DELETE' }).catch(() => undefined);
  // Nothing that was read with the key stays in this page.
  clearTabMemory();
  location.assign('/');
}

/** Asks anew who is at the page when a request was refused: its key may have ended. */
export function noticeRefusal(error: unknown): void {
  if (error instanceof ClientError && [401, 403].includes(error.status))
    void queries.invalidateQueries({ queryKey: KEY });
}
queries.getQueryCache().config.onError = noticeRefusal;
queries.getMutationCache().config.onError = noticeRefusal;
