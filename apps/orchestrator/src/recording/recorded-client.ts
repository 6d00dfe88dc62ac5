import {
  ArbiterError,
  ModelReport,
  takesModelTerms,
  type AnyOperation,
  type ModelTerms,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
  type RecordedCall,
} from '@arbiter/contracts';
import type { Annotations, CallOptions, OperationClient } from '@arbiter/messaging';
import type { CallLog, OpenCall } from './call-log.js';
import { outcomeOf, type CallScript } from './call-script.js';

/**
 * Passes calls on and logs their results. Closing it closes nothing: the client it wraps serves other answers.
 *
 * It adds the budget of language models to requests and removes the models' calls from outputs. The answering code sees
 * neither, so it does the same on a replay, whatever the budget is then.
 */
export class RecordingClient implements OperationClient {
  /** @param terms of the next call that may ask a language model */
  constructor(
    private readonly client: OperationClient,
    private readonly log: CallLog,
    private readonly terms: () => ModelTerms = () => ({}),
  ) {}

  async request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions = {},
  ): Promise<OperationOutput<O>> {
    const call = this.log.begin(operation.name, operation, input);
    try {
      const sent = this.withTerms(operation, input, call);
      const output = await this.client.request(operation, sent, listening(call, options));
      return succeeded<O>(call, output);
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
    const sent = this.withTerms(operation, input, call);
    const events = this.client.stream(operation, sent, listening(call, options));
    let isOver = false;
    try {
      for (let next = await events.next(); ; next = await events.next()) {
        if (next.done) {
          isOver = true;
          return succeeded<O>(call, next.value);
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
        // The reader has left, so the callee must be told, too.
        call.failed(new ArbiterError('CANCELLED', 'The caller went away.'));
        await events.return(undefined as never);
      }
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private withTerms<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    call: OpenCall,
  ): OperationRequest<O> {
    if (!takesModelTerms(operation)) return input;
    const { budget: left, includePrompts } = this.terms();
    const { budget: asked } = input as ModelTerms;
    // A step may ask for less than the answer has left.
    const budget = left && asked ? { maxTokens: Math.min(left.maxTokens, asked.maxTokens) } : (left ?? asked);
    if (budget) call.granted(budget);
    const terms: ModelTerms = { ...(budget && { budget }), ...(includePrompts && { includePrompts }) };
    return { ...(input as object), ...terms } as OperationRequest<O>;
  }
}

const Asked = ModelReport.pick({ modelCalls: true });

/** @returns the output without the models' calls, which go into the log */
function succeeded<O extends AnyOperation>(call: OpenCall, output: OperationOutput<O>): OperationOutput<O> {
  const { modelCalls } = Asked.safeParse(output).data ?? {};
  if (!modelCalls) {
    call.succeeded(output);
    return output;
  }
  const { modelCalls: _, ...rest } = output as { readonly modelCalls: unknown };
  call.asked(modelCalls);
  call.succeeded(rest);
  return rest as OperationOutput<O>;
}

function listening(call: OpenCall, options: CallOptions): CallOptions {
  const onAnnotations = (annotations: Annotations): void => {
    call.annotated(annotations);
    options.onAnnotations?.(annotations);
  };
  return { ...options, onAnnotations };
}

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
