import { ArbiterError, PROBLEM_MEDIA_TYPE, problemOf } from '@arbiter/contracts';
import type { Response } from 'express';
import { HttpRequestError } from './http-error.js';
import { requestIdOf } from './request-identity.js';

/** Seconds after which a retry makes sense, where the error does not say. */
const RETRY_AFTER_S = 1;

/** Answers with a problem (RFC 9457). `details.retryAfterMs` of a retryable error becomes Retry-After, in whole seconds. */
export function sendProblem(res: Response, error: ArbiterError): void {
  if (error.code === 'UNAUTHENTICATED') res.setHeader('WWW-Authenticate', 'Bearer realm="arbiter"');
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
  res.status(error.status).setHeader('Content-Type', PROBLEM_MEDIA_TYPE);
  // As bytes: to a string Express adds a charset, which this media type does not have.
  res.send(Buffer.from(JSON.stringify(problemOf(error, requestIdOf(res)))));
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
  if ('getStatus' in thrown && typeof thrown.getStatus === 'function') {
    const status: unknown = (thrown.getStatus as () => unknown).call(thrown);
    return typeof status === 'number' ? status : undefined;
  }
  return 'status' in thrown && typeof thrown.status === 'number' ? thrown.status : undefined;
}
