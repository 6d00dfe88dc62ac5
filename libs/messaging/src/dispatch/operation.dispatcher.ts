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
import { callErrorOf, CallScope, cancelled, DeadlineWatch } from '../call/call.scope.js';
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

interface ServedOperation {
  readonly operation: AnyOperation;
  readonly handler: OperationHandler<AnyOperation>;
  readonly gate: ConcurrencyGate;
}

/** A call from its arrival to its answer. */
interface OpenCall {
  readonly operation: AnyOperation;
  /** Undefined where nobody serves it. */
  readonly served: ServedOperation | undefined;
  readonly call: IncomingCall;
  readonly scope: CallScope;
  readonly context: OperationContext;
  /** Null where nothing is traced. */
  readonly span: OpenSpan | null;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  annotations: Map<string, string> | undefined;
  /** Null before it has one. */
  slot: Slot | null;
  /** What the handler is at; undefined before it begins and once it has ended. */
  running: Promise<unknown> | undefined;
  /** Of a handler that streams. */
  events: AsyncGenerator<unknown, unknown, undefined> | undefined;
  streamed: boolean;
  answered: boolean;
  output: unknown;
  error: ArbiterError | null;
}

/** See {@link InvokeOperation} for what every call goes through, whichever door it came in by. */
export class OperationDispatcher {
  readonly #served = new Map<AnyOperation['name'], ServedOperation>();
  /** One per call inside, from arrival until its handler has really ended. */
  readonly #inside = new Set<CallScope>();
  readonly #limitsOf: LimitsOf;
  readonly #runtime: MessagingRuntime;
  readonly #watch: DeadlineWatch;
  readonly #onCall: ((report: CallReport) => void) | undefined;
  #draining = false;
  readonly #onIdle: (() => void)[] = [];

  constructor({ concurrency = {}, onCall, runtime = SYSTEM_RUNTIME }: DispatcherOptions = {}) {
    this.#limitsOf = typeof concurrency === 'function' ? concurrency : () => concurrency;
    this.#runtime = runtime;
    this.#watch = new DeadlineWatch(runtime);
    this.#onCall = onCall;
  }

