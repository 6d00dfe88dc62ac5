import { ArbiterError } from '@arbiter/contracts';
import type { UnpackOptions } from '@arbiter/ports';

/** Folders that hold nothing anybody wrote to be read; the first is what macOS adds to every archive. */
const LEFT_OUT: ReadonlySet<string> = new Set(['__MACOSX', 'node_modules']);
/** PATH_MAX of Linux. */
const MAX_LENGTH = 4_096;

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** An entry as it stands in an archive, before anything is decided about it. */
export interface ArchiveEntry {
  /** As the archive has it. */
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'special';
  readonly isEncrypted: boolean;
  /** Bytes unpacked, as the archive states them. */
  readonly size: number;
  /** Whether it is compressed by itself: where its content is broken, the others are not. */
  readonly standsAlone: boolean;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** What becomes of an entry: left out (null: without a word), one that cannot be read, or one to unpack. */
type JudgedEntry =
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

/**
 * The path of an entry inside its archive.
 *
 * @returns 'outside' for a name that leads out of the archive (APPNOTE.TXT 4.4.17 forbids drive letters and roots), 'hidden'
 *   for what is left out of folders, too
 */
function entryPath(name: string): { readonly path: string } | 'outside' | 'hidden' {
  const segments = name.split('/').filter((segment) => segment !== '' && segment !== '.');
  const isRooted = name.startsWith('/') || /^[A-Za-z]:/.test(name);
  if (isRooted || segments.includes('..') || name.includes('\0') || name.length > MAX_LENGTH) return 'outside';
  if (segments.some((segment) => segment.startsWith('.') || LEFT_OUT.has(segment))) return 'hidden';
  return { path: segments.join('/') };
}

/** What went wrong with one entry of an archive, where the others can be read all the same; null where they cannot. */
export function brokenEntry(thrown: unknown, { standsAlone }: ArchiveEntry, path: string): ArbiterError | null {
  const { code } = thrown as { code?: unknown };
  // Of the library that inflates: the archive's directory and the disk are as they should be.
  if (!standsAlone || typeof code !== 'string' || !code.startsWith('Z_')) return null;
  return new ArbiterError('INVALID_REQUEST', `"${path}" is damaged in its archive.`, { cause: thrown });
}

/** What went wrong with an archive, as the port says it. */
export function fromArchiveError(thrown: unknown, name: string): ArbiterError {
  if (thrown instanceof ArbiterError) return thrown;
  const { code } = thrown as { code?: unknown };
  const options = { details: { source: name }, cause: thrown };
  if (code === 'ENOENT') return new ArbiterError('NOT_FOUND', `"${name}" has gone since it was found.`, options);
  if (code === 'EACCES' || code === 'EPERM' || code === 'ELOOP') {
    return new ArbiterError('FORBIDDEN', `"${name}" may not be read.`, options);
  }
  if (typeof code === 'string' && FULL.has(code)) {
    return new ArbiterError('UNAVAILABLE', `There is no room on the disk to unpack "${name}".`, options);
  }
  return new ArbiterError(
    'INVALID_REQUEST',
    `"${name}" cannot be unpacked: it is damaged, or no archive of a known form.`,
    options,
  );
}
