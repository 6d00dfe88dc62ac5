import type { IncomingHttpHeaders } from 'node:http';
import { Principal } from '@arbiter/contracts';
import type { Request, RequestHandler, Response, Router } from 'express';
import { refuseForeignPages } from './foreign-pages.js';
import { FROM_ALLOWED_ORIGIN } from './response-headers.js';
import { sendProblem, toArbiterError } from './send-problem.js';

export interface Admission {
  /** Absent: there is no key, and only programs on this machine are let through. */
  readonly authenticate: Authenticate | undefined;
  /** By which a browser may show credentials; absent: it has to send them itself. */
  readonly sessions?: PageSessions | undefined;
}

/** Sessions of browsers, as a door needs them. */
export interface PageSessions {
  /** The headers with the credentials of the session, if the request has one. @throws ArbiterError UNAUTHENTICATED, FORBIDDEN */
  headersOf(req: Request): Promise<IncomingHttpHeaders>;
  /** Serves signing in and out to whom nobody has let in yet. */
  routes(admission: Admission): Router;
}

/**
 * Lets through whom `authenticate` lets through; where there is no key, only programs on this machine.
 * Comes before the body is read, so that a stranger cannot make the server read one.
 *
 * @param opensToSessions which paths a session opens
 */
export function requireAdmission(
  { authenticate, sessions }: Admission,
  opensToSessions: (path: string) => boolean,
): RequestHandler {
  return async (req, res, next) => {
    try {
      await admit(req, res, { authenticate, sessions: opensToSessions(req.path) ? sessions : undefined });
    } catch (thrown) {
      sendProblem(res, toArbiterError(thrown));
      return;
    }
    next();
  };
}

/** @throws ArbiterError as `authenticate` does, and FORBIDDEN for pages that may not ask */
export async function admit(req: Request, res: Response, { authenticate, sessions }: Admission): Promise<void> {
  if (authenticate) res.locals.principal = await authenticate((await sessions?.headersOf(req)) ?? req.headers);
  else if (res.locals[FROM_ALLOWED_ORIGIN] !== true) refuseForeignPages(req);
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
