import { z } from 'zod';
import { type ArbiterError, ERROR_TABLE, type ErrorCode } from '../errors.js';
import type { ResponseObject } from './openapi-document.js';

/** Media type of a problem (RFC 9457). */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** All codes, in the order of the table. */
export const ERROR_CODES = Object.keys(ERROR_TABLE) as [ErrorCode, ...ErrorCode[]];

/** INVALID_REQUEST has a more specific status for a body of another media type (RFC 9110). */
const UNSUPPORTED_MEDIA_TYPE = 415;

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

/** An error as HTTP shows it (RFC 9457). Other members are the error's details. */
export const Problem = z.looseObject({
  /** `urn:arbiter:problem:<code in kebab-case>`. */
  type: z.string(),
  /** The same for every problem of this type. */
  title: z.string(),
  /** The HTTP status. */
  status: z.int().min(400).max(599),
  /** This occurrence, for people. */
  detail: z.string(),
  /** The code for callers. */
  code: z.enum(ERROR_CODES),
  /** Whether the same request may succeed a moment later. */
  retryable: z.boolean(),
  requestId: z.string(),
  /** The invalid fields of the request. */
  issues: z.array(z.looseObject({ path: z.string(), message: z.string() })).optional(),
});
export type Problem = z.output<typeof Problem>;

/**
 * The problem document of an error.
 *
 * @param status the HTTP status, if HTTP has a more specific one than the code's own (405, 415)
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

export const PROBLEM_SCHEMA_NAME = 'Problem';

export function responseNameOf(status: number): string {
  return `Problem${status}`;
}

/** The distinct HTTP statuses of error codes, ascending. */
export function statusesOf(codes: readonly ErrorCode[], takesBody: boolean): number[] {
  const statuses = codes.map((code) => ERROR_TABLE[code].status as number);
  return [...new Set(takesBody ? [...statuses, UNSUPPORTED_MEDIA_TYPE] : statuses)].sort((a, b) => a - b);
}

/** One response per status of the error table, with its codes. */
export function sharedResponses(): Record<string, ResponseObject> {
  const statuses = statusesOf(ERROR_CODES, true);
  return Object.fromEntries(statuses.map((status) => [responseNameOf(status), responseOf(status)]));
}

function responseOf(status: number): ResponseObject {
  const codes = status === UNSUPPORTED_MEDIA_TYPE ? (['INVALID_REQUEST'] as const) : codesWith(status);
  const retryable = codes.some((code) => ERROR_TABLE[code].retryable);
  return {
    description: `${codes.join(' or ')}; ${retryable ? 'retryable' : 'not retryable'}.`,
    ...(retryable
      ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } } }
      : {}),
    content: {
      [PROBLEM_MEDIA_TYPE]: {
        schema: {
          allOf: [
            { $ref: `#/components/schemas/${PROBLEM_SCHEMA_NAME}` },
            { properties: { status: { const: status }, code: { enum: codes } } },
          ],
        },
      },
    },
  };
}

function codesWith(status: number): readonly ErrorCode[] {
  return ERROR_CODES.filter((code) => ERROR_TABLE[code].status === status);
}
