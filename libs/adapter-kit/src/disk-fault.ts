import { getSystemErrorName } from 'node:util';

/** Why the system did not let a file be written, and what a person does about it. */
export interface DiskFault {
  /** Half a sentence: "disk full". */
  readonly cause: string;
  /** A sentence without its full stop: "Make room, then try again". */
  readonly remedy: string;
}

const FAULTS: readonly (readonly [names: readonly string[], cause: string, remedy: string])[] = [
  [['ENOSPC'], 'disk full', 'Make room, then try again'],
  [['EFBIG'], 'a file would exceed the size limit of this process', 'Raise the limit (ulimit -f), then try again'],
  [['EDQUOT'], 'disk quota exceeded', 'Make room, then try again'],
  [['EROFS'], 'read-only file system', 'Set ARBITER_DATA_DIR to a folder that can be written'],
  [['EACCES'], 'permission denied', 'Give the user that Arbiter runs as the rights to it'],
  [['EPERM'], 'operation not permitted', 'Give the user that Arbiter runs as the rights to it'],
  [['EMFILE'], 'too many open files', 'Raise the limit (ulimit -n), then try again'],
  [
    ['ENOTDIR', 'EEXIST'],
    'a file stands where the directory should be',
    'Move it away, or set ARBITER_DATA_DIR to another folder',
  ],
];

/**
 * What native code says of a failed system call: Node.js in `code` as a name, LMDB as a number, Rust in the message alone,
 * as "os error 28".
 *
 * @returns null where the system is not to blame, or nothing can be done about it
 */
export function diskFaultOf(thrown: unknown): DiskFault | null {
  const names = namesOf(thrown);
  const found = FAULTS.find((fault) => fault[0].some((name) => names.has(name)));
  return found ? { cause: found[1], remedy: found[2] } : null;
}

function namesOf(thrown: unknown): ReadonlySet<string> {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  const numbers = [...message.matchAll(/\bos error (\d{1,3})\b/g)].map(([, number]) => Number(number));
  if (typeof code === 'number') numbers.push(code);
  return new Set([
    ...numbers.flatMap(systemErrorName),
    ...(message.match(/\bE[A-Z]{3,8}\b/g) ?? []),
    ...(typeof code === 'string' ? [code] : []),
  ]);
}

/** @param number positive, as C has it */
function systemErrorName(number: number): string[] {
  try {
    return [getSystemErrorName(-number)];
  } catch {
    // LMDB's own codes are no errors of the system.
    return [];
  }
}
