import {
  type AnyOperation,
  ArbiterError,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
  type RetryPolicy,
} from '@arbiter/contracts';
import { CallScope, cancelled } from '../call/call.scope.js';
import { throwIfCancelled } from '../call/cancellation.js';
import { type MessagingRuntime, SYSTEM_RUNTIME } from '../call/messaging.runtime.js';
import { nextTraceparent } from '../call/trace-context.js';
import type { CallOptions, OperationClient } from '../operation-call.js';
import type { OutgoingCall } from '../wire/call.headers.js';
import type { CallCarrier } from './call.carrier.js';
import { DEFAULT_RETRY, retry } from './retry.policy.js';

export interface OperationClientOptions {
  readonly retry?: Partial<RetryPolicy>;
  readonly runtime?: MessagingRuntime;
}

/** All of a client that does not depend on the transport: deadlines, propagation, retries. */
export class CarriedOperationClient implements OperationClient {
  readonly #retry: RetryPolicy;
  readonly #runtime: MessagingRuntime;
  readonly #open = new Set<CallScope>();
  #closed = false;

  constructor(
    private readonly carrier: CallCarrier,
    { retry: policy, runtime = SYSTEM_RUNTIME }: OperationClientOptions = {},
  ) {
    this.#retry = { ...DEFAULT_RETRY, ...policy };
    this.#runtime = runtime;
  }

  async request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions = {},
  ): Promise<OperationOutput<O>> {
    const { call, scope } = this.#begin(operation, options);
    const { deadline } = call;
    try {
      throwIfCancelled(scope);
      const policy = this.#retry;
      const output = await retry({ operation, deadline, caller: scope, policy, runtime: this.#runtime }, () =>
        this.carrier.request(operation, input, call),
      );
      // The callee's dispatcher has parsed it with this operation's own schema.
      return output as OperationOutput<O>;
    } finally {
      this.#end(scope);
    }
  }

  async *stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions = {},
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined> {
    const { call, scope } = this.#begin(operation, options);
    const { deadline } = call;
    let frames: AsyncGenerator<unknown, unknown, undefined> | undefined;
    let finished = false;
    try {
      throwIfCancelled(scope);
      const policy = this.#retry;
      const opened = await retry({ operation, deadline, caller: scope, policy, runtime: this.#runtime }, async () => {
        frames = this.carrier.stream(operation, input, call);
        return { frames, first: await frames.next() };
      });
      let step = opened.first;
      for (; !step.done; step = await opened.frames.next()) yield step.value as OperationEvent<O>;
      finished = true;
      return step.value as OperationOutput<O>;
    } finally {
      if (!finished) scope.abort(cancelled());
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
  ): { call: OutgoingCall; scope: CallScope } {
    if (this.#closed) throw new ArbiterError('UNAVAILABLE', 'This client is closed.');
    const own = this.#runtime.now() + (deadlineMs ?? operation.deadlineMs);
    const deadline = Math.min(own, parent?.deadline ?? Infinity);
    const scope = new CallScope({ operation, deadline, follows: [parent?.signal, signal], runtime: this.#runtime });
    this.#open.add(scope);
    const call: OutgoingCall = {
      requestId: parent?.requestId ?? this.#runtime.randomHex(16),
      traceparent: nextTraceparent(parent?.traceparent, this.#runtime),
      deadline,
      principal: parent?.principal ?? null,
      cancellation: scope,
      onAnnotations,
    };
    return { call, scope };
  }

  #end(scope: CallScope): void {
    scope.close();
    this.#open.delete(scope);
  }
}
