import { ArbiterError, type ErrorCode } from '@arbiter/contracts';

/**
 * Whose files they are. `data`: Arbiter's own, where a missing right is the server's trouble and not the caller's.
 * `source`: the caller's, named in a request.
 */
export type FileOwner = 'data' | 'source';

/** @returns true when the error carries one of the codes (`ENOENT`, …) */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  const code = codeOf(error);
  return code !== null && codes.includes(code);
}

/** By shape, not by class: an error of another realm (a worker, a test's sandbox) is no instance of this one's Error. */
function codeOf(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

/**
 * Says what the operating system refused in a sentence that tells people what to do.
 *
 * @param error what a call of node:fs threw; an ArbiterError is given back as it is
 * @param shown the path as people know it, relative to the data directory or to the source where possible
 * @returns UNAVAILABLE (full disk, and for `data` whatever may not be used), FORBIDDEN (`source` that may not be read),
 *   NOT_FOUND, OVERLOADED (too many open files); INTERNAL for what is no error of the system. The cause is kept.
 */
export function fromFilesystemError(error: unknown, shown: string, owner: FileOwner): ArbiterError {
  if (error instanceof ArbiterError) return error;
  const reason = codeOf(error);
  if (reason === null || !/^E[A-Z0-9]+$/.test(reason)) return ArbiterError.from(error);
  const [code, message] = describe(reason, shown, owner);
  return new ArbiterError(code, message, { details: { path: shown, reason }, cause: error });
}

function describe(code: string, shown: string, owner: FileOwner): readonly [ErrorCode, string] {
  const denied: ErrorCode = owner === 'data' ? 'UNAVAILABLE' : 'FORBIDDEN';
  const elsewhere = 'or set ARBITER_DATA_DIR to a folder on another disk';
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return [
        'UNAVAILABLE',
        `The disk is full: "${shown}" could not be written. Free some space, ${elsewhere}; what was stored is intact.`,
      ];
    case 'EFBIG':
      return [
        'UNAVAILABLE',
        `The disk is full or a file size limit (ulimit -f) is reached: "${shown}" could not be written. Raise it, ${elsewhere}; what was stored is intact.`,
      ];
    case 'EROFS':
      return [denied, `The disk is read-only: "${shown}" could not be written. Make it writable, ${elsewhere}.`];
    case 'EACCES':
    case 'EPERM':
      return owner === 'data'
        ? [
            denied,
            `"${shown}" may not be used by the user that Arbiter runs as. Give that user the right to read and write it, ${elsewhere}.`,
          ]
        : [denied, `"${shown}" may not be read by the user that Arbiter runs as. Give that user the right to read it.`];
    case 'ENOENT':
      return ['NOT_FOUND', `There is no file or folder at "${shown}".`];
    case 'ENOTDIR':
    case 'EISDIR':
    case 'EEXIST':
    case 'ELOOP':
    case 'ENAMETOOLONG':
      return owner === 'data'
        ? [
            'UNAVAILABLE',
            `Something else stands at "${shown}" where Arbiter keeps its data (${code}). Move it away, ${elsewhere}.`,
          ]
        : ['NOT_FOUND', `"${shown}" leads to no file that can be opened (${code}).`];
    case 'EMFILE':
    case 'ENFILE':
      return ['OVERLOADED', `Too many files are open to open "${shown}". Try again, or raise the limit (ulimit -n).`];
    default:
      return ['UNAVAILABLE', `"${shown}" could not be used: the system reported ${code}. Look at the disk.`];
  }
}
