import type { Worker } from 'node:worker_threads';
import { ArbiterError } from '@arbiter/contracts';
import { startThread } from './start-thread.js';
import type { CallTable, ModelProblem, ThreadReply, ThreadRequest, ThreadSettings } from './worker/thread-protocol.js';

/** A thread that dies this often, with no finished call in between, is not started again. */
export const MAX_CONSECUTIVE_CRASHES = 3;

/** Characters that the thread turns into tokens before it looks for other work: some 50 ms. */
const SLICE_CHARACTERS = 200_000;

interface InferenceThreadOptions {
  /** Name of the model. */
  readonly model: string;
  /** What begins the sentences of errors: `The embedder of all-MiniLM-L6-v2`. */
  readonly subject: string;
  /** Settings of the thread, besides the guard. */
  readonly settings: Omit<ThreadSettings, 'guard'> & Readonly<Record<string, unknown>>;
  /** JavaScript module that speaks thread-protocol.ts. */
  readonly entry: URL;
  /** The error that tells the caller about an unusable model. */
  readonly describeProblem: (problem: ModelProblem) => ArbiterError;
}

interface PendingCall {
  readonly resolve: (output: never) => void;
  readonly reject: (reason: ArbiterError) => void;
}

/**
 * The worker thread seen from the event loop: started by the first call, again by the first call after a crash, and
 * gone after `close`. While no call is open it does not keep the process alive.
 */
export class InferenceThread<C extends CallTable<C>> {
  readonly #pending = new Map<number, PendingCall>();
  #worker: Worker | null = null;
  #nextId = 0;
  #crashes = 0;
  #closed: Promise<void> | null = null;

  constructor(private readonly options: InferenceThreadOptions) {}

  /**
   * @param transfer buffers of the input that are handed over and must not be used afterwards
   * @throws ArbiterError UNAVAILABLE when the model cannot be used, the thread dies, or `close` was called
   */
  call<N extends keyof C>(
    call: N,
    input: C[N]['input'],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<C[N]['output']> {
    if (this.#closed) return Promise.reject(this.#unavailable('has been closed: create a new one.'));
    if (this.#crashes >= MAX_CONSECUTIVE_CRASHES) {
      return Promise.reject(
        this.#unavailable(
          `has stopped ${this.#crashes} times in a row: restart this process, with more memory if it is short.`,
        ),
      );
    }
    const worker = (this.#worker ??= this.#start());
    const id = this.#nextId++;
    return new Promise<C[N]['output']>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, call, input }, transfer);
    });
  }

  /** Ends the thread after the call it is at; calls that are open are rejected at once. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    // Asked, not terminated: a thread torn out of native code takes the process with it (see exit-guard.mjs).
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage({ call: 'close' } satisfies ThreadRequest<C>);
    this.#rejectPending(this.#unavailable('has been closed: create a new one.'));
    await exited;
  }

  #start(): Worker {
    const { entry, model, settings, describeProblem } = this.options;
    const { worker, stopWaiting } = startThread(entry, model, settings);
    let cause: unknown;
    let problem: ArbiterError | null = null;
    worker.on('message', (reply: ThreadReply<C>) => {
      if (reply.type === 'unusable') problem = describeProblem(reply.problem);
      else if (reply.type !== 'ready') this.#settle(worker, reply);
    });
    worker.on('error', (error) => (cause = error));
    worker.on('exit', (code) => {
      stopWaiting();
      this.#worker = null;
      if (this.#closed) return;
      // A model that cannot be used is no crash: it may be repaired, and looking costs little.
      if (!problem) this.#crashes += 1;
      this.#rejectPending(
        problem ?? this.#unavailable('has stopped: try again, it starts anew.', cause ?? `exit code ${code}`),
      );
    });
    return worker;
  }

  #settle(worker: Worker, reply: Extract<ThreadReply<C>, { id: number }>): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if (this.#pending.size === 0 && !this.#closed) worker.unref();
    if (reply.type === 'done') {
      this.#crashes = 0;
      pending?.resolve(reply.output as never);
    } else {
      pending?.reject(this.#unavailable('could not work through its input: try again with less of it.', reply.reason));
    }
  }

  #rejectPending(reason: ArbiterError): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(reason);
  }

  #unavailable(predicate: string, cause?: unknown): ArbiterError {
    const { model, subject } = this.options;
    return new ArbiterError('UNAVAILABLE', `${subject} ${predicate}`, { details: { model }, cause });
  }
}

/** Runs of texts of at most {@link SLICE_CHARACTERS} together, a longer text by itself. */
export function* sliceTexts(texts: readonly string[]): Generator<string[]> {
  let slice: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (slice.length > 0 && characters + text.length > SLICE_CHARACTERS) {
      yield slice;
      slice = [];
      characters = 0;
    }
    slice.push(text);
    characters += text.length;
  }
  if (slice.length > 0) yield slice;
}
