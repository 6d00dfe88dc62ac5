import { ArbiterError, ERROR_TABLE, type ErrorCode } from '@arbiter/contracts';

/** An error as it crosses a process boundary; its cause and stack stay behind. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export function encodeError({ code, message, details }: ArbiterError): Buffer {
  try {
    return Buffer.from(JSON.stringify({ code, message, details } satisfies WireError));
  } catch {
    // Details that JSON cannot hold must not cost the caller the code.
    return Buffer.from(JSON.stringify({ code, message, details: {} } satisfies WireError));
  }
}

/** What the callee failed with. A callee that speaks of codes we do not know has failed INTERNAL. */
export function decodeError(payload: unknown): ArbiterError {
  const { code, message, details } = isRecord(payload) ? payload : {};
  return new ArbiterError(
    isErrorCode(code) ? code : 'INTERNAL',
    typeof message === 'string' ? message : 'The callee failed without saying how.',
    { details: isRecord(details) ? details : {} },
  );
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_TABLE, code);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
