import {
  ArbiterError,
  type AnyOperation,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
} from '@arbiter/contracts';
import type { LibraryCallOptions, OperationCaller } from '../src/library/library.js';

export interface ScriptedCall {
  readonly operation: string;
  readonly input: unknown;
}

/** What an operation does: events to yield, then an output to return; or a function of the input, or an error to throw. */
export type Script =
  | ArbiterError
  | { readonly events?: readonly unknown[]; readonly output: unknown }
  | ((input: never, options: LibraryCallOptions) => Promise<unknown>);

/** A library that answers by a script. Inputs and outputs must be what the contracts say, as over any transport. */
export class ScriptedLibrary implements OperationCaller {
  readonly calls: ScriptedCall[] = [];

  constructor(private readonly scripts: Readonly<Record<string, Script>>) {}

  async request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: LibraryCallOptions = {},
  ): Promise<OperationOutput<O>> {
    const events = this.stream(operation, input, options);
    let next = await events.next();
    while (!next.done) next = await events.next();
    return next.value;
  }

  async *stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: LibraryCallOptions = {},
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined> {
    const parsed: unknown = operation.input.parse(input);
    this.calls.push({ operation: operation.name, input: parsed });
    const script = this.scripts[operation.name];
    if (script === undefined) throw new ArbiterError('UNAVAILABLE', `nobody serves ${operation.name}`);
    if (script instanceof ArbiterError) throw script;
    if (typeof script === 'function')
      return operation.output.parse(await script(parsed as never, options)) as OperationOutput<O>;
    for (const event of script.events ?? []) yield operation.events?.parse(event) as OperationEvent<O>;
    return operation.output.parse(script.output) as OperationOutput<O>;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