  /** @throws ArbiterError CONFLICT when the operation has a handler already */
  register<O extends AnyOperation>(operation: O, handler: OperationHandler<O>): void {
    if (this.#served.has(operation.name)) {
      throw new ArbiterError('CONFLICT', `${operation.name} has two handlers; one of them must go.`);
    }
    const limits = { ...DEFAULT_LIMITS, ...this.#limitsOf(operation) };
    const gate = new ConcurrencyGate(limits, this.#runtime.monotonic);
    // Sound: the handler is only ever called with what this operation's own schema has parsed.
    this.#served.set(operation.name, { operation, handler, gate });
  }

  /** What is served here, in order of registration. */
  operations(): readonly AnyOperation[] {
    return [...this.#served.values()].map(({ operation }) => operation);
  }

  serves({ name }: AnyOperation): boolean {
    return this.#served.has(name);
  }

  /** Calls inside: running, waiting for a slot, or answered while their handler still works. */
  get inFlight(): number {
    return this.#inside.size;
  }

  /** Of each operation the calls that run and those that wait for a slot; one runs until its handler has really ended. */
  get load(): readonly OperationLoad[] {
    return [...this.#served].map(([operation, { gate }]) => ({ operation, ...gate.load }));
  }

  readonly invoke: InvokeOperation = (operation, call) => this.#stream(operation, call, call.signal);

  /** {@link invoke} for the transports of this library. */
  invokeUnder(operation: AnyOperation, call: IncomingCall, caller: Cancellation): ReturnType<InvokeOperation> {
    return this.#stream(operation, call, caller);
  }

  /** The same for callers that keep no events: without a generator, which costs more than the rest of a short call. */
  async answerUnder(operation: AnyOperation, call: IncomingCall, caller: Cancellation): Promise<unknown> {
    const open = this.#begin(operation, call, caller);
    try {
      const input = await this.#enter(open);
      for (;;) {
        const step = await this.#step(open, input);
        if (step.done) return step.value;
      }
    } catch (thrown) {
      throw this.#failed(open, thrown);
    } finally {
      this.#leave(open);
    }
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

  async *#stream(
    operation: AnyOperation,
    call: IncomingCall,
    caller: AbortSignal | Cancellation | undefined,
  ): AsyncGenerator<unknown, unknown, undefined> {
    const open = this.#begin(operation, call, caller);
    try {
      const input = await this.#enter(open);
      for (;;) {
        const step = await this.#step(open, input);
        if (step.done) return step.value;
        yield step.value;
      }
    } catch (thrown) {
      throw this.#failed(open, thrown);
    } finally {
      this.#leave(open);
    }
  }

  #begin(operation: AnyOperation, call: IncomingCall, caller: AbortSignal | Cancellation | undefined): OpenCall {
    const startedAt = this.#runtime.monotonic();
    const span = startServerSpan(operation, call.transport, call.traceparent);
    const { requestId, traceparent, deadline, principal } = this.#contextOf(operation, call, span);
    const scope = new CallScope({ operation, deadline, follows: [caller], watch: this.#watch });
    // Field by field: a spread beside a getter costs some 4 µs.
    const context: OperationContext = {
      requestId,
      traceparent,
      deadline,
      principal,
      get signal() {
        return scope.signal;
      },
      annotate: (name, value) => annotate(operation, (open.annotations ??= new Map<string, string>()), name, value),
    };
    const open: OpenCall = {
      operation,
      served: this.#served.get(operation.name),
      call,
      scope,
      context,
      span,
      startedAt,
      annotations: undefined,
      slot: null,
      running: undefined,
      events: undefined,
      streamed: false,
      answered: false,
      output: undefined,
      error: null,
    };
    return open;
  }

  /** @returns the input, parsed, once the call has a slot */
  async #enter(open: OpenCall): Promise<unknown> {
    const { operation, served, call, scope, context } = open;
    if (!served) throw unavailable(operation, 'is not served here');
    if (this.#draining) throw unavailable(operation, 'is shutting down');
    throwIfCancelled(scope);
    const input = parseInput(operation, call.input);
    assertMayCall(operation, input, context.principal);
    this.#inside.add(scope);
    open.slot = served.gate.tryEnter();
    if (!open.slot) {
      open.slot = await served.gate.enter(scope, context.deadline - this.#runtime.now());
      throwIfCancelled(scope);
    }
    return input;
  }

  /** @returns the next event of the handler, which begins with the first step, or its output */
  async #step(open: OpenCall, input: unknown): Promise<IteratorResult<unknown, unknown>> {
    const { operation, scope, span, context } = open;
    if (!open.events) {
      const handle = (): unknown => open.served?.handler(input, context);
      const result = span ? span.run(handle) : handle();
      if (!isAsyncGenerator(result)) {
        open.running = Promise.resolve(result);
        return this.#answer(open, await awaitUnlessAborted(open.running, scope));
      }
      open.events = result;
    }
    const { events } = open;
    const next = span ? span.run(() => events.next()) : events.next();
    open.running = next;
    const step = await awaitUnlessAborted(next, scope);
    if (step.done) return this.#answer(open, step.value);
    const event = parseEvent(operation, step.value);
    if (operation.events) assertMaySee(operation, operation.events, event, context.principal);
    open.streamed = true;
    return { done: false, value: event };
  }

  #answer(open: OpenCall, output: unknown): IteratorReturnResult<unknown> {
    const { operation, call, context, annotations } = open;
    open.running = undefined;
    const parsed = parseOutput(operation, output);
    assertMaySee(operation, operation.output, parsed, context.principal);
    open.answered = true;
    open.output = parsed;
    // A copy: the handler may still be at work on something that nobody waits for.
    if (annotations?.size) call.onAnnotations?.(new Map(annotations));
    return { done: true, value: parsed };
  }

  #failed(open: OpenCall, thrown: unknown): ArbiterError {
    return (open.error = callErrorOf(thrown, open.scope));
  }

  /** The end of every call: answered, failed, or left by a consumer that stopped iterating. */
  #leave(open: OpenCall): void {
    const { operation, scope, span, context, startedAt, streamed, answered, output, annotations } = open;
    const { requestId, traceparent, principal } = context;
    const wasTakenBack = !(answered || open.error) || scope.reason?.code === 'CANCELLED';
    if (!answered) {
      // Whatever the handler left running for a call that failed or was left is in vain.
      scope.abort(cancelled());
      open.error ??= scope.reason;
    }
    const { error } = open;
    if (this.#inside.has(scope)) this.#release(open, wasTakenBack);
    scope.close();
    span?.end(error);
    this.#report({
      operation,
      code: error?.code ?? 'OK',
      durationMs: this.#runtime.monotonic() - startedAt,
      streamed,
      error,
      requestId,
      traceparent,
      principal,
      output,
      annotations,
    });
  }

  /** The caller has its answer; the slot is free only once the handler, which may ignore its signal, has ended. */
  #release(open: OpenCall, wasTakenBack: boolean): void {
    const { served, scope, span, slot, running, events, answered } = open;
    const release = (): void => {
      if (slot) served?.gate.leave(slot, !wasTakenBack);
      this.#inside.delete(scope);
      if (this.#inside.size === 0) for (const tell of this.#onIdle.splice(0)) tell();
    };
    if (answered) {
      release();
      return;
    }
    const ended = (): unknown => events?.return(undefined);
    void Promise.allSettled([running, span ? span.run(ended) : ended()]).then(release);
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
