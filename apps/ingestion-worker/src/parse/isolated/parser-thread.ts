import { Worker } from 'node:worker_threads';
import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import type { ParseRequest } from '@arbiter/ports';
import type { RecognitionSettings } from '../document-parsers.js';
import type { ReadDocument } from '../parse-document.js';

/** The compiled module: a thread reads no TypeScript, and this file lies as deep in `src` as in `dist`. */
const ENTRY = new URL('../../../dist/parse/isolated/parse.thread.js', import.meta.url);

export interface ParserThreadLimits {
  /** Wall clock for one document, in milliseconds. */
  readonly timeMs: number;
  /** Of the thread's JavaScript heap, in MiB; texts and objects of one document, not its bytes. */
  readonly memoryMib: number;
}

/**
 * A thread that reads one document at a time, so that a file which means harm takes neither the event loop nor the memory
 * of the process. Started by the first document, again by the first after it had to be ended; it does not keep the process
 * alive while it waits.
 */
export class ParserThread {
  #worker: Worker | null = null;

  /** @param entry module that answers `ThreadRequest`s with `ThreadReply`s */
  constructor(
    private readonly limits: ParserThreadLimits,
    private readonly recognition: RecognitionSettings | null = null,
    private readonly entry: URL = ENTRY,
  ) {}

  /**
   * @throws ArbiterError INVALID_REQUEST when the document cannot be read, or not within the limits; the signal's reason
   *   when the caller went. Of both the thread is ended.
   */
  async read({ name, bytes, signal }: ParseRequest): Promise<ReadDocument> {
    signal.throwIfAborted();
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    const stop = new AbortController();
    try {
      const answered = replyOf(worker, stop.signal);
      worker.postMessage({ name, bytes } satisfies ThreadRequest);
      const reply = await Promise.race([answered, this.#tooLate(name, stop.signal), gone(signal, stop.signal)]);
      worker.unref();
      if (reply.type === 'read') return reply.document;
      throw new ArbiterError(reply.code, reply.message, { details: reply.details, cause: reply.cause });
    } catch (error) {
      if (error instanceof ThreadFailure) throw this.#refusal(name, error);
      // What the thread has answered to leaves it fit for the next document.
      if (signal.aborted || error instanceof TimeLimitError) await this.close();
      throw error instanceof TimeLimitError ? error.refusal : error;
    } finally {
      stop.abort();
    }
  }

  /** Ends the thread, whatever it is at. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.entry, {
      name: 'parser',
      // A reader of other people's files needs no keys.
      env: {},
      execArgv: [],
      workerData: this.recognition,
      resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMib },
    });
    const forget = (): void => {
      if (this.#worker === worker) this.#worker = null;
    };
    worker.on('exit', forget);
    // Without a listener, an error would end the process; who waits for a reply has one of its own.
    worker.on('error', forget);
    return worker;
  }

  #tooLate(name: string, stopped: AbortSignal): Promise<never> {
    const { timeMs } = this.limits;
    return new Promise((_, reject) => {
      const seconds = Math.round(timeMs / 100) / 10;
      const refusal = new ArbiterError('INVALID_REQUEST', `${name} could not be read within ${seconds} seconds.`, {
        details: { name, seconds },
      });
      const timer = setTimeout(() => reject(new TimeLimitError(refusal)), timeMs);
      stopped.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });
  }

  #refusal(name: string, { cause }: ThreadFailure): ArbiterError {
    const { memoryMib } = this.limits;
    const outOfMemory =
      typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const problem = outOfMemory ? `needs more than ${memoryMib} MiB of memory to be read.` : 'made its reader stop.';
    return new ArbiterError('INVALID_REQUEST', `${name} ${problem}`, { details: { name }, cause });
  }
}

class TimeLimitError extends Error {
  constructor(readonly refusal: ArbiterError) {
    super(refusal.message);
  }
}

/** The thread died over a document. */
class ThreadFailure extends Error {
  constructor(cause: unknown) {
    super('the parser thread stopped', { cause });
  }
}

function replyOf(worker: Worker, stopped: AbortSignal): Promise<ThreadReply> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => reject(new ThreadFailure(cause));
    const listeners = [
      ['message', resolve],
      ['messageerror', fail],
      ['error', fail],
      ['exit', fail],
    ] as const;
    for (const [event, listener] of listeners) worker.on(event, listener);
    stopped.addEventListener(
      'abort',
      () => {
        for (const [event, listener] of listeners) worker.off(event, listener);
      },
      { once: true },
    );
  });
}

function gone(signal: AbortSignal, stopped: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true, signal: stopped });
  });
}

/** What the thread is asked, one at a time. */
export interface ThreadRequest {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Errors lose their class between threads: ours travel by their parts, a stranger's as what is logged of it. */
export type ThreadReply =
  | { readonly type: 'read'; readonly document: ReadDocument }
  | {
      readonly type: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: Readonly<Record<string, unknown>>;
      readonly cause: string;
    };
