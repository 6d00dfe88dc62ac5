import { Worker } from 'node:worker_threads';
import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import type { Recognition } from '@arbiter/adapters-pdf';
import type { ParseRequest, Picture, RecognisedLine } from '@arbiter/ports';
import type { ReadDocument } from '../parse-document.js';

/** The compiled module, because a thread loads no TypeScript. The relative path is the same from `src` and `dist`. */
const ENTRY = new URL('../../../dist/parse/isolated/parse.thread.js', import.meta.url);

export interface ParserThreadLimits {
  /** Wall-clock limit for one document, in milliseconds. */
  readonly timeMs: number;
  /** Limit of the thread's JavaScript heap, in MiB. It covers texts and objects, not the bytes of the document. */
  readonly memoryMib: number;
}

/**
 * A thread that reads one document at a time, so that a malicious file cannot block the event loop or exhaust the memory of the
 * process. The first document starts the thread, and the first one after a termination restarts it. An idle thread does not
 * keep the process alive.
 */
export class ParserThread {
  #worker: Worker | null = null;

  /** @param entry module that answers each `ThreadRequest` with a `ThreadReply` */
  constructor(
    private readonly limits: ParserThreadLimits,
    private readonly recognition: Recognition | null = null,
    private readonly entry: URL = ENTRY,
  ) {}

  /**
   * @throws ArbiterError INVALID_REQUEST for a document that is unreadable or exceeds the limits; the signal's reason when the
   *   caller has gone. A limit or an abort ends the thread.
   */
  async read({ name, bytes, language, signal }: ParseRequest): Promise<ReadDocument> {
    signal.throwIfAborted();
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    const stop = new AbortController();
    try {
      const answered = replyOf(worker, stop.signal, (picture) => void this.#recognise(worker, picture, stop.signal));
      worker.postMessage({ name, bytes, language } satisfies ThreadRequest);
      const reply = await Promise.race([answered, this.#tooLate(name, stop.signal), gone(signal, stop.signal)]);
      worker.unref();
      if (reply.type === 'read') return reply.document;
      throw new ArbiterError(reply.code, reply.message, { details: reply.details, cause: reply.cause });
    } catch (error) {
      if (error instanceof ThreadFailure) throw this.#refusal(name, error);
      // A thread that has replied is fit for the next document.
      if (signal.aborted || error instanceof TimeLimitError) await this.close();
      throw error instanceof TimeLimitError ? error.refusal : error;
    } finally {
      stop.abort();
    }
  }

  /** Ends the thread, even while it reads. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.entry, {
      name: 'parser',
      // A reader of untrusted files needs no keys.
      env: {},
      execArgv: [],
      workerData: { maxRecognisedPages: this.recognition?.maxPages ?? 0 } satisfies ThreadSettings,
      resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMib },
    });
    const forget = (): void => {
      if (this.#worker === worker) this.#worker = null;
    };
    worker.on('exit', forget);
    // Without a listener, an error would end the process. A pending read has its own listener.
    worker.on('error', forget);
    return worker;
  }

  async #recognise(worker: Worker, picture: Picture, stopped: AbortSignal): Promise<void> {
    try {
      const lines = (await this.recognition?.recogniser.recognise(picture, stopped)) ?? [];
      worker.postMessage({ type: 'recognised', lines } satisfies ThreadRequest);
    } catch (thrown) {
      const { code, message } = ArbiterError.from(thrown);
      worker.postMessage({ type: 'unrecognised', code, message } satisfies ThreadRequest);
    }
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

/** The thread died while reading a document. */
class ThreadFailure extends Error {
  constructor(cause: unknown) {
    super('the parser thread stopped', { cause });
  }
}

/** @param recognise is given the pictures that the thread asks about before it replies */
function replyOf(
  worker: Worker,
  stopped: AbortSignal,
  recognise: (picture: Picture) => void,
): Promise<Exclude<ThreadReply, { type: 'recognise' }>> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => reject(new ThreadFailure(cause));
    const listen = (message: ThreadReply): void =>
      message.type === 'recognise' ? recognise(message.picture) : resolve(message);
    const listeners = [
      ['message', listen],
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

export interface ThreadSettings {
  /** Scanned pages of one document that the thread may ask about, ≥ 0. */
  readonly maxRecognisedPages: number;
}

/** A document, at most one at a time, or what became of the picture that the thread has asked about. */
export type ThreadRequest =
  | { readonly name: string; readonly bytes: Uint8Array; readonly language?: string | undefined }
  | { readonly type: 'recognised'; readonly lines: readonly RecognisedLine[] }
  | { readonly type: 'unrecognised'; readonly code: ErrorCode; readonly message: string };

/** Errors lose their class between threads. An ArbiterError travels as its fields, any other error as its log entry. */
export type ThreadReply =
  | { readonly type: 'recognise'; readonly picture: Picture }
  | { readonly type: 'read'; readonly document: ReadDocument }
  | {
      readonly type: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: Readonly<Record<string, unknown>>;
      readonly cause: string;
    };
