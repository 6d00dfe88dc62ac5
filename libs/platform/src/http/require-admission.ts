import type { RequestHandler, Response } from 'express';
import type { Authenticate } from './authenticate.js';
import { refuseForeignPages } from './refuse-foreign-pages.js';
import { sendProblem, toArbiterError } from './send-problem.js';

/**
 * Lets through whom `authenticate` lets through; where there is no key, only programs on this machine.
 * Comes before the body is read, so that a stranger cannot make the server read one.
 */
export function requireAdmission(authenticate: Authenticate | undefined): RequestHandler {
  return async (req, res, next) => {
    try {
      if (authenticate) res.locals.principal = await authenticate(req.headers);
      else refuseForeignPages(req);
    } catch (thrown) {
      sendProblem(res, toArbiterError(thrown));
      return;
    }
    next();
  };
}

/** Who asks, as `requireAdmission` found out; null when nobody is named. */
export function principalOf(res: Response): string | null {
  const principal: unknown = res.locals.principal;
  return typeof principal === 'string' ? principal : null;
}
