import { Worker } from 'node:worker_threads';
import { ArbiterError } from '@arbiter/contracts';
import type { PackCode } from '@arbiter/ports';
import { FromThread, type ThreadSettings, type ToThread } from './thread-protocol.js';

export interface PackThreadLimits {
  /** Of the thread's JavaScript heap, in MiB. */
  readonly memoryMib: number;
  /** For reading, compiling and starting all modules, in milliseconds. */
  readonly loadMs: number;
  /** For saying whether a tool wants to run, in milliseconds; a tool that takes longer does not want to. */
  readonly triggerMs: number;
  /** From the end of a run until a tool that goes on is ended with its thread, in milliseconds. */
  readonly graceMs: number;
}

export const DEFAULT_PACK_THREAD_LIMITS: PackThreadLimits = {
  memoryMib: 128,
  loadMs: 10_000,
  triggerMs: 250,
  graceMs: 500,
};

export type Loaded = Extract<FromThread, { type: 'loaded' }>;
export type RunMessage = Exclude<FromThread, { type: 'loaded' }>;
type Starts<T extends ToThread['type']> = T extends unknown ? Omit<Extract<ToThread, { type: T }>, 'id'> : never;
type RunRequest = Starts<'run' | 'trigger' | 'parse'>;

/** Most unread messages of one run: a thread that sends more violates the protocol. */
const MOST_UNREAD = 64;

/** Messages that end a run. */
const ENDS: ReadonlySet<RunMessage['type']> = new Set(['done', 'failed', 'triggered', 'parsed']);

/** The compiled module: a thread reads no TypeScript, and this file lies as deep in `src` as in `dist`. */
const ENTRY = new URL('../dist/thread/pack.thread.js', import.meta.url);

/** One run in the thread: its messages are taken in order, and they end with the run. */
export interface ThreadRun {
  /** @throws the reason of the signal; ArbiterError INTERNAL when the thread ended over it */
  next(): Promise<RunMessage>;
  send(message: ToThread): void;
  /** No answer is wanted any more. */
  end(): void;
  readonly id: number;
}

interface OpenRun {
  take(message: RunMessage): void;
  fail(error: ArbiterError): void;
}

/**
 * A thread with the code of one pack: it can use up neither the memory nor the event loop of the process, sees none of its
 * environment, and is ended when a tool does not stop. It is started by the first use and again after it had to be ended.
 */
export class PackThread {
  #worker: Worker | null = null;
  #loaded: Promise<Loaded> | null = null;
  readonly #runs = new Map<number, OpenRun>();
  /** Settled by the end of runs that were told to stop: until then the thread may have to go. */
  readonly #leaving = new Map<number, Leaving>();
  #ids = 0;

  constructor(
    private readonly code: PackCode,
    private readonly mode: ThreadSettings['mode'],
    readonly limits: PackThreadLimits = DEFAULT_PACK_THREAD_LIMITS,
  ) {}

  /** Of the pack. */
  get domain(): string {
    return this.code.domain;
  }

  /** @throws ArbiterError INTERNAL when the code does not load within its time and memory */
  load(): Promise<Loaded> {
    this.#loaded ??= this.#start();
    return this.#loaded;
  }

