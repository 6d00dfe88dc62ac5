import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { decodeBytes, guessEncoding } from '@arbiter/adapter-kit/documents';
import type { UnpackBudget } from '@arbiter/ports';
import yauzl, { type Entry } from 'yauzl';
import type { ArchiveEntry } from './archive-entry.js';

/** Upper half of the external attributes: st_mode of stat(2), where the archive was made on such a system. */
const MODE_SHIFT = 16;
const FILE_TYPE = 0o170000;
const LINK = 0o120000;
/** Bit 11 of the general purpose flags: the name is UTF-8 (APPNOTE 6.3.10, 4.4.4). */
const IS_UTF8 = 0x800;
/** Extra field with the name in UTF-8 (APPNOTE 6.3.10, 4.6.9). */
const UNICODE_PATH = 0x7075;
/** What the absent flag says. */
const STATED_ENCODING = 'ibm437';
/** Bytes of names by which their encoding is guessed. */
const GUESSED_BYTES = 64 * 1_024;
/** The library's own decoding is of names that state their encoding. */
const OPTIONS = { autoClose: false, lazyEntries: true, decodeStrings: false } as const;

/** The entries of a ZIP archive, in the order of its directory. Each is to be read before the next is asked for. */
export async function* zipEntries(
  archive: FileHandle,
  budget: UnpackBudget,
): AsyncGenerator<ArchiveEntry, void, undefined> {
  // Sizes are checked while an entry is read: an entry longer or shorter than stated is an error.
  const zip = await yauzl.fromFdPromise(archive.fd, OPTIONS);
  let encoding: string | undefined;
  for await (const entry of zip.eachEntry()) {
    if (!statesEncoding(entry)) encoding ??= await encodingOfNames(archive);
    const name = nameOf(entry, encoding ?? STATED_ENCODING);
    yield {
      name,
      kind: kindOf(entry, name),
      isEncrypted: entry.isEncrypted(),
      size: entry.uncompressedSize,
      standsAlone: true,
      open: async () => metered(await zip.openReadStreamPromise(entry), budget),
    };
  }
}

async function* metered(bytes: AsyncIterable<Buffer>, budget: UnpackBudget): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of bytes) {
    budget.spend(chunk.length);
    yield chunk;
  }
}

/** Many programs write UTF-8 without its flag. Other names are in a code page of the computer that made the archive. */
function nameOf(entry: Entry, encoding: string): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
  const name = isUtf8(fileNameRaw)
    ? fileNameRaw.toString('utf8')
    : statesEncoding(entry)
      ? yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
      : decodeBytes(fileNameRaw, encoding);
  // As old programs of Windows separate.
  return name.replaceAll('\\', '/');
}

function statesEncoding({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): boolean {
  return (
    isUtf8(fileNameRaw) || (generalPurposeBitFlag & IS_UTF8) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH)
  );
}

/** Guessed from all names that do not state theirs, since one computer has written them. */
async function encodingOfNames(archive: FileHandle): Promise<string> {
  const zip = await yauzl.fromFdPromise(archive.fd, OPTIONS);
  const names: Buffer[] = [];
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    if (statesEncoding(entry)) continue;
    names.push(entry.fileNameRaw, Buffer.from('\n'));
    bytes += entry.fileNameRaw.length;
    if (bytes > GUESSED_BYTES) break;
  }
  const { encoding, isDoubtful } = guessEncoding(Buffer.concat(names));
  return isDoubtful || encoding.startsWith('utf-') ? STATED_ENCODING : encoding;
}

function kindOf({ externalFileAttributes }: Entry, name: string): ArchiveEntry['kind'] {
  if (((externalFileAttributes >>> MODE_SHIFT) & FILE_TYPE) === LINK) return 'link';
  return name.endsWith('/') ? 'folder' : 'file';
}
