import type { AnyOperation, OperationEvent, OperationOutput, OperationRequest } from '@arbiter/contracts';
import type * as standalone from '@arbiter/standalone';

export interface LibraryCallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds from now; the operation's own default when absent. */
  readonly deadlineMs?: number;
}

/** The operations of a library, whoever serves them. Everything it throws is an ArbiterError. */
export interface OperationCaller {
  request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options?: LibraryCallOptions,
  ): Promise<OperationOutput<O>>;
  /** Yields the events, returns the output. Ending the iteration early cancels the operation. */
  stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options?: LibraryCallOptions,
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined>;
}

/** A library that a command works on: in this process, or behind a server. */
export interface Library extends OperationCaller {
  /** For people: a folder or an address. */
  readonly place: string;
  /** Whether paths mean the same to the library as to us. */
  readonly sharesDisk: boolean;
  close(): Promise<void>;
}

export type {
  DoctorFinding,
  EffectiveConfiguration,
  Holder,
  Reader,
  Standalone,
  StandaloneOptions,
} from '@arbiter/standalone';

/** What of the engine the commands use. */
export type StandaloneModule = Pick<
  typeof standalone,
  | 'startStandalone'
  | 'examine'
  | 'runningServer'
  | 'effectiveConfiguration'
  | 'domainFolders'
  | 'ignoredHere'
  | 'unreadHere'
  | 'openReader'
  | 'backUp'
  | 'verifyBackupFile'
  | 'restore'
>;

/** Loaded when a command wants it: help, usage errors and a client of a server need no engine. */
export function loadStandalone(): Promise<StandaloneModule> {
  return import('@arbiter/standalone');
}
