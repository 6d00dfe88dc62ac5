import { createHash } from 'node:crypto';
import { link, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ArbiterError } from '@arbiter/contracts';
import tar, { type Pack } from 'tar-stream';
import { gzipInBlocks } from './gzip-in-blocks.js';
import {
  END_NAME,
  FILES_PER_MANIFEST,
  FILES_PREFIX,
  HEADER_NAME,
  isSafePath,
  type ManifestLine,
  manifestName,
  type SealedHeader,
  SEALED_VERSION,
} from './sealed-format.js';

/** Files up to this size are read at once, in bytes: most are, and a stream for each takes longer than its content. */
const SMALL_BYTES = 256 * 1_024;
/** Small files that are read before their turn: at most 16 MiB. */
const READ_AHEAD = 64;

export interface SealedFile {
  /** With `/`; rises from file to file, segment by segment. */
  readonly path: string;
  readonly size: number;
  readonly open: () => AsyncIterable<Uint8Array>;
  /** All of it at once, for which small files are asked. Default: what `open` gives, to its end. */
  readonly read?: () => Promise<Uint8Array>;
}

export interface SealedContent {
  readonly about: unknown;
  readonly files: number;
  /** Of all files together. */
  readonly bytes: number;
  readonly entries: AsyncIterable<SealedFile>;
}

export interface WriteOptions {
  readonly signal: AbortSignal;
  /** Whether a file of the name may be replaced. */
  readonly replace?: boolean;
  /** Called with the bytes of files written so far; must not throw. */
  readonly onProgress?: (bytes: number) => void;
}

/**
 * Writes files with their checksums to one archive (tar, gzip). The archive gets its name when all of it is on the disk; only
 * its owner can read it. Memory does not grow with the number or the sizes of files.
 *
 * @returns the size of the archive in bytes
 * @throws ArbiterError CONFLICT when there is a file of the name and it may not be replaced; the system's error when it cannot
 *   be written; the signal's reason. Nothing is left then.
 */
export async function writeSealedArchive(
  target: string,
  content: SealedContent,
  options: WriteOptions,
): Promise<number> {
  const { signal, replace = false } = options;
  const partial = `${target}.partial-${process.pid}`;
  await refuseExisting(target, replace);
  await rm(partial, { force: true });
  // Opened before anything can fail: a stream that is still opening its file creates it after the removal below.
  const file = await open(partial, 'wx', 0o600);
  try {
    const pack = tar.pack();
    // On the disk before the archive gets its name.
    const output = file.createWriteStream({ flush: true });
    const stored = pipeline(pack, (tarred: Pack) => gzipInBlocks(tarred as AsyncIterable<Uint8Array>), output, {
      signal,
    });
    await Promise.all([stored, fill(pack, content, options).catch((error: unknown) => fail(pack, error))]);
    await giveName(partial, target, replace);
    return output.bytesWritten;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(partial, { force: true });
    signal.throwIfAborted();
    throw error;
  }
}

function fail(pack: Pack, error: unknown): never {
  pack.destroy(error as Error);
  throw error;
}

