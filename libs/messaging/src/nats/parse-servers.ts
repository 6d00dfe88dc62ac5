import { ArbiterError } from '@arbiter/contracts';

export interface NatsServers {
  /** `host:port` of each. */
  readonly servers: string[];
  /** For messages and logs: the URLs without credentials. */
  readonly display: string;
  /** Whether one of them is `tls://`: then no connection is made without. */
  readonly secure: boolean;
  readonly credentials: { readonly user: string; readonly pass: string } | { readonly token: string } | undefined;
}

const DEFAULT_PORT = '4222';

/**
 * Reads a NATS URL, or several separated by commas. The `nats` client takes credentials as options only, so they are
 * taken out of the first URL that has some: `user:password@` or `token@`.
 *
 * @throws ArbiterError INVALID_REQUEST, which repeats nothing of the text, since it may hold a password
 */
export function parseServers(text: string): NatsServers {
  const urls = text.split(',').map((part) => parseUrl(part.trim()));
  const servers = urls.map(({ hostname, port }) => `${hostname}:${port || DEFAULT_PORT}`);
  const owner = urls.find(({ username }) => username !== '');
  return {
    servers,
    display: servers.map((server, i) => `${urls[i]?.protocol ?? 'nats:'}//${server}`).join(','),
    secure: urls.some(({ protocol }) => protocol === 'tls:'),
    credentials: credentialsOf(owner),
  };
}

function parseUrl(text: string): URL {
  const full = text.includes('://') ? text : `nats://${text}`;
  const url = URL.canParse(full) ? new URL(full) : null;
  if (!url?.hostname || !['nats:', 'tls:'].includes(url.protocol)) {
    throw new ArbiterError('INVALID_REQUEST', 'A NATS URL has the form nats://[user:password@]host:port.');
  }
  return url;
}

function credentialsOf(url: URL | undefined): NatsServers['credentials'] {
  if (!url) return undefined;
  const user = decodeURIComponent(url.username);
  return url.password === '' ? { token: user } : { user, pass: decodeURIComponent(url.password) };
}
