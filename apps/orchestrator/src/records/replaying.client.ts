import type { AnyOperation, OperationEvent, OperationOutput, OperationRequest, RecordedCall } from '@arbiter/contracts';
import type { CallOptions, OperationClient } from '@arbiter/messaging';
import { outcomeOf, type CallScript } from './call-script.js';

/** Answers calls as they were answered before, failures included. Asks nobody. */
export class ReplayingClient implements OperationClient {
  constructor(private readonly script: CallScript) {}

  /** @throws ArbiterError as recorded; CONFLICT for a request that the record does not hold; the caller's own reason */
  async request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions = {},
  ): Promise<OperationOutput<O>> {
    return concludeCall<O>(await this.#take(operation, input, options), options);
  }

  /** As {@link request}, the events before the output. */
  async *stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions = {},
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined> {
    const call = await this.#take(operation, input, options);
    yield* call.events as OperationEvent<O>[];
    return concludeCall<O>(call, options);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #take(operation: AnyOperation, input: unknown, { parent, signal }: CallOptions): Promise<RecordedCall> {
    parent?.signal.throwIfAborted();
    signal?.throwIfAborted();
    return this.script.take(operation.name, input);
  }
}

function concludeCall<O extends AnyOperation>(call: RecordedCall, { onAnnotations }: CallOptions): OperationOutput<O> {
  const output = outcomeOf(call);
  const annotations = Object.entries(call.annotations);
  if (annotations.length > 0) onAnnotations?.(new Map(annotations));
  return output as OperationOutput<O>;
}
