import { ArbiterError } from '@arbiter/contracts';
import type { UnpackOptions } from '@arbiter/ports';
import type { ArchiveEntry } from './archive-entry.js';
import { entryPath } from './entry-path.js';

/** What becomes of an entry: left out (null: without a word), one that cannot be read, or one to unpack. */
export type JudgedEntry =
  | { readonly reason: string | null }
  | { readonly path: string; readonly problem: ArbiterError }
  | { readonly path: string };

export function judgeEntry(
  { name, kind, isEncrypted, size }: ArchiveEntry,
  { wants, maxEntryBytes }: Pick<UnpackOptions, 'wants' | 'maxEntryBytes'>,
): JudgedEntry {
  const place = entryPath(name);
  if (place === 'outside') return { reason: 'Its name leads out of the archive.' };
  if (place === 'hidden' || kind === 'folder') return { reason: null };
  if (kind === 'link') return { reason: 'It is a link, which is not followed inside an archive.' };
  if (kind === 'special') return { reason: 'It is a pipe or device, not a file.' };
  const { path } = place;
  if (!wants(path)) return { reason: 'It is of a format that is not read.' };
  if (isEncrypted) {
    const message = `"${path}" is encrypted in its archive. Put a copy without a password there.`;
    return { path, problem: new ArbiterError('INVALID_REQUEST', message) };
  }
  if (size > maxEntryBytes) {
    const message = `"${path}" is larger than the limit of ${maxEntryBytes} bytes when it is unpacked.`;
    return {
      path,
      problem: new ArbiterError('PAYLOAD_TOO_LARGE', message, { details: { limitBytes: maxEntryBytes } }),
    };
  }
  return { path };
}
