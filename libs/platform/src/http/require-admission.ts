import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ArbiterError } from '@arbiter/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { isLoopback } from './addresses.js';
import { FROM_ALLOWED_ORIGIN } from './response-headers.js';
import { sendProblem, toArbiterError } from './send-problem.js';

/** Fetch Metadata: a page of another site, and one of another port of this machine. */
const OTHER_SITES: ReadonlySet<string> = new Set(['cross-site', 'same-site']);

/**
 * Lets through whom `authenticate` lets through; where there is no key, only programs on this machine.
 * Comes before the body is read, so that a stranger cannot make the server read one.
 */
export function requireAdmission(authenticate: Authenticate | undefined): RequestHandler {
  return async (req, res, next) => {
    try {
      if (authenticate) res.locals.principal = await authenticate(req.headers);
      else if (res.locals[FROM_ALLOWED_ORIGIN] !== true) refuseForeignPages(req);
    } catch (thrown) {
      sendProblem(res, toArbiterError(thrown));
      return;
    }
    next();
  };
}

/** The caller's identity, as `requireAdmission` found it; null if there is none. */
export function principalOf(res: Response): string | null {
  const principal: unknown = res.locals.principal;
  return typeof principal === 'string' ? principal : null;
}

/**
 * Finds out who sends a request.
 *
 * @returns the principal; null when the caller is let in but not named
 * @throws ArbiterError UNAUTHENTICATED
 */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<string | null> | string | null;

/** Admits requests with the key, as `Authorization: Bearer <key>` or `x-api-key: <key>`. It names no caller. */
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

/**
 * Keeps web pages out of a door that has no key. Any page in a browser on this machine can send requests to a loopback
 * port, or reach it under a name of its own that resolves to 127.0.0.1 (DNS rebinding); neither says so in its address,
 * but the one shows in Origin or, where browsers leave that out (images, links), in Sec-Fetch-Site, and the other in Host.
 *
 * @throws ArbiterError FORBIDDEN
 */
function refuseForeignPages(req: Request): void {
  const host = req.headers.host ?? '';
  const address = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined;
  if (!address || !isLoopback(address.hostname)) {
    throw new ArbiterError(
      'FORBIDDEN',
      'Without a key this server answers only to 127.0.0.1 and localhost: set ARBITER_API_KEY.',
    );
  }
  const { origin } = req.headers;
  const isForeign = OTHER_SITES.has((req.headers['sec-fetch-site'] ?? '').toLowerCase());
  if (isForeign || (origin !== undefined && !isSameHost(origin, address.host))) {
    throw new ArbiterError(
      'FORBIDDEN',
      'Without a key this server does not answer pages of other sites: set ARBITER_API_KEY.',
    );
  }
}

function isSameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
