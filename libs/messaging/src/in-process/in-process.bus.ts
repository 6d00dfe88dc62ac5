import { type AnyOperation, ArbiterError } from '@arbiter/contracts';
import type { Annotations } from '../call/annotations.js';
import {
  type CallCarrier,
  CarriedOperationClient,
  NO_RESPONDERS,
  type OperationClientOptions,
} from '../client/carried-operation.client.js';
import type { OperationDispatcher, OperationTransport, TransportHealth } from '../dispatch/operation.dispatcher.js';
import type { IncomingCall } from '../operation-call.js';
import type { OutgoingCall } from '../wire/call.headers.js';
import { answerJson, checkPayload, decodeAnswer, decodeError, encodeError, inputJson } from '../wire/message.codec.js';

const NATS_MAX_PAYLOAD = 1_048_576;

export interface InProcessBusOptions {
  /** Largest message in bytes. Default 1 MiB, the default of a NATS broker, so that what works here works there. */
  readonly maxPayload?: number;
}

/**
 * Carries calls between arms of one process. Nothing but JSON gets across, as over a broker: a handler never sees the
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
    const copy = this.#across(inputJson(input));
    const dispatcher = this.#find(operation);
    try {
      const arrived = arrivedWith(copy, call);
      const output = await dispatcher.answerUnder(operation, arrived, call.cancellation);
      return this.#answered(output, arrived, call);
    } catch (thrown) {
      throw acrossError(thrown, call);
    }
  }

  async *stream(
    operation: AnyOperation,
    input: unknown,
    call: OutgoingCall,
  ): AsyncGenerator<unknown, unknown, undefined> {
    const copy = this.#across(inputJson(input));
    const dispatcher = this.#find(operation);
    try {
      const arrived = arrivedWith(copy, call);
      const frames = dispatcher.invokeUnder(operation, arrived, call.cancellation);
      try {
        for (;;) {
          const step = await frames.next();
          if (step.done) return this.#answered(step.value, arrived, call);
          yield this.#across(answerJson(step.value));
        }
      } finally {
        await frames.return(undefined);
      }
    } catch (thrown) {
      throw acrossError(thrown, call);
    }
  }

  #answered(output: unknown, { annotations }: ArrivedCall, call: OutgoingCall): unknown {
    const copy = this.#across(answerJson(output));
    if (annotations) call.onAnnotations?.(annotations);
    return copy;
  }

  #across(json: string): unknown {
    checkPayload(Buffer.byteLength(json), this.#maxPayload);
    return JSON.parse(json);
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

interface ArrivedCall extends IncomingCall {
  /** What the handler said beside its output. */
  annotations: Annotations | undefined;
}

function arrivedWith(input: unknown, { requestId, traceparent, deadline, principal }: OutgoingCall): ArrivedCall {
  const arrived: ArrivedCall = {
    input,
    requestId,
    traceparent,
    deadline,
    principal: principal && { ...principal, groups: principal.groups && [...principal.groups] },
    transport: 'in-process',
    annotations: undefined,
    onAnnotations: (given) => (arrived.annotations = given),
  };
  return arrived;
}

/** An error as it comes out at the caller's side. */
function acrossError(thrown: unknown, { cancellation }: OutgoingCall): ArbiterError {
  // Aborted here, so the reason is the caller's own and has crossed nothing.
  return cancellation.reason ?? decodeError(decodeAnswer(encodeError(ArbiterError.from(thrown))));
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
