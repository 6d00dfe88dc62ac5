import {
  ArbiterError,
  type AnyOperation,
  type ErrorCode,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
  type Principal,
} from '@arbiter/contracts';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** Whose request a call is made for; absent where a client has the server to itself (stdio). */
export interface CallOrigin {
  /** The id under which the logs have the request. */
  readonly requestId: string;
  /** Absolute, milliseconds since the Unix epoch: when the client stops waiting. */
  readonly deadline?: number;
  /** W3C trace context. */
  readonly traceparent?: string;
  /** Null when the client was let in but is not named. */
  readonly principal: Principal | null;
}

export interface CallOptions {
  /** Aborted when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
  /** Milliseconds from now; the operation's own default when absent. */
  readonly deadlineMs?: number;
  readonly origin?: CallOrigin;
}

/** The operations of Arbiter, whoever serves them: arms in this process, or a server. Everything it throws is an ArbiterError. */
export interface OperationCaller {
  request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions,
  ): Promise<OperationOutput<O>>;
  /** Yields the events, returns the output. Ending the iteration early cancels the operation. */
  stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions,
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined>;
}

/** The client's own mistakes, as far as JSON-RPC knows them; everything else is the server's. */
const INVALID_PARAMS: ReadonlySet<ErrorCode> = new Set([
  'FORBIDDEN',
  'INVALID_REQUEST',
  'NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
]);

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
