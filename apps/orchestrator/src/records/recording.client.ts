import {
  ArbiterError,
  type AnyOperation,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
} from '@arbiter/contracts';
import type { Annotations, CallOptions, OperationClient } from '@arbiter/messaging';
import type { CallLog, OpenCall } from './call-log.js';

/** Passes calls on and logs what came of them. Closing it closes nothing: the client it wraps serves other answers. */
export class RecordingClient implements OperationClient {
  constructor(
    private readonly client: OperationClient,
    private readonly log: CallLog,
  ) {}

  async request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions = {},
  ): Promise<OperationOutput<O>> {
    const call = this.log.begin(operation.name, operation, input);
    try {
      const output = await this.client.request(operation, input, listening(call, options));
      call.succeeded(output);
      return output;
    } catch (thrown) {
      call.failed(thrown);
      throw thrown;
    }
  }

  async *stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions = {},
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined> {
    const call = this.log.begin(operation.name, operation, input);
    const events = this.client.stream(operation, input, listening(call, options));
    let isOver = false;
    try {
      for (let next = await events.next(); ; next = await events.next()) {
        if (next.done) {
          isOver = true;
          call.succeeded(next.value);
          return next.value;
        }
        call.event(next.value);
        yield next.value;
      }
    } catch (thrown) {
      isOver = true;
      call.failed(thrown);
      throw thrown;
    } finally {
      if (!isOver) {
        // The reader has lost interest, so that the callee must hear of it, too.
        call.failed(new ArbiterError('CANCELLED', 'The caller went away.'));
        await events.return(undefined as never);
      }
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function listening(call: OpenCall, options: CallOptions): CallOptions {
  const onAnnotations = (annotations: Annotations): void => {
    call.annotated(annotations);
    options.onAnnotations?.(annotations);
  };
  return { ...options, onAnnotations };
}
