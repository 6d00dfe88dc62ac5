import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { UnpackBudget } from '@arbiter/ports';
import tar, { type Header } from 'tar-stream';
import type { ArchiveEntry } from './archive-entry.js';

/** An option missing from the library's types: names are read byte by byte, since an archive does not state their encoding. */
const BYTE_NAMES = { filenameEncoding: 'latin1' } as Parameters<typeof tar.extract>[0];

const KINDS: Readonly<Record<string, ArchiveEntry['kind']>> = {
  file: 'file',
  'contiguous-file': 'file',
  directory: 'folder',
  link: 'link',
  symlink: 'link',
};

/** As tar-stream gives it: with the attributes of the extended header (pax), where there is one. */
type ReadHeader = Header & { readonly pax?: Readonly<Record<string, string>> };

/**
 * The entries of a tar archive, in its order. Read each entry before you ask for the next; unread entries are skipped.
 *
 * @param budget pays for all bytes of the archive, unwanted entries included: an entry must be unpacked to be skipped
 */
export async function* tarEntries(
  archive: FileHandle,
  { isCompressed, budget, signal }: { isCompressed: boolean; budget: UnpackBudget; signal: AbortSignal },
): AsyncGenerator<ArchiveEntry, void, undefined> {
  const extract = tar.extract(BYTE_NAMES);
  const bytes = archive.createReadStream({ autoClose: false, start: 0 });
  const stages = isCompressed
    ? pipeline(bytes, createGunzip(), meterOf(budget), extract, { signal })
    : pipeline(bytes, meterOf(budget), extract, { signal });
  const flow = stages.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  try {
    for await (const entry of extract) {
      const header = entry.header as ReadHeader;
      const { type, size } = header;
      yield {
        name: nameOf(header),
        kind: KINDS[type] ?? 'special',
        isEncrypted: false,
        size,
        standsAlone: false,
        open: () => Promise.resolve(entry as AsyncIterable<Uint8Array>),
      };
      entry.resume();
    }
    // The stage that broke knows why; the loop may only have seen that no more comes.
    const failure = await flow;
    if (failure) throw failure.error;
  } finally {
    // An archive that is left in the middle is not read on.
    extract.destroy();
  }
}

function meterOf(budget: UnpackBudget): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        budget.spend(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

/** An extended header is UTF-8 by its definition (POSIX.1-2001 pax). */
function nameOf({ name, pax }: ReadHeader): string {
  return pax?.path === undefined ? decodeName(Buffer.from(name, 'latin1')) : name;
}

/** A name whose encoding is not stated: UTF-8 where it can be, else its bytes outside ASCII as `%XX`, as in a folder. */
function decodeName(raw: Buffer): string {
  if (isUtf8(raw)) return raw.toString('utf8');
  return [...raw]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`))
    .join('');
}
