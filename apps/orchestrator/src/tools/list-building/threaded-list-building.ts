import { Worker } from 'node:worker_threads';
import { ArbiterError } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import type { BuildResult, BuildTask, ListBuilding } from '@arbiter/warhammer-40k-tools';
import type { BuildOrder, BuildReply } from './thread-protocol.js';

/** The compiled module: a thread reads no TypeScript, and this file lies as deep in `src` as in `dist`. */
const ENTRY = new URL('../../../dist/tools/list-building/build-list.thread.js', import.meta.url);

export interface ListBuildingSettings {
  /** For one list whose caller would wait for ever, in milliseconds; the request bounds the work itself. */
  readonly longestMs: number;
  /** Lists that are built at once, ≥ 1; more wait. */
  readonly threads: number;
  /** Of a thread's JavaScript heap, in MiB. */
  readonly memoryMib: number;
}

const DEFAULT_LIST_BUILDING: ListBuildingSettings = { longestMs: 300_000, threads: 1, memoryMib: 1_024 };

/** Kept of the time until the deadline, for what is done with the list. */
export const RESERVE_MS = 5_000;
/** A search looks at the clock list by list; a thread that does not come to an end is ended so long after its time. */
const GRACE_MS = 10_000;

/**
 * Builds each list in a thread of its own, which ends with it or with whoever waited for it. How much is searched the request
 * says in steps, so that other load makes a list later and not worse; only the caller's deadline breaks a search off.
 */
export class ThreadedListBuilding implements ListBuilding {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly settings: ListBuildingSettings = DEFAULT_LIST_BUILDING,
    private readonly entry: URL = ENTRY,
  ) {}

  async build(task: BuildTask, deadline: number, signal: AbortSignal): Promise<BuildResult> {
    await this.turn(signal);
    try {
      return await this.run(task, deadline, signal);
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  private async turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (this.running >= this.settings.threads) {
      await new Promise<void>((resolve, reject) => {
        const leave = (): void => {
          this.waiting.splice(this.waiting.indexOf(proceed), 1);
          reject(signal.reason as Error);
        };
        const proceed = (): void => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        this.waiting.push(proceed);
        signal.addEventListener('abort', leave, { once: true });
      });
    }
    this.running += 1;
  }

  private async run(task: BuildTask, deadline: number, signal: AbortSignal): Promise<BuildResult> {
    const leftMs = Math.min(this.settings.longestMs, deadline - this.clock.now() - RESERVE_MS);
    // Lists before it took the time.
    if (leftMs <= 0) throw tooLate();
    const worker = new Worker(this.entry, {
      name: 'list-builder',
      // What calculates with other people's data needs no keys.
      env: {},
      execArgv: [],
      workerData: { task, endsAt: this.clock.now() + leftMs } satisfies BuildOrder,
      resourceLimits: { maxOldGenerationSizeMb: this.settings.memoryMib },
    });
    const over = AbortSignal.timeout(leftMs + GRACE_MS);
    try {
      const reply = await replyOf(worker, AbortSignal.any([signal, over]));
      if (reply.type === 'built') return reply.result;
      throw new ArbiterError(reply.code, reply.message);
    } catch (error) {
      signal.throwIfAborted();
      if (over.aborted) throw tooLate();
      throw ArbiterError.from(error);
    } finally {
      await worker.terminate();
    }
  }
}

function tooLate(): ArbiterError {
  return new ArbiterError('DEADLINE_EXCEEDED', 'No list was built in the time that there was.');
}

function replyOf(worker: Worker, signal: AbortSignal): Promise<BuildReply> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new ArbiterError('INTERNAL', 'The thread of the list builder stopped.')));
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
