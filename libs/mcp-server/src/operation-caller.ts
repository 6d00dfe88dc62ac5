import type { AnyOperation, OperationEvent, OperationOutput, OperationRequest } from '@arbiter/contracts';

/** Whose request a call is made for; absent where a client has the server to itself (stdio). */
export interface CallOrigin {
  /** The id under which the logs have the request. */
  readonly requestId: string;
  /** Absolute, milliseconds since the Unix epoch: when the client stops waiting. */
  readonly deadline?: number;
  /** W3C trace context. */
  readonly traceparent?: string;
  /** Null when the client was let in but is not named. */
  readonly principal: string | null;
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
