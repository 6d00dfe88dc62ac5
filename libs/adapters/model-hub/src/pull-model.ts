import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { downloadFile, type DownloadTimeouts } from './download-file.js';
import {
  checksumError,
  chooseFiles,
  type ChosenFile,
  digestFile,
  type Expectation,
  expectationOf,
  isAsExpected,
  wantedFiles,
} from './model-files.js';
import { cancelled, fileError, type ModelSource } from './model-source.js';
import { ifThere, type LockedFile, modelFolder, type ModelLock, readLock, writeLock } from './models-directory.js';

const DEFAULT_TIMEOUTS: DownloadTimeouts = { pauseMs: 1_000, stallMs: 30_000 };

export interface PullProgress {
  /** Of the model folder. */
  readonly file: string;
  /** Of the whole model, so far. */
  readonly bytes: number;
  readonly totalBytes: number;
}

export interface PullOptions {
  /** `owner/name`. */
  readonly name: string;
  readonly modelsDirectory: string;
  readonly source: ModelSource;
  /** Branch, tag or commit; null for the one that was pulled before, else the newest. */
  readonly revision?: string | null;
  /** Another network than the usual one: its path in the source. */
  readonly network?: string | null;
  /** What files of the folder must be, hexadecimal, by name. */
  readonly sha256?: Readonly<Record<string, string>>;
  readonly onProgress?: (progress: PullProgress) => void;
  readonly timeouts?: DownloadTimeouts;
  readonly signal: AbortSignal;
}

export interface PulledModel extends ModelLock {
  /** Absolute path. */
  readonly directory: string;
  /** Of the files that were not there as they must be; 0 when all were. */
  readonly loadedBytes: number;
}

/**
 * Loads a model into its folder, or proves that it is there. Files are checked before they get their names, with the
 * source's checksums the first time and with the recorded ones ever after; what an earlier run left is continued.
 *
 * @throws ArbiterError NOT_FOUND, RATE_LIMITED or UNAVAILABLE as the source says; UNAVAILABLE for a wrong checksum or a full
 *   disk; FORBIDDEN for a folder that cannot be written to; INVALID_REQUEST for a name that is none; CANCELLED
 */
export async function pullModel(options: PullOptions): Promise<PulledModel> {
  const directory = modelFolder(options.modelsDirectory, options.name);
  try {
    return await pull(directory, options);
  } catch (error) {
    if (options.signal.aborted) throw cancelled(options.signal);
    throw fileError(error, directory);
  }
}

async function pull(directory: string, options: PullOptions): Promise<PulledModel> {
  const { name, source, revision = null, network = null, sha256 = {}, signal } = options;
  const wanted = wantedFiles(network);
  const lock = await readLock(directory);
  const pinned = lock && isPinned(lock, options) ? lock : null;
  if (pinned && (await isWhole(directory, pinned, sha256, signal))) return { ...pinned, directory, loadedBytes: 0 };

  const listing = await source.describe(name, {
    revision: pinned?.revision ?? revision,
    paths: wanted.flatMap(({ paths }) => paths),
    signal,
  });
  const chosen = chooseFiles(name, wanted, listing.files).map((file) => ({
    ...file,
    expected: expectationOf(file, sha256[file.name], recordedSha256(pinned, file.name)),
  }));
  await mkdir(directory, { recursive: true });
  const fetcher = new FileFetcher(directory, listing.revision, chosen, options);
  const files = await fetcher.fetchAll();
  const pulled: ModelLock = { version: 1, name, source: source.name, revision: listing.revision, files };
  await writeLock(directory, pulled);
  return { ...pulled, directory, loadedBytes: fetcher.loadedBytes };
}

/** Whether the earlier pull satisfies these options. */
function isPinned(lock: ModelLock, { source, revision = null, network = null }: PullOptions): boolean {
  return (
    lock.source === source.name &&
    (revision === null || revision === lock.revision) &&
    (network === null || lock.files.some(({ path }) => path === network))
  );
}

async function isWhole(
  directory: string,
  { files }: ModelLock,
  given: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<boolean> {
  for (const { name, bytes, sha256 } of files) {
    const found = await digestFile(join(directory, name), signal);
    if (!found || !isAsExpected(found, { bytes, sha256: given[name] ?? sha256, gitBlob: null })) return false;
  }
  return true;
}

function recordedSha256(lock: ModelLock | null, name: string): string | undefined {
  return lock?.files.find((file) => file.name === name)?.sha256;
}

interface ExpectedFile extends ChosenFile {
  readonly expected: Expectation;
}

/** Loads the files of one model, one after the other. */
class FileFetcher {
  loadedBytes = 0;
  readonly #totalBytes: number;
  #doneBytes = 0;

  constructor(
    private readonly directory: string,
    private readonly revision: string | null,
    private readonly files: readonly ExpectedFile[],
    private readonly options: PullOptions,
  ) {
    this.#totalBytes = files.reduce((total, { source }) => total + source.bytes, 0);
  }

  async fetchAll(): Promise<LockedFile[]> {
    // What lies there half loaded is counted again: a little room to spare does no harm.
    await requireSpace(this.directory, this.#totalBytes);
    const locked: LockedFile[] = [];
    for (const file of this.files) {
      locked.push((await this.#alreadyThere(file)) ?? (await this.#fetch(file)));
      this.#doneBytes += file.source.bytes;
    }
    return locked;
  }

  async #alreadyThere({ name, source, expected }: ExpectedFile): Promise<LockedFile | null> {
    const found = await digestFile(join(this.directory, name), this.options.signal);
    if (!found || !isAsExpected(found, expected)) return null;
    return { name, path: source.path, bytes: found.bytes, sha256: found.sha256 };
  }

  async #fetch({ name, source, expected }: ExpectedFile): Promise<LockedFile> {
    const { signal } = this.options;
    const part = join(this.directory, `${name}.part`);
    let continued = (await ifThere(stat(part))) !== null;
    for (;;) {
      await this.#download(name, source, part);
      const found = await digestFile(part, signal);
      if (!found) throw new TypeError(`${name}.part has gone`);
      if (isAsExpected(found, expected)) {
        await rename(part, join(this.directory, name));
        this.loadedBytes += found.bytes;
        return { name, path: source.path, bytes: found.bytes, sha256: found.sha256 };
      }
      await rm(part);
      if (!continued) throw checksumError(name, found, expected);
      // What an earlier run left may have been another file: once more, from the start.
      continued = false;
    }
  }

  async #download(file: string, { path, bytes }: ChosenFile['source'], part: string): Promise<void> {
    const { name, source, signal, onProgress, timeouts = DEFAULT_TIMEOUTS } = this.options;
    await downloadFile({
      open: (offset, either) => source.open(name, path, { revision: this.revision, offset, signal: either }),
      part,
      bytes,
      timeouts,
      onProgress: (loaded) => onProgress?.({ file, bytes: this.#doneBytes + loaded, totalBytes: this.#totalBytes }),
      signal,
    });
  }
}

/** @throws ArbiterError UNAVAILABLE when the disk of the folder has no room for so many bytes */
async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (bytes <= free) return;
  throw new ArbiterError(
    'UNAVAILABLE',
    `The disk of ${folder} has ${megabytes(free)} MB free and ${megabytes(bytes)} MB are needed: free space, or choose another with --to.`,
    { details: { folder, needed: bytes, free } },
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
