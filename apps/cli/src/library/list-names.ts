import { listCollections, listDomains, listSessions } from '@arbiter/contracts';
import type { OperationCaller } from './library.js';

/** What a library has names of. */
export type NamedKind = 'domain' | 'collection' | 'session';

/** Largest page of sessions that a server gives. */
const SESSIONS = 100;

/** Names that may be typed; of sessions the ids of the last ones. */
export async function listNames(library: OperationCaller, kind: NamedKind, signal: AbortSignal): Promise<string[]> {
  switch (kind) {
    case 'domain':
      return (await library.request(listDomains, {}, { signal })).domains.map(({ domain }) => domain);
    case 'collection':
      return (await library.request(listCollections, {}, { signal })).collections.map(({ manifest }) => manifest.name);
    case 'session':
      return (await library.request(listSessions, { limit: SESSIONS }, { signal })).sessions.map(({ id }) => id);
  }
}
