import {
  ArbiterError,
  type AnyOperation,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
} from '@arbiter/contracts';
import type { CallOptions, OperationCaller } from '../src/operation-caller.js';

export interface ScriptedCall {
  readonly operation: string;
  readonly input: unknown;
  readonly options: CallOptions;
}

/** What an operation does: an output, an error, or a generator of events that returns the output. */
export type Script =
  | ArbiterError
  | Error
  | object
  | ((input: never, options: CallOptions) => object | Promise<object> | AsyncGenerator<unknown, object, undefined>);

/** Operations by a script. Inputs, events and outputs must be what the contracts say, as with real ones. */
export class ScriptedCaller implements OperationCaller {
  readonly calls: ScriptedCall[] = [];

  constructor(private readonly scripts: Readonly<Record<string, Script>>) {}

  async request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions,
  ): Promise<OperationOutput<O>> {
    const events = this.stream(operation, input, options);
    let next = await events.next();
    while (!next.done) next = await events.next();
    return next.value;
  }

  async *stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions,
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined> {
    const parsed: unknown = operation.input.parse(input);
    this.calls.push({ operation: operation.name, input: parsed, options });
    const script = this.scripts[operation.name];
    if (script === undefined) throw new ArbiterError('UNAVAILABLE', `Nobody serves ${operation.name}.`);
    if (script instanceof Error) throw script;
    const made: unknown = typeof script === 'function' ? await script(parsed as never, options) : script;
    if (!isGenerator(made)) return operation.output.parse(made) as OperationOutput<O>;
    let next = await made.next();
    while (!next.done) {
      yield operation.events?.parse(next.value) as OperationEvent<O>;
      next = await made.next();
    }
    return operation.output.parse(next.value) as OperationOutput<O>;
  }
}

function isGenerator(made: unknown): made is AsyncGenerator<unknown, unknown, undefined> {
  return typeof made === 'object' && made !== null && Symbol.asyncIterator in made;
}
