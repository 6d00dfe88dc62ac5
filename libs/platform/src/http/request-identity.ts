import { HTTP_HEADERS } from '@arbiter/contracts';
import type { Request, RequestHandler, Response } from 'express';

const REQUEST_ID = /^[A-Za-z0-9_-]{1,128}$/;
/** W3C Trace Context, version 00; ids of zeros only are invalid there. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Gives every request its id: the caller's own where it is one (1–128 letters, digits, "_" or "-"), else a new one.
 * Anything else is replaced and not refused, since ids also end up in logs and subjects.
 */
export function identifyRequests(newRequestId: () => string): RequestHandler {
  return (req, res, next) => {
    const given = req.get(HTTP_HEADERS.requestId);
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : newRequestId();
    res.locals.requestId = requestId;
    res.setHeader(HTTP_HEADERS.requestId, requestId);
    next();
  };
}

/** The id of the request that a response answers; empty before `identifyRequests` has run. */
export function requestIdOf(res: Response): string {
  const id: unknown = res.locals.requestId;
  return typeof id === 'string' ? id : '';
}

/** The caller's trace context, where it is valid; the specification has an invalid one ignored. */
export function traceparentOf(req: Request): string | undefined {
  const given = req.get('traceparent');
  return given !== undefined && TRACEPARENT.test(given) ? given : undefined;
}
