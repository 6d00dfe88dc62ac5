import type { IncomingHttpHeaders } from 'node:http';

/** The key or token that a request carries in its headers. */
export function credentialIn(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-api-key'];
  if (typeof own === 'string') return own;
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}
