import { statSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname, resolve, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError } from '@arbiter/contracts';

/** Silence after which a burst of changes is taken for over, in milliseconds: an editor writes a file in several steps. */
const QUIET_MS = 500;
/** What is told of a folder that never falls silent, in milliseconds. */
const MAX_WAIT_MS = 10_000;

export interface WatchOptions {
  /** A folder whose changes are our own doing: the data directory. */
  readonly ignored: string;
  /** Default QUIET_MS. */
  readonly quietMs?: number;
}

/** Tells of changes below files and folders, those during a reading of them included. */
export class PathWatch {
  private readonly watchers: FSWatcher[] = [];
  private lastChange: number | null = null;
  private failure: ArbiterError | null = null;
  private wake: () => void = () => undefined;

  /**
   * @param paths absolute
   * @throws ArbiterError NOT_FOUND for what is not there, UNAVAILABLE when the system can watch no more
   */
  constructor(
    paths: readonly string[],
    private readonly options: WatchOptions,
  ) {
    try {
      for (const path of paths) this.watchers.push(this.watch(path));
    } catch (error) {
      this.close();
      throw fromWatchError(error);
    }
  }

  /**
   * Waits for the next burst of changes to end.
   *
   * @returns false when the signal is aborted
   * @throws ArbiterError UNAVAILABLE when the system watches no more
   */
  async changed(signal: AbortSignal): Promise<boolean> {
    const { quietMs = QUIET_MS } = this.options;
    await this.firstChange(signal);
    const since = Date.now();
    while (!signal.aborted && this.lastChange !== null && Date.now() - since < MAX_WAIT_MS) {
      const quiet = Date.now() - this.lastChange;
      if (quiet >= quietMs) break;
      await delay(quietMs - quiet, undefined, { signal }).catch(() => undefined);
    }
    this.lastChange = null;
    if (this.failure && !signal.aborted) throw this.failure;
    return !signal.aborted;
  }

  close(): void {
    for (const watcher of this.watchers.splice(0)) watcher.close();
  }

  private firstChange(signal: AbortSignal): Promise<void> {
    return new Promise((ready) => {
      const end = (): void => {
        signal.removeEventListener('abort', end);
        ready();
      };
      this.wake = end;
      signal.addEventListener('abort', end, { once: true });
      if (this.lastChange !== null || this.failure !== null || signal.aborted) end();
    });
  }

  /** Of a file its folder is watched: one that is replaced by another of its name is another file to the system. */
  private watch(path: string): FSWatcher {
    const isFolder = statSync(path).isDirectory();
    const folder = isFolder ? path : dirname(path);
    const watcher = watch(folder, { recursive: isFolder }, (_event, name) => {
      if (isFolder ? this.isOurs(folder, name) : name !== basename(path)) return;
      this.lastChange = Date.now();
      this.wake();
    });
    watcher.on('error', (error) => {
      this.failure = fromWatchError(error);
      this.wake();
    });
    return watcher;
  }

  /** What ingestion leaves out (hidden names, packages) or makes itself. */
  private isOurs(folder: string, name: string | null): boolean {
    if (name === null) return false;
    if (name.split(sep).some((segment) => segment.startsWith('.') || segment === 'node_modules')) return true;
    const { ignored } = this.options;
    return `${resolve(folder, name)}${sep}`.startsWith(`${ignored}${sep}`);
  }
}

function fromWatchError(thrown: unknown): ArbiterError {
  const { code, path } = thrown as NodeJS.ErrnoException;
  if (code === 'ENOENT')
    return new ArbiterError('NOT_FOUND', `There is no file or folder ${path ?? ''}.`, { cause: thrown });
  const remedy = code === 'ENOSPC' ? ' Raise fs.inotify.max_user_watches, or watch a smaller folder.' : '';
  return new ArbiterError(
    'UNAVAILABLE',
    `The system cannot watch for changes (${code ?? 'unknown reason'}).${remedy}`,
    {
      cause: thrown,
    },
  );
}
