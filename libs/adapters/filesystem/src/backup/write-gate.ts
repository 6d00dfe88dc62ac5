import { AsyncLocalStorage } from 'node:async_hooks';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ArbiterError } from '@arbiter/contracts';
import { type DataDirectory, LOCK_FOLDER, readLockOwner } from '../data-directory.js';
import { DirectoryLock, readOwner } from '../directory-lock.js';
import { hasCode } from '../filesystem-error.js';
import { Serial } from '../line-files.js';
import { PRIVATE_FILE } from '../private-files.js';
import { nullWhenMissing } from '../read-text-file.js';

/** Below the folder of the lock: held while a snapshot is taken. */
const PAUSE_FOLDER = 'snapshot';
/** Exists while a change of several files is under way; renamed from IDLE and back, which needs no space on a full disk. */
const CHANGING = 'changing';
const IDLE = 'idle';

const POLL_MS = 20;
/** How long changes stand still for a snapshot. A snapshot that takes longer is given up by its taker. */
export const LONGEST_PAUSE_MS = 60_000;
/** Then a change goes on: the taker of the snapshot was stopped, and gives up when it goes on. */
const PATIENCE_MS = 2 * LONGEST_PAUSE_MS;

/**
 * Changes of several files that a snapshot must see whole: the chunks of a document in both indexes and its description. The
 * changes of one process run side by side and stand still together while a snapshot is taken.
 *
 * Each side writes its mark before it looks for the other's (Dekker's algorithm), so one of them always sees the other.
 */
export class WriteGate {
  readonly #serial = new Serial();
  readonly #within = new AsyncLocalStorage<true>();
  readonly #folder: string;
  #inside = 0;
  #marked = false;

  constructor(private readonly directory: DataDirectory) {
    this.#folder = directory.resolve(LOCK_FOLDER);
  }

  /** Runs a change that no snapshot sees half done. A change within a change is part of it. */
  async pass<T>(change: () => Promise<T>): Promise<T> {
    if (this.#within.getStore()) return change();
    await this.#enter();
    try {
      return await this.#within.run(true, change);
    } finally {
      await this.#leave();
    }
  }

  async #enter(): Promise<void> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    for (;;) {
      while ((await this.#isPaused()) && performance.now() < giveUpAt) await sleep(POLL_MS);
      await this.#mark(1);
      if (!(await this.#isPaused()) || performance.now() >= giveUpAt) return;
      await this.#mark(-1);
    }
  }

  #leave(): Promise<void> {
    return this.#mark(-1);
  }

  /** Counts a change, and marks the folder for the first and until the last of those that run. */
  async #mark(step: 1 | -1): Promise<void> {
    this.#inside += step;
    await this.#serial.run(() =>
      this.directory.attempt(this.#folder, async () => {
        const isChanging = this.#inside > 0;
        if (isChanging === this.#marked) return;
        const [from, to] = isChanging ? [IDLE, CHANGING] : [CHANGING, IDLE];
        await rename(join(this.#folder, from), join(this.#folder, to)).catch(async (error: unknown) => {
          if (!hasCode(error, 'ENOENT')) throw error;
          await writeFile(join(this.#folder, to), '', PRIVATE_FILE);
        });
        this.#marked = isChanging;
      }),
    );
  }

  async #isPaused(): Promise<boolean> {
    const folder = join(this.#folder, PAUSE_FOLDER);
    return (await this.directory.attempt(folder, () => readOwner(folder))) !== null;
  }
}

/** Removes the mark of a process that died in the middle of a change. Only by the owner of the directory's lock. */
export async function forgetChange(lockFolder: string): Promise<void> {
  await rm(join(lockFolder, CHANGING), { force: true });
}

export interface PauseOptions {
  /** RFC 3339. */
  readonly startedAt: string;
  readonly signal: AbortSignal;
  /** Longest wait for a change under way, in milliseconds. An upkeep of large indexes takes minutes. */
  readonly patienceMs: number;
}

/**
 * Runs work while no other process changes the data directory in several steps.
 *
 * @param root of the data directory
 * @throws ArbiterError CONFLICT while another snapshot is taken; UNAVAILABLE when a change takes longer than the patience, or
 *   the work longer than changes wait for it
 */
export async function whilePaused<T>(
  root: string,
  { startedAt, signal, patienceMs }: PauseOptions,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await DirectoryLock.acquire(join(root, LOCK_FOLDER, PAUSE_FOLDER), { startedAt });
  try {
    const giveUpAt = performance.now() + patienceMs;
    while (await isChanging(root)) {
      signal.throwIfAborted();
      if (performance.now() >= giveUpAt)
        throw new ArbiterError(
          'UNAVAILABLE',
          `The data directory was changed without a pause for ${Math.round(patienceMs / 1_000)} s: try again when the indexes are no longer being rebuilt.`,
        );
      await sleep(POLL_MS);
    }
    const begun = performance.now();
    const result = await work();
    if (performance.now() - begun > LONGEST_PAUSE_MS)
      throw new ArbiterError(
        'UNAVAILABLE',
        `The snapshot took longer than the ${LONGEST_PAUSE_MS / 1_000} s for which changes wait: stop the ingestion worker, and try again.`,
      );
    return result;
  } finally {
    await lock.release();
  }
}

/** The mark of a process that died counts for nothing. */
async function isChanging(root: string): Promise<boolean> {
  const marked = await nullWhenMissing(() => stat(join(root, LOCK_FOLDER, CHANGING)));
  return marked !== null && (await readLockOwner(root)) !== null;
}
