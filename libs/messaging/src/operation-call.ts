import type {
  AnyOperation,
  OperationEvent,
  OperationInput,
  OperationOutput,
  OperationRequest,
  Principal,
} from '@arbiter/contracts';
import type { Annotations } from './call/annotations.js';
import type { CallTransport } from './tracing/call-spans.js';

/** Context that a call passes to the calls made on its behalf. */
export interface ParentCall {
  /** The same through all arms that one client request passes. */
  readonly requestId: string;
  /** Absolute, milliseconds since the Unix epoch. */
  readonly deadline: number;
  /** Aborted when the caller goes away (reason CANCELLED), the deadline passes (DEADLINE_EXCEEDED) or the server drains too long. */
  readonly signal: AbortSignal;
  /** W3C trace context of this call. */
  readonly traceparent: string;
  /** On whose behalf; null: nobody had to say, and everything is reached. */
  readonly principal: Principal | null;
}

/** What a handler knows about the call it serves, and how it says more than its output holds. */
export interface OperationContext extends ParentCall {
  /**
   * Says something beside the output: a header of the answer. It reaches the caller with the output, so until the handler
   * returns, streams included; the last value of a name counts. A call that fails carries none.
   *
   * @throws RangeError when the operation declares no such annotation, or the value is not 1 to 1024 printable ASCII
   * characters, or all values together are longer than 2048
   */
  readonly annotate: (name: string, value: string) => void;
}

export interface CallOptions {
  /** The call on whose behalf this one is made: request id, trace, deadline and cancellation carry over. */
  readonly parent?: ParentCall;
  readonly signal?: AbortSignal;
  /** Milliseconds from now; the operation's own default when absent. Never reaches past the parent's deadline. */
  readonly deadlineMs?: number;
  /** Called once, just before the output is there, if the handler said anything beside it. */
  readonly onAnnotations?: (annotations: Annotations) => void;
}

/**
 * Calls operations, wherever they are served. Everything it throws is an ArbiterError, the callee's own code included;
 * an operation without a server is UNAVAILABLE within milliseconds.
 */
export interface OperationClient {
  /** The output; events of a streaming operation are dropped. Idempotent operations are retried while the deadline allows. */
  request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options?: CallOptions,
  ): Promise<OperationOutput<O>>;
  /**
   * Yields the events, returns the output. Ending the iteration early cancels the callee. Retried as {@link request} is, until
   * the first event: what has been told cannot be taken back.
   */
  stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options?: CallOptions,
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined>;
  close(): Promise<void>;
}

/** Serves one operation: a promise of the output, or a generator that yields events and returns the output. */
export type OperationHandler<O extends AnyOperation> = (
  input: OperationInput<O>,
  context: OperationContext,
) => Promise<OperationOutput<O>> | AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined>;

/** How a call enters a dispatcher: raw, from whichever door. */
export interface IncomingCall {
  /** Not yet validated. */
  readonly input: unknown;
  readonly requestId?: string;
  /** Absolute; the operation's default from now when absent. */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
  readonly traceparent?: string;
  /** By which way it came, for traces. */
  readonly transport?: CallTransport;
  readonly principal?: Principal | null;
  /** See {@link CallOptions.onAnnotations}. */
  readonly onAnnotations?: (annotations: Annotations) => void;
}

/**
 * The one way into an operation, the same for NATS, HTTP and in process. It validates the input (INVALID_REQUEST with the
 * fields) and what the caller may do (FORBIDDEN), refuses an expired deadline before the handler starts, and bounds concurrency (OVERLOADED). Then it runs the handler
 * and validates events and output (INTERNAL). It turns anything thrown into an ArbiterError.
 */
export type InvokeOperation = (
  operation: AnyOperation,
  call: IncomingCall,
) => AsyncGenerator<unknown, unknown, undefined>;
