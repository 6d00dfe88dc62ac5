import { ArbiterError } from '@arbiter/contracts';
import type { ArchiveEntry } from './archive-entry.js';

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

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
