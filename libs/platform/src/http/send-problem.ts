import { ArbiterError, HTTP_HEADERS, PROBLEM_MEDIA_TYPE, problemOf } from '@arbiter/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { RefusedCredentials } from './refused-credentials.js';

const REQUEST_ID = /^[A-Za-z0-9_-]{1,128}$/;
/** W3C Trace Context, version 00; ids of zeros only are invalid there. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Seconds after which a retry makes sense, where the error does not say. */
const RETRY_AFTER_S = 1;

/** An INVALID_REQUEST for which HTTP has a finer status than 400. */
export class HttpRequestError extends ArbiterError {
  constructor(
    private readonly httpStatus: 405 | 415 | 416,
    message: string,
    /** Headers that the status calls for, such as Allow. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super('INVALID_REQUEST', message);
  }

  override get status(): number {
    return this.httpStatus;
  }
}

/** A request that is refused at the door, in the form in which the dispatcher refuses one. */
export function invalidField(path: string, message: string): ArbiterError {
  const where = path === '' ? 'the input' : `"${path}"`;
  return new ArbiterError('INVALID_REQUEST', `Invalid request: ${where}: ${message}`, {
    details: { issues: [{ path, message }] },
  });
}

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

/** The body in which another protocol tells an error. */
export type ErrorBody = (error: ArbiterError) => object;

/** Has errors of some addresses told as another protocol tells them, whatever part of the door finds them. */
export function tellErrorsAs(errorBodyOf: (path: string) => ErrorBody | undefined): RequestHandler {
  return (req, res, next) => {
    res.locals.errorBody = errorBodyOf(req.path);
    next();
  };
}

/** Answers with a problem (RFC 9457), or in the form of the protocol that the address belongs to. `details.retryAfterMs` of a retryable error becomes Retry-After, in whole seconds. */
export function sendProblem(res: Response, error: ArbiterError): void {
  if (error.code === 'UNAUTHENTICATED') {
    // Without an error where nothing was sent (RFC 6750, 3.1): a client may not even know that it has to.
    const challenge = error instanceof RefusedCredentials ? error.challenge : 'Bearer realm="arbiter"';
    res.setHeader('WWW-Authenticate', challenge);
  }
  if (error.retryable) {
    const { retryAfterMs } = error.details;
    res.setHeader(
      'Retry-After',
      typeof retryAfterMs === 'number' ? Math.max(1, Math.ceil(retryAfterMs / 1_000)) : RETRY_AFTER_S,
    );
  }
  if (error instanceof HttpRequestError) {
    for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
  }
  const bodyOf = res.locals.errorBody as ErrorBody | undefined;
  res.status(error.status).setHeader('Content-Type', bodyOf ? 'application/json' : PROBLEM_MEDIA_TYPE);
  // As bytes: to a string Express adds a charset, which the media type of problems does not have.
  res.send(Buffer.from(JSON.stringify(bodyOf ? bodyOf(error) : problemOf(error, requestIdOf(res)))));
}

/**
 * What a request failed with, as one of ours. Errors of Express and its parts carry a 4xx status (a path with broken
 * percent-encoding, say); their messages are not repeated.
 */
export function toArbiterError(thrown: unknown): ArbiterError {
  if (thrown instanceof ArbiterError) return thrown;
  const status = statusOf(thrown);
  if (status === 404) return new ArbiterError('NOT_FOUND', 'There is nothing at this address.', { cause: thrown });
  if (status === 413) return new ArbiterError('PAYLOAD_TOO_LARGE', 'The request is too large.', { cause: thrown });
  if (status !== undefined && status >= 400 && status < 500) {
    return new ArbiterError('INVALID_REQUEST', 'The request is malformed.', { cause: thrown });
  }
  return ArbiterError.from(thrown);
}

function statusOf(thrown: unknown): number | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  return 'status' in thrown && typeof thrown.status === 'number' ? thrown.status : undefined;
}
