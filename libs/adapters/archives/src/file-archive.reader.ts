import { constants, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ArbiterError } from '@arbiter/contracts';
import type { ArchiveReader, SkippedItem, UnpackedArchive, UnpackedEntry, UnpackOptions } from '@arbiter/ports';
import { type ArchiveEntry, brokenEntry, fromArchiveError, judgeEntry } from './archive-entry.js';
import { tarEntries } from './tar-entries.js';
import { zipEntries } from './zip-entries.js';

const EXTENSIONS = ['.zip', '.tar', '.tgz', '.tar.gz'] as const;

const EXTENSION_BY_MEDIA_TYPE: ReadonlyMap<string, (typeof EXTENSIONS)[number]> = new Map([
  ['application/zip', '.zip'],
  ['application/x-tar', '.tar'],
  ['application/gzip', '.tgz'],
  ['application/x-gzip', '.tgz'],
]);

/** What files of each form begin with (APPNOTE.TXT 4.3.7, RFC 1952 2.3.1); whatever else is taken for tar. */
const ZIP_SIGNATURE = 'PK';
const GZIP_SIGNATURE = '\x1f\x8b';

// A pipe that took the file's place must not block the opening, and a link that did must not lead elsewhere.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Unpacks archives on this disk. The content, not the name's ending, tells the format. */
export class FileArchiveReader implements ArchiveReader {
  reads(name: string): boolean {
    return EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));
  }

  extensionOf(mediaType: string): string | undefined {
    return EXTENSION_BY_MEDIA_TYPE.get(mediaType);
  }

  async unpack(
    { file, name }: { readonly file: string; readonly name: string },
    options: UnpackOptions,
    signal: AbortSignal,
  ): Promise<UnpackedArchive> {
    signal.throwIfAborted();
    try {
      const archive = await open(file, FLAGS);
      try {
        return await unpackAll(await entriesOf(archive, options, signal), options, signal);
      } finally {
        await archive.close();
      }
    } catch (error) {
      signal.throwIfAborted();
      throw fromArchiveError(error, name);
    }
  }
}

async function entriesOf(
  archive: FileHandle,
  { budget }: UnpackOptions,
  signal: AbortSignal,
): Promise<AsyncIterable<ArchiveEntry>> {
  const { buffer, bytesRead } = await archive.read(Buffer.alloc(2), 0, 2, 0);
  if (bytesRead === 0) throw new Error('an empty file');
  const signature = buffer.toString('latin1');
  if (signature === ZIP_SIGNATURE) return zipEntries(archive, budget);
  return tarEntries(archive, { isCompressed: signature === GZIP_SIGNATURE, budget, signal });
}

async function unpackAll(
  archive: AsyncIterable<ArchiveEntry>,
  options: UnpackOptions,
  signal: AbortSignal,
): Promise<UnpackedArchive> {
  // Of two entries of one name the later is meant: so archives are updated.
  const entries = new Map<string, UnpackedEntry>();
  const skipped: SkippedItem[] = [];
  let written = 0;
  for await (const entry of archive) {
    signal.throwIfAborted();
    options.budget.enter();
    const judged = judgeEntry(entry, options);
    if ('reason' in judged) {
      if (judged.reason !== null) skipped.push({ source: entry.name, reason: judged.reason });
    } else if ('problem' in judged) {
      entries.set(judged.path, judged);
    } else {
      const file = join(options.into, String(written));
      written += 1;
      const problem = await unpackEntry(entry, file, judged.path, signal);
      entries.set(judged.path, problem ? { ...judged, problem } : { ...judged, file, size: entry.size });
    }
  }
  return { entries: [...entries.values()], skipped };
}

/** @returns why it cannot be read, where that is its own affair */
async function unpackEntry(
  entry: ArchiveEntry,
  file: string,
  path: string,
  signal: AbortSignal,
): Promise<ArbiterError | null> {
  try {
    await pipeline(await entry.open(), createWriteStream(file, { flags: 'wx', mode: 0o600 }), { signal });
    return null;
  } catch (error) {
    signal.throwIfAborted();
    const problem = brokenEntry(error, entry, path);
    if (!problem) throw error;
    return problem;
  }
}