async function fill(
  pack: Pack,
  { about, files, bytes, entries }: SealedContent,
  { signal, onProgress }: WriteOptions,
): Promise<void> {
  const seal = createHash('sha256');
  const header: SealedHeader = { format: 'arbiter-backup', version: SEALED_VERSION, files, bytes, about };
  const addSealed = async (name: string, text: string): Promise<void> => {
    seal.update(text);
    await addBytes(pack, name, Buffer.from(text));
  };
  await addSealed(HEADER_NAME, `${JSON.stringify(header)}\n`);
  const sums = { files: 0, bytes: 0, manifests: 0 };
  let lines: ManifestLine[] = [];
  const closeManifest = async (): Promise<void> => {
    if (lines.length === 0) return;
    sums.manifests += 1;
    await addSealed(manifestName(sums.manifests), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    lines = [];
  };
  for await (const [entry, content] of readAhead(entries)) {
    signal.throwIfAborted();
    if (!isSafePath(entry.path))
      throw new ArbiterError(
        'INTERNAL',
        `"${entry.path}" cannot be restored on every system, and so is not backed up.`,
      );
    lines.push({ path: entry.path, size: entry.size, sha256: await addFile(pack, entry, content) });
    sums.files += 1;
    sums.bytes += entry.size;
    onProgress?.(sums.bytes);
    if (lines.length === FILES_PER_MANIFEST) await closeManifest();
  }
  await closeManifest();
  if (sums.files !== files || sums.bytes !== bytes)
    throw new ArbiterError('CONFLICT', 'What is backed up was changed meanwhile; try again.', {
      details: { expected: { files, bytes }, found: { files: sums.files, bytes: sums.bytes } },
    });
  const end = { files, bytes, sha256: seal.digest('hex') };
  await addBytes(pack, END_NAME, Buffer.from(`${JSON.stringify(end)}\n`));
  pack.finalize();
}

/**
 * Reads the next small files while one is written: a disk answers many at once, and a library is made of tens of thousands of them.
 *
 * @returns each file in its turn, with the promise of its content if it is small
 */
async function* readAhead(
  entries: AsyncIterable<SealedFile>,
): AsyncGenerator<readonly [file: SealedFile, content: Promise<Uint8Array> | null]> {
  const ahead: (readonly [SealedFile, Promise<Uint8Array> | null])[] = [];
  for await (const entry of entries) {
    const content = entry.size <= SMALL_BYTES ? (entry.read?.() ?? buffer(entry.open())) : null;
    // Reported when its turn comes, and by nobody if that never does.
    content?.catch(() => undefined);
    if (ahead.push([entry, content]) <= READ_AHEAD) continue;
    const first = ahead.shift();
    if (first) yield first;
  }
  yield* ahead;
}

/** @returns sha256 of its content */
async function addFile(
  pack: Pack,
  { path, size, open: openFile }: SealedFile,
  content: Promise<Uint8Array> | null,
): Promise<string> {
  const hash = createHash('sha256');
  const name = `${FILES_PREFIX}${path}`;
  if (content) {
    const bytes = await content;
    if (bytes.length !== size) throw new ArbiterError('CONFLICT', `"${path}" was changed meanwhile; try again.`);
    await addBytes(pack, name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return hash.update(bytes).digest('hex');
  }
  const entry = pack.entry(headerOf(name, size));
  const hashing = new Transform({
    transform(block: Buffer, _encoding, done) {
      hash.update(block);
      done(null, block);
    },
  });
  await pipeline(openFile(), hashing, entry);
  return hash.digest('hex');
}

function addBytes(pack: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry = pack.entry(headerOf(name, bytes.length), bytes, (error) => (error ? reject(error) : resolve()));
    entry.once('error', reject);
  });
}

/** The same files give the same bytes: nothing of the time or the user. */
function headerOf(name: string, size: number) {
  return { name, size, mode: 0o600, mtime: new Date(0), uid: 0, gid: 0, type: 'file' as const };
}

async function refuseExisting(target: string, replace: boolean): Promise<void> {
  if (replace) return;
  const found = await open(target, 'r').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  await found?.close();
  if (found) throw existing(target);
}

function existing(target: string): ArbiterError {
  return new ArbiterError('CONFLICT', `There is a file "${target}": choose another name, or replace it with --force.`, {
    details: { path: target },
  });
}

/** Names the finished file. Without `replace`, a file that came meanwhile stays. */
async function giveName(partial: string, target: string, replace: boolean): Promise<void> {
  if (replace) await rename(partial, target);
  else {
    try {
      await link(partial, target);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') throw existing(target);
      if (code === 'EPERM' || code === 'ENOTSUP') {
        await refuseExisting(target, false);
        await rename(partial, target);
      } else throw error;
    }
    await rm(partial, { force: true });
  }
  await syncFolder(dirname(target));
}

/** Makes the name survive a power failure. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder: FileHandle = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
