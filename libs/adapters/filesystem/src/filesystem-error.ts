import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import { diskFaultOf, type DiskFault } from '@arbiter/ports';

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
  if (code === 'ENOENT') return ['NOT_FOUND', `There is no file or folder at "${shown}".`];
  const fault = diskFaultOf(code);
  if (!fault) return ['UNAVAILABLE', `"${shown}" could not be used: the system reported ${code}. Look at the disk.`];
  if (fault.kind === 'open-files')
    return ['OVERLOADED', `Too many files are open to open "${shown}". ${fault.remedy}.`];
  if (owner === 'source' && fault.kind === 'denied')
    return [
      'FORBIDDEN',
      `"${shown}" may not be read by the user that Arbiter runs as. Give that user the right to read it.`,
    ];
  if (owner === 'source' && fault.kind === 'occupied')
    return ['NOT_FOUND', `"${shown}" leads to no file that can be opened (${code}).`];
  const isReadOnlySource = owner === 'source' && fault.kind === 'read-only';
  return [
    isReadOnlySource ? 'FORBIDDEN' : 'UNAVAILABLE',
    `${statementOf(fault.kind, code, shown)} ${fault.remedy}${INTACT[fault.kind] ?? ''}.`,
  ];
}

/** What people ask first when a write fails for want of room. */
const INTACT: Readonly<Partial<Record<DiskFault['kind'], string>>> = {
  full: '; what was stored is intact',
  'size-limit': '; what was stored is intact',
};

function statementOf(kind: Exclude<DiskFault['kind'], 'open-files'>, code: string, shown: string): string {
  switch (kind) {
    case 'full':
      return `The disk is full: "${shown}" could not be written.`;
    case 'size-limit':
      return `The disk is full or a file size limit is reached: "${shown}" could not be written.`;
    case 'read-only':
      return `The disk is read-only: "${shown}" could not be written.`;
    case 'denied':
      return `"${shown}" may not be used by the user that Arbiter runs as.`;
    case 'occupied':
      return `Something else stands at "${shown}" where Arbiter keeps its data (${code}).`;
  }
}
