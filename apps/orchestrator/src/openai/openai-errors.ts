import { ArbiterError, isRecord, type ErrorCode } from '@arbiter/contracts';
import type { ErrorBody } from '@arbiter/platform';

/** Addresses of the protocol: clients expect its errors there, also those of the door. */
const PATHS = /^\/v1\/(?:models|chat\/completions|responses)(?:\/|$)/i;

const CODES: Partial<Readonly<Record<ErrorCode, string>>> = {
  UNAUTHENTICATED: 'invalid_api_key',
  RATE_LIMITED: 'rate_limit_exceeded',
};

/** Type of what the server is to blame for; the official clients try it again. */
const SERVER_ERROR = 500;

/** An error as OpenAI's API tells it, beside the status: `{error: {message, type, param, code}}`. */
export const openAiErrorBody: ErrorBody = (error) => {
  const { code, details, message, status } = error;
  const first: unknown = Array.isArray(details.issues) ? details.issues[0] : null;
  const type = status >= SERVER_ERROR ? 'server_error' : 'invalid_request_error';
  return {
    error: {
      message,
      type: code === 'RATE_LIMITED' ? 'rate_limit_error' : type,
      // Else of the first of the issues that a dispatcher names.
      param: textOf(details.param) ?? (isRecord(first) ? textOf(first.path) : null),
      code: textOf(details.code) ?? CODES[code] ?? code.toLowerCase(),
    },
  };
};

export function openAiErrorBodyOf(path: string): ErrorBody | undefined {
  return PATHS.test(path) ? openAiErrorBody : undefined;
}

/**
 * A request that is refused.
 *
 * @param param as the client wrote it: `messages[0].content`
 * @param code for programs, in OpenAI's words
 */
export function refused(param: string, message: string, code = 'invalid_value'): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', message, { details: { param, code } });
}

function textOf(detail: unknown): string | null {
  return typeof detail === 'string' ? detail : null;
}
