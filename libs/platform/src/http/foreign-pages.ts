import { ArbiterError } from '@arbiter/contracts';
import type { Request } from 'express';
import { isLoopback, WAYS_TO_AUTHENTICATE } from './addresses.js';

/** Fetch Metadata: a page of another site, and one of another port of this machine. */
const OTHER_SITES: ReadonlySet<string> = new Set(['cross-site', 'same-site']);

/** Whether a browser says that a page of another site or port made a request. */
export function isOfOtherSite(req: Request): boolean {
  return OTHER_SITES.has((req.headers['sec-fetch-site'] ?? '').toLowerCase());
}

/**
 * Keeps web pages out of a door that has no key. Any page in a browser on this machine can send requests to a loopback
 * port, or reach it under a name of its own that resolves to 127.0.0.1 (DNS rebinding); neither says so in its address,
 * but the one shows in Origin or, where browsers leave that out (images, links), in Sec-Fetch-Site, and the other in Host.
 *
 * @throws ArbiterError FORBIDDEN
 */
export function refuseForeignPages(req: Request): void {
  const host = req.headers.host ?? '';
  const address = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined;
  if (!address || !isLoopback(address.hostname)) {
    throw new ArbiterError(
      'FORBIDDEN',
      `Without a key this server answers only to 127.0.0.1 and localhost: ${WAYS_TO_AUTHENTICATE}.`,
    );
  }
  const { origin } = req.headers;
  if (isOfOtherSite(req) || (origin !== undefined && !isSameHost(origin, address.host))) {
    throw new ArbiterError(
      'FORBIDDEN',
      `Without a key this server does not answer pages of other sites: ${WAYS_TO_AUTHENTICATE}.`,
    );
  }
}

function isSameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
