import { expect } from '@jest/globals';
import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import type {
  DispatcherOptions,
  OperationClient,
  OperationContext,
  OperationDispatcher,
  OperationTransport,
} from '../src/index.js';
import { echo } from './contract.operations.js';

/** A dispatcher served over a transport, and a client that reaches it through the same. */
export interface Rig {
  readonly client: OperationClient;
  readonly transport: OperationTransport;
  close(): Promise<void>;
}

/** Serves what `serve` registers; closed after the test. */
export type OpenServed = (
  serve: (dispatcher: OperationDispatcher) => void,
  options?: DispatcherOptions,
) => Promise<Rig & { readonly dispatcher: OperationDispatcher }>;

export const never = (): Promise<never> => new Promise(() => undefined);

/** Resolves once the signal of a call aborts, with what it says. */
export function abortOf({ signal }: OperationContext): Promise<ErrorCode> {
  return new Promise((resolve) => {
    const tell = (): void => resolve((signal.reason as ArbiterError).code);
    if (signal.aborted) tell();
    else signal.addEventListener('abort', tell, { once: true });
  });
}

export async function failureOf(promise: Promise<unknown>): Promise<ArbiterError> {
  const thrown: unknown = await promise.then(
    () => 'nothing',
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(ArbiterError);
  return thrown as ArbiterError;
}

/** Registers an echo that repeats as often as it is told. */
export function echoing(dispatcher: OperationDispatcher): void {
  dispatcher.register(echo, ({ text, times }) => Promise.resolve({ text: text.repeat(times) }));
}

/** A handler that counts up to, and not including, `to`. */
export async function* counting({ to }: { to: number }): AsyncGenerator<{ n: number }, { counted: number }, undefined> {
  for (let n = 0; n < to; n += 1) yield { n: await Promise.resolve(n) };
  return { counted: to };
}
