import { ArbiterError, ERROR_TABLE, type ErrorCode, isRecord } from '@arbiter/contracts';
import { invalidRequest } from '../dispatch/validate-message.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @throws ArbiterError INVALID_REQUEST when the input has no JSON form (a cycle, a bigint) */
export function inputJson(input: unknown): string {
  try {
    return jsonOf(input);
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', 'The input has no JSON form.', {
      details: { issues: [{ path: '', message: 'has no JSON form' }] },
      cause,
    });
  }
}

/** @throws ArbiterError INTERNAL when what a handler made has no JSON form */
export function answerJson(answer: unknown): string {
  try {
    return jsonOf(answer);
  } catch (cause) {
    throw ArbiterError.from(cause);
  }
}

/** @throws ArbiterError as {@link inputJson} */
export function encodeInput(input: unknown): Uint8Array {
  return encoder.encode(inputJson(input));
}

/** @throws ArbiterError as {@link answerJson} */
export function encodeAnswer(answer: unknown): Uint8Array {
  return encoder.encode(answerJson(answer));
}

/** @throws ArbiterError INVALID_REQUEST */
export function decodeInput(payload: Uint8Array): unknown {
  try {
    return decodeJson(payload);
  } catch {
    throw invalidRequest([{ path: '', message: 'must be JSON' }]);
  }
}

/** @throws ArbiterError INTERNAL when the callee sent something that is not JSON */
export function decodeAnswer(payload: Uint8Array): unknown {
  try {
    return decodeJson(payload);
  } catch (cause) {
    throw new ArbiterError('INTERNAL', 'The answer is not JSON.', { cause });
  }
}

/** @throws ArbiterError PAYLOAD_TOO_LARGE */
export function checkPayload(bytes: number, limit: number): void {
  if (bytes > limit) throw payloadTooLarge(bytes, limit);
}

/** Names both numbers, in bytes. */
export function payloadTooLarge(bytes: number, limit: number): ArbiterError {
  return new ArbiterError('PAYLOAD_TOO_LARGE', `The message has ${bytes} bytes and the transport carries ${limit}.`, {
    details: { bytes, limit },
  });
}

/** JSON has no undefined; an absent input is null. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value ?? null);
}

function decodeJson(payload: Uint8Array): unknown {
  return JSON.parse(decoder.decode(payload)) as unknown;
}

/** An error as it crosses a process boundary; its cause and stack stay behind. */
interface WireError {
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

/** What a callee failed with, whose own log has the cause. */
export class CalleeError extends ArbiterError {}

/** What the callee failed with. A callee that speaks of codes we do not know has failed INTERNAL. */
export function decodeError(payload: unknown): CalleeError {
  const { code, message, details } = isRecord(payload) ? payload : {};
  return new CalleeError(
    isErrorCode(code) ? code : 'INTERNAL',
    typeof message === 'string' ? message : 'The callee failed without saying how.',
    { details: isRecord(details) ? details : {} },
  );
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_TABLE, code);
}
