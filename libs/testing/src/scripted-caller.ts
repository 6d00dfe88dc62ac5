import {
  ArbiterError,
  type AnyOperation,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
  type Principal,
} from '@arbiter/contracts';

/** Options of a call, besides its input. */
export interface ScriptedCallOptions {
  /** One that is never aborted where the caller gives none. */
  readonly signal: AbortSignal;
  readonly deadlineMs?: number;
  readonly origin?: { readonly requestId: string; readonly principal?: Principal | null };
}

export interface ScriptedCall {
  readonly operation: string;
  /** With its defaults filled in. */
  readonly input: unknown;
  readonly options: ScriptedCallOptions;
}

/**
 * What an operation does: an error that is thrown; events, then an output; or a function of the input that gives an output, or
 * a generator of events that returns it.
 */
export type Script =
  | Error
  | { readonly events?: readonly unknown[]; readonly output: unknown }
  | ((
      input: never,
      options: ScriptedCallOptions,
    ) => object | Promise<unknown> | AsyncGenerator<unknown, unknown, undefined>);

/**
 * Operations by a script, by name; one that is not in it is UNAVAILABLE. Inputs, events and outputs must be what the contracts
 * say, as over any transport.
 */
export class ScriptedCaller {
  readonly calls: ScriptedCall[] = [];

  constructor(private readonly scripts: Readonly<Record<string, Script>>) {}

  async request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: Partial<ScriptedCallOptions> = {},
  ): Promise<OperationOutput<O>> {
    const events = this.stream(operation, input, options);
    let next = await events.next();
    while (!next.done) next = await events.next();
    return next.value;
  }

  async *stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: Partial<ScriptedCallOptions> = {},
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined> {
    const parsed: unknown = operation.input.parse(input);
    const complete = { ...options, signal: options.signal ?? new AbortController().signal };
    this.calls.push({ operation: operation.name, input: parsed, options: complete });
    const script = this.scripts[operation.name];
    if (script === undefined) throw new ArbiterError('UNAVAILABLE', `nobody serves ${operation.name}`);
    if (script instanceof Error) throw script;
    const made: unknown = typeof script === 'function' ? script(parsed as never, complete) : play(script);
    if (!isGenerator(made)) return operation.output.parse(await made) as OperationOutput<O>;
    let next = await made.next();
    while (!next.done) {
      yield operation.events?.parse(next.value) as OperationEvent<O>;
      next = await made.next();
    }
    return operation.output.parse(next.value) as OperationOutput<O>;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

async function* play({ events = [], output }: { readonly events?: readonly unknown[]; readonly output: unknown }) {
  await Promise.resolve();
  yield* events;
  return output;
}

function isGenerator(made: unknown): made is AsyncGenerator<unknown, unknown, undefined> {
  return typeof made === 'object' && made !== null && Symbol.asyncIterator in made;
}