  /** Starts a run; whoever starts it ends it. */
  async run(request: RunRequest, signal: AbortSignal): Promise<ThreadRun> {
    signal.throwIfAborted();
    await Promise.all([...this.#leaving.values()].map(({ promise }) => promise));
    const { problems } = await this.load();
    const problem = problems.find(({ entry }) => entry === request.entry);
    if (problem) throw new ArbiterError('INTERNAL', problem.message, { details: { domain: this.code.domain } });
    signal.throwIfAborted();
    const id = (this.#ids += 1);
    const unread: RunMessage[] = [];
    let failure: unknown = null;
    let wake: () => void = () => undefined;
    const open: OpenRun = {
      take: (message) => {
        unread.push(message);
        if (unread.length > MOST_UNREAD) void this.#end(stopped(this.code, 'sent more than it was asked for'));
        wake();
      },
      fail: (error) => {
        failure ??= error;
        wake();
      },
    };
    const leave = (): void => {
      failure ??= signal.reason;
      wake();
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#runs.set(id, open);
    this.#post({ ...request, id });
    return {
      id,
      send: (message) => this.#post(message),
      next: async () => {
        for (;;) {
          const message = unread.shift();
          if (message && !signal.aborted) return message;
          if (failure !== null) throw failure instanceof Error ? failure : new ArbiterError('CANCELLED', 'stopped');
          await new Promise<void>((resolve) => (wake = resolve));
        }
      },
      end: () => {
        signal.removeEventListener('abort', leave);
        this.#leave(id);
      },
    };
  }

  /** Ends the thread, whatever it is at. */
  async close(): Promise<void> {
    await this.#end(stopped(this.code, 'was closed'));
  }

  /** A tool that has not ended by itself gets a moment to do so; then the thread goes with all that runs in it. */
  #leave(id: number): void {
    const hasEnded = !this.#runs.has(id);
    if (hasEnded) return;
    this.#leaving.set(id, leavingRun());
    this.#post({ type: 'abort', id });
    setTimeout(() => {
      if (this.#leaving.has(id)) void this.#end(stopped(this.code, 'did not stop when it was told to'));
    }, this.limits.graceMs).unref();
  }

  #post(message: ToThread): void {
    this.#worker?.postMessage(message);
  }

  #start(): Promise<Loaded> {
    const { folder, modules, parsers, digests } = this.code;
    const worker = new Worker(ENTRY, {
      name: `pack ${this.code.domain}`,
      env: {},
      execArgv: ['--experimental-vm-modules', '--no-warnings'],
      stdout: true,
      stderr: true,
      workerData: { folder, modules, parsers, ...(digests && { digests }), mode: this.mode } satisfies ThreadSettings,
      resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMib },
    });
    // The code's output is discarded: standard output belongs to the program.
    worker.stdout.resume();
    worker.stderr.resume();
    worker.unref();
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => fail('did not load in time'), this.limits.loadMs);
      const fail = (why: string, cause?: unknown): void => {
        clearTimeout(timer);
        const error = stopped(this.code, why, cause);
        reject(error);
        if (this.#worker === worker) void this.#end(error);
        else void worker.terminate();
      };
      worker.on('error', (cause) => fail(isOutOfMemory(cause) ? 'took more memory than it may' : 'failed', cause));
      worker.on('messageerror', (cause) => fail('sent what cannot be read', cause));
      worker.on('exit', () => fail('ended'));
      worker.on('message', (raw: unknown) => {
        const message = FromThread.safeParse(raw);
        if (!message.success) fail('does not keep to the protocol', message.error);
        else if (message.data.type === 'loaded') {
          clearTimeout(timer);
          resolve(message.data);
        } else this.#receive(message.data);
      });
    });
  }

  #receive(message: RunMessage): void {
    const run = this.#runs.get(message.id);
    if (ENDS.has(message.type)) this.#over(message.id);
    run?.take(message);
  }

  #over(id: number): void {
    this.#runs.delete(id);
    this.#leaving.get(id)?.leave();
    this.#leaving.delete(id);
  }

  async #end(error: ArbiterError): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#loaded = null;
    for (const [id, run] of this.#runs) {
      run.fail(error);
      this.#over(id);
    }
    await worker?.terminate();
  }
}

interface Leaving {
  readonly promise: Promise<void>;
  readonly leave: () => void;
}

function leavingRun(): Leaving {
  let leave: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (leave = resolve));
  return { promise, leave };
}

function isOutOfMemory(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function stopped({ domain }: PackCode, why: string, cause?: unknown): ArbiterError {
  // Not UNAVAILABLE: another try would come to the same.
  return new ArbiterError('INTERNAL', `The code of the domain "${domain}" ${why}.`, { details: { domain }, cause });
}
