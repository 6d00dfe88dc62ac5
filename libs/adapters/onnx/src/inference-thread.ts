import { SHARE_ENV, Worker } from 'node:worker_threads';
import { ArbiterError } from '@arbiter/contracts';
import { STOP_WORDS } from '@arbiter/text';
import { describeModelProblem } from './describe-model-problem.js';
import type { EmbeddingModel } from './embedding-model.js';
import { createExitGuard, waitAtExit } from './worker/exit-guard.mjs';
import type {
  WorkerCallName,
  WorkerCalls,
  WorkerReply,
  WorkerRequest,
  WorkerSettings,
} from './worker/worker-protocol.js';

/** A thread that dies this often, with no finished call in between, is not started again. */
export const MAX_CONSECUTIVE_CRASHES = 3;

export interface InferenceThreadOptions {
  readonly model: EmbeddingModel;
  readonly threads: number;
  /** JavaScript module that speaks worker-protocol.ts. */
  readonly entry: URL;
}

interface PendingCall {
  readonly resolve: (output: never) => void;
  readonly reject: (reason: ArbiterError) => void;
}

/**
 * The worker thread seen from the event loop: started by the first call, again by the first call after a crash, and
 * gone after `close`. While no call is open it does not keep the process alive.
 */
export class InferenceThread {
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
  call<N extends WorkerCallName>(
    call: N,
    input: WorkerCalls[N]['input'],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<WorkerCalls[N]['output']> {
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
    return new Promise<WorkerCalls[N]['output']>((resolve, reject) => {
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
    worker.postMessage({ call: 'close' } satisfies WorkerRequest);
    this.#rejectPending(this.#unavailable('has been closed: create a new one.'));
    await exited;
  }

  #start(): Worker {
    const { entry, model, threads } = this.options;
    const guard = createExitGuard();
    const stopWaiting = waitAtExit(guard);
    const worker = new Worker(entry, {
      name: model.name,
      // With a copy of its own, the thread could not tell native code to send no telemetry (see sentence-encoder.mjs).
      env: SHARE_ENV,
      workerData: { model, threads, stopWords: [...STOP_WORDS], guard } satisfies WorkerSettings,
    });
    let cause: unknown;
    let problem: ArbiterError | null = null;
    worker.on('message', (reply: WorkerReply) => {
      if (reply.type === 'unusable') problem = describeModelProblem(model.name, reply.problem);
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

  #settle(worker: Worker, reply: Extract<WorkerReply, { id: number }>): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if (this.#pending.size === 0 && !this.#closed) worker.unref();
    if (reply.type === 'done') {
      this.#crashes = 0;
      pending?.resolve(reply.output as never);
    } else {
      pending?.reject(this.#unavailable('could not work through a text: try again with shorter texts.', reply.reason));
    }
  }

  #rejectPending(reason: ArbiterError): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(reason);
  }

  #unavailable(predicate: string, cause?: unknown): ArbiterError {
    const model = this.options.model.name;
    return new ArbiterError('UNAVAILABLE', `The embedder of ${model} ${predicate}`, { details: { model }, cause });
  }
}
