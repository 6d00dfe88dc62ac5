import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ArbiterError } from '@arbiter/contracts';

/**
 * Finds out who sends a request.
 *
 * @returns the principal; null when the caller is let in but not named
 * @throws ArbiterError UNAUTHENTICATED
 */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<string | null> | string | null;

/** Lets in whoever sends the key, as `Authorization: Bearer <key>` or `x-api-key: <key>`. It names nobody. */
export function apiKeyAuthentication(key: string): Authenticate {
  const expected = digest(key);
  return (headers) => {
    const given = keyIn(headers);
    // Digests are of one length, so that neither the length nor the first wrong character shows in the time taken.
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return null;
    throw new ArbiterError(
      'UNAUTHENTICATED',
      given === undefined
        ? 'Send the key of this server as "Authorization: Bearer <key>" or "x-api-key: <key>".'
        : 'This is not the key of this server.',
    );
  };
}

function keyIn(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-api-key'];
  if (typeof own === 'string') return own;
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
