import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** The client's own mistakes, as far as JSON-RPC knows them; everything else is the server's. */
const INVALID_PARAMS: ReadonlySet<ErrorCode> = new Set(['INVALID_REQUEST', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE']);

/**
 * What a request of the protocol fails with: our sentence, our code in `data`. Nothing of an error that is not ours leaves
 * the process.
 */
export function toProtocolError(thrown: unknown): ProtocolError {
  if (thrown instanceof ProtocolError) return thrown;
  const { code, message, retryable } = ArbiterError.from(thrown);
  const rpcCode = INVALID_PARAMS.has(code) ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(rpcCode, message, { code, retryable });
}

/** @param message what is wrong with the parameters of a request, for people */
export function invalidParams(message: string): ProtocolError {
  return toProtocolError(new ArbiterError('INVALID_REQUEST', message));
}
