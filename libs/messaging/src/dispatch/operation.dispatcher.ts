import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AnyOperation,
  ArbiterError,
  assertMayCall,
  assertMaySee,
  type ErrorCode,
  type Principal,
} from '@arbiter/contracts';
import { annotate, type Annotations } from '../call/annotations.js';
import { callErrorOf, CallScope, cancelled } from '../call/call.scope.js';
import { awaitUnlessAborted, type Cancellation, throwIfCancelled } from '../call/cancellation.js';
import { type MessagingRuntime, nextTraceparent, SYSTEM_RUNTIME, traceIdOf } from '../call/messaging.runtime.js';
import { startServerSpan } from '../tracing/call-spans.js';
import type { OpenSpan } from '../tracing/spans.js';
import type {
  IncomingCall,
  InvokeOperation,
  OperationContext,
  OperationHandler,
  ParentCall,
} from '../operation-call.js';
import { ConcurrencyGate, type ConcurrencyLimits, type Slot } from './concurrency.gate.js';
import { parseEvent, parseInput, parseOutput } from './validate-message.js';

/** Ours to choose: enough for I/O-bound arms; a burst of as many again waits rather than fails. */
const DEFAULT_LIMITS: ConcurrencyLimits = { running: 64, waiting: 64 };

/** What may stand in a header and a log line; anything else gets a new id. */
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

export interface TransportHealth {
  /** `nats`, `in-process`. */
  readonly transport: string;
  /** Whether a call sent now would get here. */
  readonly healthy: boolean;
  /** For people: where it listens, or what is wrong. */
  readonly detail: string;
}

/**
 * A door through which calls reach a dispatcher. Shutdown is in three steps, so that calls inside can finish:
 * `stopAccepting`, then the dispatcher's `drain`, then `close`.
 */
export interface OperationTransport {
  /** Resolves once a call to any operation of the dispatcher would arrive. */
  start(dispatcher: OperationDispatcher): Promise<void>;
  /** No new call comes in; those inside go on and are answered. */
  stopAccepting(): Promise<void>;
  /** Resolves once the answers of the calls that were inside have left. */
  close(): Promise<void>;
  health(): TransportHealth;
}

/** What an observer (metrics, logs) learns about a call once its caller has been answered. */
export interface CallReport {
  readonly operation: AnyOperation;
  readonly code: 'OK' | ErrorCode;
  /** From the call's arrival to its answer. */
  readonly durationMs: number;
  /** Whether at least one event went out. */
  readonly streamed: boolean;
  /** With its `cause`, which the caller never sees. */
  readonly error: ArbiterError | null;
  readonly requestId: string;
  readonly traceparent: string;
  readonly principal: Principal | null;
  /** As the contract has parsed it; undefined when the call failed. */
  readonly output: unknown;
  /** What the handler said beside its output; undefined when it said nothing. */
  readonly annotations: Annotations | undefined;
}

export interface OperationLoad extends ConcurrencyLimits {
  readonly operation: AnyOperation['name'];
}

/** What differs from the usual for an operation. */
export type LimitsOf = (operation: AnyOperation) => Partial<ConcurrencyLimits>;

export interface DispatcherOptions {
  /**
   * Of each operation by itself: a crowd at one does not keep those away who want another, and a call never waits for a slot
   * of the one that makes it.
   */
  readonly concurrency?: Partial<ConcurrencyLimits> | LimitsOf;
  readonly onCall?: (report: CallReport) => void;
  readonly runtime?: MessagingRuntime;
}

interface CallProgress {
  readonly scope: CallScope;
  /** Null where nothing is traced. */
  readonly span: OpenSpan | null;
  streamed: boolean;
  answered: boolean;
}

/** See {@link InvokeOperation} for what every call goes through, whichever door it came in by. */
export class OperationDispatcher {
  readonly #handlers = new Map<
    AnyOperation['name'],
    { operation: AnyOperation; handler: OperationHandler<AnyOperation> }
  >();
  readonly #gates = new Map<AnyOperation['name'], ConcurrencyGate>();
  /** One per call inside, from arrival until its handler has really ended. */
  readonly #inside = new Set<CallScope>();
  readonly #limitsOf: LimitsOf;
  readonly #runtime: MessagingRuntime;
  readonly #onCall: ((report: CallReport) => void) | undefined;
  #draining = false;
  readonly #onIdle: (() => void)[] = [];

