import { ERROR_TABLE, type ErrorCode } from '../errors.js';
import type { ResponseObject } from './openapi-document.js';
import { ERROR_CODES, PROBLEM_MEDIA_TYPE } from './problem.js';

export const PROBLEM_SCHEMA_NAME = 'Problem';

/** INVALID_REQUEST has a finer status where the body is of another media type (RFC 9110). */
const UNSUPPORTED_MEDIA_TYPE = 415;

export function responseNameOf(status: number): string {
  return `Problem${status}`;
}

/** The HTTP statuses of error codes, ascending, each once. */
export function statusesOf(codes: readonly ErrorCode[], takesBody: boolean): number[] {
  const statuses = codes.map((code) => ERROR_TABLE[code].status as number);
  return [...new Set(takesBody ? [...statuses, UNSUPPORTED_MEDIA_TYPE] : statuses)].sort((a, b) => a - b);
}

/** One response per status of the error table, with the codes that lead to it. */
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
