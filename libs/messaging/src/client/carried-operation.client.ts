import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AnyOperation,
  ArbiterError,
  backoffMs,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
  type RetryPolicy,
} from '@arbiter/contracts';
import { CallScope, cancelled, DeadlineWatch } from '../call/call.scope.js';
import { type Cancellation, throwIfCancelled } from '../call/cancellation.js';
import { type MessagingRuntime, nextTraceparent, SYSTEM_RUNTIME } from '../call/messaging.runtime.js';
import type { CallOptions, OperationClient } from '../operation-call.js';
import { type CallTransport, startClientSpan } from '../tracing/call-spans.js';
import type { OpenSpan } from '../tracing/spans.js';
import type { OutgoingCall } from '../wire/call.headers.js';
import { RetryBudget, type RetryBudgetOptions } from './retry.budget.js';

/** Ours to choose: three tries within some 100 ms, so that a lost replica costs little and an outage is told soon. */
const DEFAULT_RETRY: RetryPolicy = { retries: 2, baseDelayMs: 25, maxDelayMs: 1_000, jitter: 'full' };

/** `details.reason` of an UNAVAILABLE that another try cannot mend: there is no other replica, or no way to any. */
export const NO_RESPONDERS = 'no_responders';
export const DISCONNECTED = 'disconnected';

/**
 * What a transport does for a client: carries one call, once. When `call.cancellation` happens it fails with
 * its reason at once and lets the callee know. Everything it throws is an ArbiterError.
 */
export interface CallCarrier {
  /** For traces. */
  readonly transport?: CallTransport;
  /** Resolves with the output; asks the callee to keep its events. */
  request(operation: AnyOperation, input: unknown, call: OutgoingCall): Promise<unknown>;
  stream(operation: AnyOperation, input: unknown, call: OutgoingCall): AsyncGenerator<unknown, unknown, undefined>;
  close(): Promise<void>;
}

export interface OperationClientOptions {
  readonly retry?: Partial<RetryPolicy>;
  /** How many calls to one arm may be repeated. */
  readonly retryBudget?: RetryBudgetOptions;
  readonly runtime?: MessagingRuntime;
}

/** All of a client that does not depend on the transport: deadlines, propagation, retries. */
export class CarriedOperationClient implements OperationClient {
  readonly #retry: RetryPolicy;
  readonly #runtime: MessagingRuntime;
  readonly #watch: DeadlineWatch;
  readonly #open = new Set<CallScope>();
  readonly #budgetOf: (operation: AnyOperation) => RetryBudget;
  #closed = false;

  constructor(
    private readonly carrier: CallCarrier,
    { retry: policy, retryBudget, runtime = SYSTEM_RUNTIME }: OperationClientOptions = {},
  ) {
    const budgets = new Map<string, RetryBudget>();
    this.#budgetOf = ({ arm }) => {
      const budget = budgets.get(arm) ?? new RetryBudget(retryBudget);
      budgets.set(arm, budget);
      return budget;
    };
    this.#retry = { ...DEFAULT_RETRY, ...policy };
    this.#runtime = runtime;
    this.#watch = new DeadlineWatch(runtime);
  }

  async request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions = {},
  ): Promise<OperationOutput<O>> {
    const { call, scope, span } = this.#begin(operation, options);
    const { deadline } = call;
    let error: unknown = null;
    let attempts = 0;
    try {
      throwIfCancelled(scope);
      const output = await retry(this.#retrying(operation, deadline, scope), () => {
        if (attempts++ > 0) span?.event('retry');
        return this.carrier.request(operation, input, call);
      });
      // The callee's dispatcher has parsed it with this operation's own schema.
      return output as OperationOutput<O>;
    } catch (thrown) {
      error = thrown;
      throw thrown;
    } finally {
      span?.end(error);
      this.#end(scope);
    }
  }

  async *stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions = {},
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined> {
    const { call, scope, span } = this.#begin(operation, options);
    const { deadline } = call;
    let error: unknown = null;
    let attempts = 0;
    let frames: AsyncGenerator<unknown, unknown, undefined> | undefined;
    let finished = false;
    try {
      throwIfCancelled(scope);
      const opened = await retry(this.#retrying(operation, deadline, scope), async () => {
        if (attempts++ > 0) span?.event('retry');
        frames = this.carrier.stream(operation, input, call);
        return { frames, first: await frames.next() };
      });
      let step = opened.first;
      for (; !step.done; step = await opened.frames.next()) yield step.value as OperationEvent<O>;
      finished = true;
      return step.value as OperationOutput<O>;
    } catch (thrown) {
      error = thrown;
      throw thrown;
    } finally {
      if (!finished) scope.abort(cancelled());
      span?.end(error ?? (finished ? null : scope.reason));
      await frames?.return(undefined).catch(() => undefined);
      this.#end(scope);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const scope of this.#open) scope.abort(cancelled());
    await this.carrier.close();
  }

  #begin(
    operation: AnyOperation,
    { parent, signal, deadlineMs, onAnnotations }: CallOptions,
  ): { call: OutgoingCall; scope: CallScope; span: OpenSpan | null } {
    if (this.#closed) throw new ArbiterError('UNAVAILABLE', 'This client is closed.');
    const own = this.#runtime.now() + (deadlineMs ?? operation.deadlineMs);
    const deadline = Math.min(own, parent?.deadline ?? Infinity);
    const scope = new CallScope({ operation, deadline, follows: [parent?.signal, signal], watch: this.#watch });
    this.#open.add(scope);
    const span = startClientSpan(operation, this.carrier.transport, parent?.traceparent);
    const call: OutgoingCall = {
      requestId: parent?.requestId ?? this.#runtime.randomHex(16),
      traceparent: span?.traceparent ?? nextTraceparent(parent?.traceparent, this.#runtime),
      deadline,
      principal: parent?.principal ?? null,
      cancellation: scope,
      onAnnotations,
    };
    return { call, scope, span };
  }

  #retrying(operation: AnyOperation, deadline: number, caller: CallScope): RetryContext {
    const budget = this.#budgetOf(operation);
    return { operation, deadline, caller, policy: this.#retry, budget, runtime: this.#runtime };
  }

  #end(scope: CallScope): void {
    scope.close();
    this.#open.delete(scope);
  }
}

export interface RetryContext {
  readonly operation: AnyOperation;
  readonly deadline: number;
  readonly caller: Cancellation;
  readonly policy: RetryPolicy;
  readonly budget: RetryBudget;
  readonly runtime: MessagingRuntime;
}

/**
 * Runs an attempt, and runs it again when the operation is idempotent, the failure retryable, the wait ends before the
 * deadline, and the budget has a retry left.
 *
 * @throws ArbiterError of the last attempt; the caller's reason when it loses interest during a wait
 */
export async function retry<T>(context: RetryContext, attempt: () => Promise<T>): Promise<T> {
  const { operation, deadline, caller, policy, budget, runtime } = context;
  budget.earn();
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (thrown) {
      if (!operation.idempotent || tried > policy.retries || !isWorthRetrying(thrown)) throw thrown;
      const waitMs = backoffMs(tried, policy, runtime.random());
      if (runtime.now() + waitMs >= deadline || !budget.spend()) throw thrown;
      await sleep(waitMs, undefined, { signal: caller.signal }).catch(() => undefined);
      throwIfCancelled(caller);
    }
  }
}

function isWorthRetrying(thrown: unknown): boolean {
  if (!(thrown instanceof ArbiterError) || !thrown.retryable) return false;
  const { reason } = thrown.details;
  return reason !== NO_RESPONDERS && reason !== DISCONNECTED;
}
