import { randomUUID } from 'node:crypto';
import { constants, createReadStream, type Dirent } from 'node:fs';
import { copyFile, link, lstat, mkdir, opendir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import { type Clock, timestampOf } from '@arbiter/ports';
import { STAGING_FOLDER } from '../data-directory.js';
import { fromFilesystemError, hasCode } from '../filesystem-error.js';
import { PRIVATE_FOLDER } from '../private-files.js';
import { nullWhenMissing, readFolder } from '../read-text-file.js';
import { APPENDED_ENDING, KEPT_PARTS, PASSING_PATHS } from './data-parts.js';
import { whilePaused } from './write-gate.js';

/** Files of one folder that are linked at once. */
const CONCURRENT_LINKS = 32;
/** Files whose sizes are read before their turn. */
const STATS_AHEAD = 256;
/** Folders of logs may be read anew so often until none of their logs was put aside meanwhile. */
const STABLE_ATTEMPTS = 5;
const SNAPSHOT_NAME = /^snapshot-(\d+)-[0-9a-f-]+$/;

export interface SnapshotFile {
  /** Relative to the data directory, with `/`. */
  readonly path: string;
  readonly size: number;
  readonly open: () => AsyncIterable<Uint8Array>;
  readonly read: () => Promise<Uint8Array>;
}

export interface PartSize {
  files: number;
  bytes: number;
}

/** A data directory as it was at one moment, in a folder of its own. */
export interface Snapshot {
  /** The folder, which is itself a data directory. */
  readonly root: string;
  /** By the names of {@link KEPT_PARTS}. */
  readonly parts: Readonly<Record<string, PartSize>>;
  /** All files, folder by folder in ascending order of their names, so that paths rise segment by segment. */
  files(): AsyncGenerator<SnapshotFile, void, undefined>;
  close(): Promise<void>;
}

export interface SnapshotOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Longest wait for a change under way, in milliseconds. */
  readonly patienceMs: number;
}

/**
 * Takes a snapshot of a data directory, also while its worker and its servers run. Files that are never changed in place are
 * linked, so that it costs no space and little time; logs are copied. Where links cannot be had, all is copied.
 *
 * @throws ArbiterError NOT_FOUND where there is no data; CONFLICT while another snapshot is taken; UNAVAILABLE when changes do
 *   not pause, or the disk is full
 */
export async function takeSnapshot(root: string, { clock, signal, patienceMs }: SnapshotOptions): Promise<Snapshot> {
  const folder = join(root, STAGING_FOLDER, `snapshot-${process.pid}-${randomUUID()}`);
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    if ((await nullWhenMissing(() => lstat(join(root, 'format.json')))) === null)
      throw new ArbiterError('NOT_FOUND', `There is no library in "${root}".`, { details: { path: root } });
    await sweepSnapshots(root);
    await mkdir(folder, { recursive: true, ...PRIVATE_FOLDER });
    const parts = await whilePaused(root, { startedAt: timestampOf(clock), signal, patienceMs }, async () => {
      const sizes: Record<string, PartSize> = {};
      for (const { name, paths } of KEPT_PARTS) {
        const size = (sizes[name] = { files: 0, bytes: 0 });
        for (const path of paths) await new Copying(root, folder, size, signal).keep(path);
      }
      return sizes;
    });
    return { root: folder, parts, files: () => filesIn(folder, ''), close };
  } catch (error) {
    await close().catch(() => undefined);
    signal.throwIfAborted();
    throw fromFilesystemError(error, root, 'data');
  }
}

/** Removes snapshots of processes that died: their links would keep the words of documents that are deleted. */
export async function sweepSnapshots(root: string): Promise<void> {
  const staging = join(root, STAGING_FOLDER);
  for (const name of await readFolder(staging)) {
    const pid = SNAPSHOT_NAME.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(staging, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

class Copying {
  constructor(
    private readonly from: string,
    private readonly to: string,
    private readonly size: PartSize,
    private readonly signal: AbortSignal,
  ) {}

  /** @param path of a file or folder; one that is not there is left out */
  async keep(path: string): Promise<void> {
    if (PASSING_PATHS.has(path)) return;
    const found = await nullWhenMissing(() => lstat(join(this.from, path)));
    if (found?.isFile()) await this.#keepFile(path);
    else if (found?.isDirectory()) await this.#keepFolder(path);
  }

  async #keepFolder(path: string): Promise<void> {
    this.signal.throwIfAborted();
    await mkdir(join(this.to, path), PRIVATE_FOLDER);
    for (let attempt = 1; ; attempt += 1) {
      const entries = (await nullWhenMissing(() => readdir(join(this.from, path), { withFileTypes: true }))) ?? [];
      const before = await this.#logsOf(path, entries);
      const files = entries.filter((entry) => entry.isFile());
      const kept = await mapConcurrently(files, CONCURRENT_LINKS, ({ name }) => this.#copy(`${path}/${name}`));
      // A log that is put aside meanwhile would be kept twice, or not at all.
      if (before === (await this.#logsOf(path, entries)) || attempt === STABLE_ATTEMPTS) {
        for (const bytes of kept) this.#count(bytes);
        for (const entry of entries) if (entry.isDirectory()) await this.keep(`${path}/${entry.name}`);
        return;
      }
      for (const { name } of files) await rm(join(this.to, path, name), { force: true });
    }
  }

  /** Which file each log of a folder is. */
  async #logsOf(path: string, entries: readonly Dirent[]): Promise<string> {
    const logs = entries.filter(({ name }) => name.endsWith(APPENDED_ENDING)).map(({ name }) => name);
    const inodes = await mapConcurrently(logs, CONCURRENT_LINKS, async (name) => {
      const found = await nullWhenMissing(() => lstat(join(this.from, path, name), { bigint: true }));
      return `${name}:${found?.ino}`;
    });
    return inodes.sort(compareCodeUnits).join('\n');
  }

  async #keepFile(path: string): Promise<void> {
    this.#count(await this.#copy(path));
  }

  #count(bytes: number | null): void {
    if (bytes === null) return;
    this.size.files += 1;
    this.size.bytes += bytes;
  }

  /** @returns its size; null for a file that has gone meanwhile */
  async #copy(path: string): Promise<number | null> {
    const [from, to] = [join(this.from, path), join(this.to, path)];
    try {
      if (path.endsWith(APPENDED_ENDING)) await copyFile(from, to, constants.COPYFILE_FICLONE);
      else await linkOrCopy(from, to);
      return (await lstat(to)).size;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null;
      throw error;
    }
  }
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    // No links on this file system, none across it, or too many of one file.
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK')) throw error;
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
}

async function* filesIn(root: string, path: string): AsyncGenerator<SnapshotFile, void, undefined> {
  const names: { name: string; isFolder: boolean }[] = [];
  for await (const entry of await opendir(join(root, path)))
    names.push({ name: entry.name, isFolder: entry.isDirectory() });
  names.sort((a, b) => compareCodeUnits(a.name, b.name));
  for (let from = 0; from < names.length; from += STATS_AHEAD) {
    const block = names.slice(from, from + STATS_AHEAD);
    const sizes = await mapConcurrently(block, CONCURRENT_LINKS, async ({ name, isFolder }) =>
      isFolder ? 0 : (await lstat(join(root, path, name))).size,
    );
    for (const [index, { name, isFolder }] of block.entries()) {
      const below = path === '' ? name : `${path}/${name}`;
      if (isFolder) {
        yield* filesIn(root, below);
        continue;
      }
      const file = join(root, below);
      yield { path: below, size: sizes[index] ?? 0, open: () => createReadStream(file), read: () => readFile(file) };
    }
  }
}
