import { type AnyOperation, ArbiterError } from '@arbiter/contracts';
import type { Annotations } from '../call/annotations.js';
import { throwIfCancelled } from '../call/cancellation.js';
import { SYSTEM_RUNTIME } from '../call/messaging.runtime.js';
import {
  type CallCarrier,
  CarriedOperationClient,
  NO_RESPONDERS,
  type OperationClientOptions,
} from '../client/carried-operation.client.js';
import type { OperationDispatcher, OperationTransport, TransportHealth } from '../dispatch/operation.dispatcher.js';
import type { IncomingCall } from '../operation-call.js';
import { decodeCall, encodeCallHeaders, type OutgoingCall } from '../wire/call.headers.js';
import {
  checkPayload,
  decodeAnswer,
  decodeError,
  encodeAnswer,
  encodeError,
  encodeInput,
} from '../wire/message.codec.js';

const NATS_MAX_PAYLOAD = 1_048_576;

export interface InProcessBusOptions {
  /** Largest message in bytes. Default 1 MiB, the default of a NATS broker, so that what works here works there. */
  readonly maxPayload?: number;
}

/**
 * Carries calls between arms of one process. Nothing but bytes gets across, as over a broker: a handler never sees the
 * caller's objects, defaults and checks apply alike, and neither a stack nor a cause leaks.
 */
export class InProcessBus implements OperationTransport, CallCarrier {
  readonly transport = 'in-process';
  readonly #dispatchers = new Set<OperationDispatcher>();
  readonly #maxPayload: number;

  constructor({ maxPayload = NATS_MAX_PAYLOAD }: InProcessBusOptions = {}) {
    this.#maxPayload = maxPayload;
  }

  /** Several dispatchers, one per arm, may serve on one bus. */
  start(dispatcher: OperationDispatcher): Promise<void> {
    this.#dispatchers.add(dispatcher);
    return Promise.resolve();
  }

  stopAccepting(): Promise<void> {
    this.#dispatchers.clear();
    return Promise.resolve();
  }

  close(): Promise<void> {
    return this.stopAccepting();
  }

  health(): TransportHealth {
    const served = [...this.#dispatchers].reduce((sum, dispatcher) => sum + dispatcher.operations().length, 0);
    return { transport: 'in-process', healthy: served > 0, detail: `serves ${served} operations` };
  }

  async request(operation: AnyOperation, input: unknown, call: OutgoingCall): Promise<unknown> {
    const frames = this.stream(operation, input, call);
    for (;;) {
      const step = await frames.next();
      if (step.done) return step.value;
    }
  }

  async *stream(
    operation: AnyOperation,
    input: unknown,
    call: OutgoingCall,
  ): AsyncGenerator<unknown, unknown, undefined> {
    const payload = encodeInput(input);
    checkPayload(payload.byteLength, this.#maxPayload);
    const dispatcher = this.#find(operation);
    try {
      let annotations: Annotations | undefined;
      const now = SYSTEM_RUNTIME.now();
      const incoming: IncomingCall = {
        ...decodeCall(encodeCallHeaders(call, now), payload, now),
        transport: this.transport,
        onAnnotations: (given) => (annotations = given),
      };
      const frames = dispatcher.invokeUnder(operation, incoming, call.cancellation);
      try {
        for (;;) {
          const step = await frames.next();
          if (step.done) {
            const output = this.#across(step.value);
            if (annotations) call.onAnnotations?.(annotations);
            return output;
          }
          yield this.#across(step.value);
        }
      } finally {
        await frames.return(undefined);
      }
    } catch (thrown) {
      // Aborted here, so the reason is the caller's own and has crossed nothing.
      throwIfCancelled(call.cancellation);
      throw decodeError(decodeAnswer(encodeError(ArbiterError.from(thrown))));
    }
  }

  #across(answer: unknown): unknown {
    const payload = encodeAnswer(answer);
    checkPayload(payload.byteLength, this.#maxPayload);
    return decodeAnswer(payload);
  }

  #find(operation: AnyOperation): OperationDispatcher {
    for (const dispatcher of this.#dispatchers) {
      if (dispatcher.serves(operation)) return dispatcher;
    }
    throw new ArbiterError('UNAVAILABLE', `No arm serves ${operation.name}.`, {
      details: { operation: operation.name, reason: NO_RESPONDERS },
    });
  }
}

/** Calls the operations that are served on a bus in this process. Closing it leaves the bus as it is. */
export class InProcessOperationClient extends CarriedOperationClient {
  constructor(bus: InProcessBus, options: OperationClientOptions = {}) {
    super(
      {
        transport: bus.transport,
        request: (operation, input, call) => bus.request(operation, input, call),
        stream: (operation, input, call) => bus.stream(operation, input, call),
        close: () => Promise.resolve(),
      },
      options,
    );
  }
}
