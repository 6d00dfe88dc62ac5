import { ClientError } from '@arbiter/client';
import type { ConsoleSession, ConsoleSignIn } from '@arbiter/contracts';
import { useQuery } from '@tanstack/react-query';
import { queries, server } from './server.js';

const PATH = '/v1/console/session';

async function send(method: 'GET' | 'POST' | 'DELETE', body?: ConsoleSignIn): Promise<Response> {
  const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${server.baseUrl}${PATH}`, { method, ...json }).catch((thrown: unknown) => {
    throw ClientError.fromFetch(thrown);
  });
  if (!response.ok) throw await ClientError.fromResponse(response);
  return response;
}

/** Who is at the page. */
export function useSession() {
  return useQuery({
    queryKey: ['session'],
    queryFn: async () => (await (await send('GET')).json()) as ConsoleSession,
  });
}

/**
 * The key goes into a cookie that no script can read; the page does not keep it.
 *
 * @throws ClientError UNAUTHENTICATED for a key that is none of the server's
 */
export async function signIn(key: string): Promise<void> {
  await send('POST', { key });
  await queries.resetQueries();
}

export async function signOut(): Promise<void> {
  await send('DELETE');
  await queries.resetQueries();
}
