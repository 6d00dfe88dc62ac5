import { Worker } from 'node:worker_threads';
import { ArbiterError } from '@arbiter/contracts';
import { abortable } from '../resilience/abortable.js';
import { errorOf, outcomeOf, type ThreadMessage, type ThreadReply } from './thread-reply.js';

export interface ThreadLimits {
  /** Wall-clock limit for one request, in milliseconds. */
  readonly timeMs: number;
  /** Limit of the thread's JavaScript heap, in MiB. It covers texts and objects, not bytes. */
  readonly memoryMib: number;
}

interface BoundedThreadOptions {
  readonly name: string;
  /** A compiled module that calls `answerRequests`: a thread loads no TypeScript. */
  readonly entry: URL;
  readonly limits: ThreadLimits;
  /** Handed to the thread when it starts. */
  readonly data?: unknown;
  /** What is done with the subject of a request, for errors: "… could not be read within 9 seconds." */
  readonly done: 'read' | 'drawn';
  /** Answers what the thread asks by `askOwner`; aborted when its request ends. */
  readonly answer?: (question: unknown, signal: AbortSignal) => Promise<unknown>;
}

/**
 * A thread that works on one request at a time, so that a malicious file cannot block the event loop or exhaust the memory of the
 * process. The first request starts the thread, and the first one after a termination restarts it. An idle thread does not
 * keep the process alive.
 */
export class BoundedThread<Request, Output> {
  #worker: Worker | null = null;

  constructor(private readonly options: BoundedThreadOptions) {}

  /**
   * @param subject names what is worked on, at the start of errors
   * @throws ArbiterError of the thread; INVALID_REQUEST when a limit is exceeded or the thread dies; the signal's reason when the
   *   caller has gone. A limit or an abort ends the thread.
   */
  async ask(subject: string, request: Request, signal: AbortSignal): Promise<Output> {
    signal.throwIfAborted();
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    const stop = new AbortController();
    try {
      const answered = this.#replyOf(worker, stop.signal);
      worker.postMessage(request);
      const reply = await abortable(signal, () => Promise.race([answered, this.#tooLate(subject, stop.signal)]));
      worker.unref();
      if (reply.type === 'done') return reply.output;
      throw errorOf(reply);
    } catch (error) {
      if (error instanceof ThreadFailure) throw this.#refusal(subject, error);
      // A thread that has replied is fit for the next request.
      if (signal.aborted || error instanceof TimeLimitError) await this.close();
      throw error instanceof TimeLimitError ? error.refusal : error;
    } finally {
      stop.abort();
    }
  }

  /** False before the first request, and after a thread has ended. */
  get isStarted(): boolean {
    return this.#worker !== null;
  }

  /** Ends the thread, even while it works. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #start(): Worker {
    const { name, entry, data, limits } = this.options;
    const worker = new Worker(entry, {
      name,
      // A reader of untrusted files needs no keys.
      env: {},
      execArgv: [],
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMib },
    });
    const forget = (): void => {
      if (this.#worker === worker) this.#worker = null;
    };
    worker.on('exit', forget);
    // Without a listener, an error would end the process. A pending request has its own listener.
    worker.on('error', forget);
    return worker;
  }

  #replyOf(worker: Worker, stopped: AbortSignal): Promise<ThreadReply<Output>> {
    return new Promise((resolve, reject) => {
      const fail = (cause: unknown): void => reject(new ThreadFailure(cause));
      const listen = (message: ThreadMessage<Output>): void => {
        if (message.type !== 'asks') resolve(message);
        else
          void outcomeOf(() => this.options.answer?.(message.question, stopped)).then((reply) =>
            worker.postMessage(reply),
          );
      };
      const listeners = [
        ['message', listen],
        ['messageerror', fail],
        ['error', fail],
        ['exit', fail],
      ] as const;
      for (const [event, listener] of listeners) worker.on(event, listener);
      const leave = (): void => {
        for (const [event, listener] of listeners) worker.off(event, listener);
      };
      stopped.addEventListener('abort', leave, { once: true });
    });
  }

  #tooLate(subject: string, stopped: AbortSignal): Promise<never> {
    const { limits, done } = this.options;
    return new Promise((_, reject) => {
      const seconds = Math.round(limits.timeMs / 100) / 10;
      const message = `${subject} could not be ${done} within ${seconds} seconds.`;
      const refusal = new ArbiterError('INVALID_REQUEST', message, { details: { name: subject, seconds } });
      const timer = setTimeout(() => reject(new TimeLimitError(refusal)), limits.timeMs);
      stopped.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });
  }

  #refusal(subject: string, { cause }: ThreadFailure): ArbiterError {
    const { limits, done } = this.options;
    const outOfMemory =
      typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const problem = outOfMemory
      ? `needs more than ${limits.memoryMib} MiB of memory to be ${done}.`
      : 'made its reader stop.';
    return new ArbiterError('INVALID_REQUEST', `${subject} ${problem}`, { details: { name: subject }, cause });
  }
}

class TimeLimitError extends Error {
  constructor(readonly refusal: ArbiterError) {
    super(refusal.message);
  }
}

/** The thread died while it worked on a request. */
class ThreadFailure extends Error {
  constructor(cause: unknown) {
    super('the thread stopped', { cause });
  }
}
