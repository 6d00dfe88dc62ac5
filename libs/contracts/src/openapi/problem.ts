import { z } from 'zod';
import { ERROR_TABLE, type ArbiterError, type ErrorCode } from '../errors.js';

/** Media type of a problem (RFC 9457). */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

const TITLES: Readonly<Record<ErrorCode, string>> = {
  INVALID_REQUEST: 'The request is not valid',
  UNAUTHENTICATED: 'Authentication is required',
  FORBIDDEN: 'Not allowed',
  NOT_FOUND: 'Not found',
  CONFLICT: 'In conflict with the present state',
  PAYLOAD_TOO_LARGE: 'Too large',
  RATE_LIMITED: 'Too many requests',
  CANCELLED: 'Cancelled',
  INTERNAL: 'Internal error',
  UNAVAILABLE: 'Not available at the moment',
  OVERLOADED: 'Overloaded at the moment',
  DEADLINE_EXCEEDED: 'Not finished before the deadline',
};

/** Every code there is, in the order of the table. */
export const ERROR_CODES = Object.keys(ERROR_TABLE) as [ErrorCode, ...ErrorCode[]];

/** An error as HTTP shows it (RFC 9457). Further members are the error's details. */
export const Problem = z.looseObject({
  /** `urn:arbiter:problem:<code in kebab-case>`. */
  type: z.string(),
  /** The same for every problem of this type. */
  title: z.string(),
  /** The HTTP status. */
  status: z.int().min(400).max(599),
  /** What happened this time, for people. */
  detail: z.string(),
  /** What callers branch on. */
  code: z.enum(ERROR_CODES),
  /** Whether the same request may succeed a moment later. */
  retryable: z.boolean(),
  requestId: z.string(),
  /** The fields at fault, where the request is not valid. */
  issues: z.array(z.looseObject({ path: z.string(), message: z.string() })).optional(),
});
export type Problem = z.output<typeof Problem>;

/**
 * The problem that tells of an error.
 *
 * @param status the HTTP status, where HTTP has a finer one than the code's own (405, 415)
 */
export function problemOf(error: ArbiterError, requestId: string, status: number = error.status): Problem {
  return {
    ...error.details,
    type: `urn:arbiter:problem:${error.code.toLowerCase().replaceAll('_', '-')}`,
    title: TITLES[error.code],
    status,
    detail: error.message,
    code: error.code,
    retryable: error.retryable,
    requestId,
  };
}
