import { getSystemErrorName } from 'node:util';

/** A failed system call on a file, in words for people. */
export interface DiskFault {
  readonly kind: 'full' | 'size-limit' | 'read-only' | 'denied' | 'open-files' | 'occupied';
  /** Half a sentence without a path, so that a health probe may show it to strangers: "disk full". */
  readonly cause: string;
  /** A sentence without its full stop. */
  readonly remedy: string;
}

const ELSEWHERE = 'or set ARBITER_DATA_DIR to a folder on another disk';

const FAULTS: readonly (readonly [codes: readonly string[], fault: DiskFault])[] = [
  [['ENOSPC', 'EDQUOT'], { kind: 'full', cause: 'disk full', remedy: `Free some space, ${ELSEWHERE}` }],
  [
    ['EFBIG'],
    {
      kind: 'size-limit',
      cause: 'a file would exceed the size limit of this process',
      remedy: `Raise the limit (ulimit -f), ${ELSEWHERE}`,
    },
  ],
  [['EROFS'], { kind: 'read-only', cause: 'disk read-only', remedy: `Make it writable, ${ELSEWHERE}` }],
  [
    ['EACCES', 'EPERM'],
    {
      kind: 'denied',
      cause: 'disk not writable',
      remedy: `Give the user that Arbiter runs as the right to read and write it, ${ELSEWHERE}`,
    },
  ],
  [
    ['EMFILE', 'ENFILE'],
    { kind: 'open-files', cause: 'too many open files', remedy: 'Try again, or raise the limit (ulimit -n)' },
  ],
  [
    ['ENOTDIR', 'EEXIST', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'],
    {
      kind: 'occupied',
      cause: 'something else stands where Arbiter keeps its data',
      remedy: `Move it away, ${ELSEWHERE}`,
    },
  ],
];

/**
 * Finds the system's error code in an error of native code. Node.js has it in `code` as a name, LMDB as a number, and Rust only
 * in the message, as "os error 28".
 *
 * @param thrown the thrown value, or only the code
 * @returns null for an error that is not the disk's, or that has no remedy
 */
export function diskFaultOf(thrown: unknown): DiskFault | null {
  const codes = codesOf(thrown);
  return FAULTS.find(([known]) => known.some((code) => codes.has(code)))?.[1] ?? null;
}

function codesOf(thrown: unknown): ReadonlySet<string> {
  const { message, code } = fieldsOf(thrown);
  const numbers = [...message.matchAll(/\bos error (\d{1,3})\b/g)].map(([, number]) => Number(number));
  if (typeof code === 'number') numbers.push(code);
  return new Set([
    ...numbers.flatMap(systemErrorName),
    ...(message.match(/\bE[A-Z]{3,11}\b/g) ?? []),
    ...(typeof code === 'string' ? [code] : []),
  ]);
}

/** By shape, not by class: errors of another realm (a worker thread, a test's sandbox) are not instances of our classes. */
function fieldsOf(thrown: unknown): { readonly message: string; readonly code: unknown } {
  if (typeof thrown !== 'object' || thrown === null) return { message: String(thrown), code: undefined };
  const { message, code }: { message?: unknown; code?: unknown } = thrown;
  return { message: typeof message === 'string' ? message : '', code };
}

/** @param number positive, as in C */
function systemErrorName(number: number): string[] {
  try {
    return [getSystemErrorName(-number)];
  } catch {
    // LMDB has its own codes, which the system does not know.
    return [];
  }
}
