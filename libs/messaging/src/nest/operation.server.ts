import { type AnyOperation, ArbiterError, type ErrorCode, OPERATIONS } from '@arbiter/contracts';
import { HttpException } from '@nestjs/common';
import { type CustomTransportStrategy, type MessageHandler, RpcException, Server } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { OperationDispatcher, OperationTransport } from '../dispatch/operation.dispatcher.js';
import type { OperationContext } from '../operation-call.js';

const DRAIN_MS = 10_000;

/** What Nest throws when a guard of a message handler says no. */
const GUARD_REFUSAL = 'Forbidden resource';

export interface OperationServerOptions {
  readonly dispatcher: OperationDispatcher;
  readonly transports: readonly OperationTransport[];
  /** Milliseconds that running calls get at shutdown, asked when it begins. Default 10 000. */
  readonly drainMs?: number | (() => number);
  /** What handlers may be for. Default: all there are. */
  readonly operations?: readonly AnyOperation[];
}

/** Nest's side of messaging: puts the controllers' handlers into the dispatcher and opens and closes the transports. */
export class OperationServer extends Server implements CustomTransportStrategy {
  readonly #dispatcher: OperationDispatcher;
  readonly #transports: readonly OperationTransport[];
  readonly #drainMs: () => number;
  readonly #operations: ReadonlyMap<string, AnyOperation>;
  #closing: Promise<void> | null = null;

  constructor({ dispatcher, transports, drainMs = DRAIN_MS, operations = OPERATIONS }: OperationServerOptions) {
    super();
    this.#dispatcher = dispatcher;
    this.#transports = transports;
    this.#drainMs = typeof drainMs === 'number' ? () => drainMs : drainMs;
    this.#operations = new Map(operations.map((operation) => [operation.name, operation]));
  }

  /** Calls back with the error when a handler is for no known operation or a transport does not start. */
  async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      for (const [pattern, handler] of this.getHandlers()) this.#register(pattern, handler);
      for (const transport of this.#transports) await transport.start(this.#dispatcher);
    } catch (error) {
      callback(error);
      return;
    }
    callback();
  }

  /** Takes no new call, lets the running ones finish within the grace, closes the transports. */
  close(): Promise<void> {
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  on(): never {
    throw new ArbiterError('INTERNAL', 'An OperationServer emits no events; observe its dispatcher.');
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the base class has it so
  unwrap<T>(): T {
    return this.#dispatcher as T;
  }

  #register(pattern: string, handler: MessageHandler): void {
    const operation = this.#operations.get(pattern);
    if (!operation || handler.isEventHandler) {
      throw new ArbiterError(
        'INTERNAL',
        `A message handler is for "${pattern}", which is no operation of the contracts.`,
      );
    }
    const run = operation.events ? streamNestHandler : runNestHandler;
    this.#dispatcher.register(operation, (input, context) => run(handler, input, context));
  }

  async #shutDown(): Promise<void> {
    await Promise.all(this.#transports.map((transport) => transport.stopAccepting()));
    await this.#dispatcher.drain(this.#drainMs());
    await Promise.all(this.#transports.map((transport) => transport.close()));
  }
}

/** Runs guards, pipes, interceptors and the method. @returns its output, or the generator of a method that streams */
async function runNestHandler(handler: MessageHandler, input: unknown, context: OperationContext): Promise<unknown> {
  try {
    const handed: unknown = await handler(input, context);
    // Nest hands on an observable when an interceptor is involved, and errors through one.
    return isObservable(handed) ? await lastValueFrom(handed) : handed;
  } catch (thrown) {
    throw translateNestError(thrown);
  }
}

async function* streamNestHandler(
  handler: MessageHandler,
  input: unknown,
  context: OperationContext,
): AsyncGenerator<unknown, unknown, undefined> {
  const result = await runNestHandler(handler, input, context);
  if (!isGenerator(result)) return result;
  try {
    return yield* result;
  } catch (thrown) {
    throw translateNestError(thrown);
  }
}

function isGenerator(value: unknown): value is AsyncGenerator<unknown, unknown, undefined> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'INVALID_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
};

/** Nest's exceptions in our terms, where they have a counterpart; anything else as it is. */
function translateNestError(thrown: unknown): unknown {
  if (thrown instanceof RpcException && thrown.message === GUARD_REFUSAL) {
    return new ArbiterError('FORBIDDEN', 'A guard refused the call.', { cause: thrown });
  }
  const code = thrown instanceof HttpException ? CODES[thrown.getStatus()] : undefined;
  return code && thrown instanceof HttpException ? new ArbiterError(code, thrown.message, { cause: thrown }) : thrown;
}