  constructor({ concurrency = {}, onCall, runtime = SYSTEM_RUNTIME }: DispatcherOptions = {}) {
    this.#limitsOf = typeof concurrency === 'function' ? concurrency : () => concurrency;
    this.#runtime = runtime;
    this.#onCall = onCall;
  }

  /** @throws ArbiterError CONFLICT when the operation has a handler already */
  register<O extends AnyOperation>(operation: O, handler: OperationHandler<O>): void {
    if (this.#handlers.has(operation.name)) {
      throw new ArbiterError('CONFLICT', `${operation.name} has two handlers; one of them must go.`);
    }
    // Sound: the handler is only ever called with what this operation's own schema has parsed.
    this.#handlers.set(operation.name, { operation, handler });
    this.#gates.set(
      operation.name,
      new ConcurrencyGate({ ...DEFAULT_LIMITS, ...this.#limitsOf(operation) }, this.#runtime.monotonic),
    );
  }

  /** What is served here, in order of registration. */
  operations(): readonly AnyOperation[] {
    return [...this.#handlers.values()].map(({ operation }) => operation);
  }

  serves({ name }: AnyOperation): boolean {
    return this.#handlers.has(name);
  }

  /** Calls inside: running, waiting for a slot, or answered while their handler still works. */
  get inFlight(): number {
    return this.#inside.size;
  }

  /** Of each operation the calls that run and those that wait for a slot; one runs until its handler has really ended. */
  get load(): readonly OperationLoad[] {
    return [...this.#gates].map(([operation, { load }]) => ({ operation, ...load }));
  }

  readonly invoke: InvokeOperation = (operation, call) => this.#observed(operation, call, call.signal);

  /** {@link invoke} for the transports of this library. */
  invokeUnder(operation: AnyOperation, call: IncomingCall, caller: Cancellation): ReturnType<InvokeOperation> {
    return this.#observed(operation, call, caller);
  }

  /**
   * Refuses new calls (UNAVAILABLE) and waits for those inside; after the grace, aborts what is left.
   *
   * @param graceMs milliseconds
   * @returns how many calls were cut short
   */
  async drain(graceMs: number): Promise<number> {
    this.#draining = true;
    if (this.#inside.size === 0) return 0;

    const timer = new AbortController();
    const idle = new Promise<void>((resolve) => this.#onIdle.push(resolve));
    await Promise.race([idle, sleep(graceMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
    timer.abort();
    const cut = [...this.#inside];
    for (const scope of cut) scope.abort(new ArbiterError('UNAVAILABLE', 'The server is shutting down.'));
    return cut.length;
  }

  async *#observed(
    operation: AnyOperation,
    call: IncomingCall,
    caller: AbortSignal | Cancellation | undefined,
  ): AsyncGenerator<unknown, unknown, undefined> {
    const start = this.#runtime.monotonic();
    const span = startServerSpan(operation, call.transport, call.traceparent);
    const { requestId, traceparent, deadline, principal } = this.#contextOf(operation, call, span);
    const scope = new CallScope({ operation, deadline, follows: [caller], runtime: this.#runtime });
    let annotations: Map<string, string> | undefined;
    // Field by field: a spread beside a getter costs some 4 µs.
    const context: OperationContext = {
      requestId,
      traceparent,
      deadline,
      principal,
      get signal() {
        return scope.signal;
      },
      annotate: (name, value) => annotate(operation, (annotations ??= new Map<string, string>()), name, value),
    };
    const progress: CallProgress = { scope, span, streamed: false, answered: false };
    let error: ArbiterError | null = null;
    let output: unknown;
    try {
      output = yield* this.#serve(operation, call.input, context, progress);
      // A copy: the handler may still be at work on something that nobody waits for.
      if (annotations?.size) call.onAnnotations?.(new Map(annotations));
      return output;
    } catch (thrown) {
      error = ArbiterError.from(thrown);
      throw error;
    } finally {
      // Neither answered nor failed: the consumer stopped iterating.
      if (!progress.answered) error ??= scope.reason ?? cancelled();
      scope.close();
      span?.end(error);
      this.#report({
        operation,
        code: error?.code ?? 'OK',
        durationMs: this.#runtime.monotonic() - start,
        streamed: progress.streamed,
        error,
        requestId,
        traceparent,
        principal,
        output,
        annotations,
      });
    }
  }

  async *#serve(
    operation: AnyOperation,
    rawInput: unknown,
    context: OperationContext,
    progress: CallProgress,
  ): AsyncGenerator<unknown, unknown, undefined> {
    const { scope, span } = progress;
    const served = this.#handlers.get(operation.name);
    const gate = this.#gates.get(operation.name);
    if (!served || !gate) throw unavailable(operation, 'is not served here');
    if (this.#draining) throw unavailable(operation, 'is shutting down');
    throwIfCancelled(scope);
    const input = parseInput(operation, rawInput);
    assertMayCall(operation, input, context.principal);

    this.#inside.add(scope);
    let slot: Slot | null = null;
    let failed = false;
    let running: Promise<unknown> | undefined;
    let events: AsyncGenerator<unknown, unknown, undefined> | undefined;
    const answer = (output: unknown): unknown => {
      const parsed = parseOutput(operation, output);
      assertMaySee(operation, operation.output, parsed, context.principal);
      progress.answered = true;
      return parsed;
    };
    try {
      slot = await gate.enter(scope, context.deadline - this.#runtime.now());
      throwIfCancelled(scope);
      const handle = (): unknown => served.handler(input, context);
      const result = span ? span.run(handle) : handle();
      if (!isAsyncGenerator(result)) {
        running = Promise.resolve(result);
        return answer(await awaitUnlessAborted(running, scope));
      }
      events = result;
      for (;;) {
        const next = span ? span.run(() => result.next()) : result.next();
        running = next;
        const step = await awaitUnlessAborted(next, scope);
        if (step.done) return answer(step.value);
        const event = parseEvent(operation, step.value);
        if (operation.events) assertMaySee(operation, operation.events, event, context.principal);
        progress.streamed = true;
        yield event;
      }
    } catch (thrown) {
      failed = true;
      throw callErrorOf(thrown, scope);
    } finally {
      const wasTakenBack = !(progress.answered || failed) || scope.reason?.code === 'CANCELLED';
      // Whatever the handler left running for a call that failed or was left is in vain.
      if (!progress.answered) scope.abort(cancelled());
      // The caller has its answer; the slot is free only once the handler, which may ignore its signal, has ended.
      const ended = (): unknown => events?.return(undefined);
      void Promise.allSettled([running, span ? span.run(ended) : ended()]).then(() => {
        if (slot) gate.leave(slot, !wasTakenBack);
        this.#inside.delete(scope);
        if (this.#inside.size === 0) for (const tell of this.#onIdle.splice(0)) tell();
      });
    }
  }

  #contextOf(operation: AnyOperation, call: IncomingCall, span: OpenSpan | null): Omit<ParentCall, 'signal'> {
    const { requestId, traceparent, principal = null, deadline = this.#runtime.now() + operation.deadlineMs } = call;
    return {
      requestId: requestId && REQUEST_ID.test(requestId) ? requestId : this.#runtime.randomHex(16),
      traceparent:
        span?.traceparent ??
        (traceparent && traceIdOf(traceparent) ? traceparent : nextTraceparent(undefined, this.#runtime)),
      principal,
      deadline,
    };
  }

  #report(report: CallReport): void {
    try {
      this.#onCall?.(report);
    } catch (thrown) {
      // An observer must not decide what a caller gets, nor fail unseen.
      process.emitWarning(`An observer of calls failed: ${String(thrown)}`);
    }
  }
}

function unavailable({ name }: AnyOperation, why: string): ArbiterError {
  return new ArbiterError('UNAVAILABLE', `${name} ${why}.`, { details: { operation: name } });
}

function isAsyncGenerator(value: unknown): value is AsyncGenerator<unknown, unknown, undefined> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value && 'next' in value;
}
