import type { IncomingHttpHeaders } from 'node:http';
import { ArbiterError, Principal } from '@arbiter/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { isLoopback, WAYS_TO_AUTHENTICATE } from './addresses.js';
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

/** Who calls, as `requireAdmission` found out; null where nobody has to say, or the key is the operator's own. */
export function principalOf(res: Response): Principal | null {
  const principal: unknown = res.locals.principal;
  return principal === undefined || principal === null ? null : Principal.parse(principal);
}

/**
 * Finds out who sends a request.
 *
 * @returns null for the operator's own key, which reaches everything
 * @throws ArbiterError UNAUTHENTICATED; FORBIDDEN for a token that gives no rights here; UNAVAILABLE when its issuer would have to
 *   be asked and does not answer
 */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<Principal | null> | Principal | null;

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
      `Without a key this server answers only to 127.0.0.1 and localhost: ${WAYS_TO_AUTHENTICATE}.`,
    );
  }
  const { origin } = req.headers;
  const isForeign = OTHER_SITES.has((req.headers['sec-fetch-site'] ?? '').toLowerCase());
  if (isForeign || (origin !== undefined && !isSameHost(origin, address.host))) {
    throw new ArbiterError(
      'FORBIDDEN',
      `Without a key this server does not answer pages of other sites: ${WAYS_TO_AUTHENTICATE}.`,
    );
  }
}

function isSameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
