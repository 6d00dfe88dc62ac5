import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import type { UnpackBudget } from '@arbiter/ports';
import yauzl, { type Entry } from 'yauzl';
import type { ArchiveEntry } from './archive-entry.js';

/** Upper half of the external attributes: st_mode of stat(2), where the archive was made on such a system. */
const MODE_SHIFT = 16;
const FILE_TYPE = 0o170000;
const LINK = 0o120000;

/** The entries of a ZIP archive, in the order of its directory. Each is to be read before the next is asked for. */
export async function* zipEntries(
  archive: FileHandle,
  budget: UnpackBudget,
): AsyncGenerator<ArchiveEntry, void, undefined> {
  // Sizes are checked while an entry is read: an entry longer or shorter than stated is an error.
  const zip = await yauzl.fromFdPromise(archive.fd, { autoClose: false, lazyEntries: true, decodeStrings: false });
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
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

/** Many programs write UTF-8 without its flag. A name that is not UTF-8 is in code page 437, as the absent flag says. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const name = isUtf8(fileNameRaw)
    ? fileNameRaw.toString('utf8')
    : yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  // As old programs of Windows separate.
  return name.replaceAll('\\', '/');
}

function kindOf({ externalFileAttributes }: Entry, name: string): ArchiveEntry['kind'] {
  if (((externalFileAttributes >>> MODE_SHIFT) & FILE_TYPE) === LINK) return 'link';
  return name.endsWith('/') ? 'folder' : 'file';
}
