import { ArbiterError } from '@arbiter/contracts';

/** What the failed call was about. */
export interface LanceCall {
  /** Absolute path of the store. */
  readonly directory: string;
  /** Absent when the call was about the store as a whole. */
  readonly collection?: string;
}

/**
 * Causes that people can act on, and how. Lance throws plain errors and has the cause in the message only, as Rust
 * prints it; Node begins the message with the name of the error.
 */
const DISK_CAUSES: readonly (readonly [pattern: RegExp, cause: string, remedy: string])[] = [
  [/os error 28\b|ENOSPC/, 'disk full', 'Make room, then try again'],
  [
    /os error 27\b|EFBIG/,
    'a file would exceed the size limit of this process',
    'Raise the limit (ulimit -f), then try again',
  ],
  [/os error 122\b|EDQUOT/, 'disk quota exceeded', 'Make room, then try again'],
  [/os error 30\b|EROFS/, 'read-only file system', 'Set ARBITER_DATA_DIR to a folder that can be written'],
  [/os error 13\b|EACCES/, 'permission denied', 'Give the user that Arbiter runs as the rights to it'],
  [/os error 1\b|EPERM/, 'operation not permitted', 'Give the user that Arbiter runs as the rights to it'],
  [/os error 24\b|EMFILE/, 'too many open files', 'Raise the limit (ulimit -n), then try again'],
  [
    /os error 20\b|ENOTDIR|EEXIST/,
    'a file stands where the directory should be',
    'Move it away, or set ARBITER_DATA_DIR to another folder',
  ],
];

/** Nothing at the table's path: never written to, or removed since. */
const MISSING_TABLE = /Table '[^']*' was not found|Not found: \S*\.lance\/_versions/i;

/** A folder without any version: what a process leaves that is killed while it creates or removes a table. */
const UNFINISHED_TABLE = /exists but could not be loaded/i;

const COMMIT_CONFLICT = /commit conflict|concurrent (?:commit|modification)|too many concurrent writers/i;

export function isMissingTable(thrown: unknown): boolean {
  const message = messageOf(thrown);
  return MISSING_TABLE.test(message) && !UNFINISHED_TABLE.test(message);
}

export function isUnfinishedTable(thrown: unknown): boolean {
  return UNFINISHED_TABLE.test(messageOf(thrown));
}

/** @returns the error that callers of the ports are promised, with Lance's own as its cause */
export function translateLanceError(thrown: unknown, { directory, collection }: LanceCall): ArbiterError {
  if (thrown instanceof ArbiterError) return thrown;
  const message = messageOf(thrown);
  const options = { cause: thrown, details: collection === undefined ? {} : { collection } };

  const disk = DISK_CAUSES.find(([pattern]) => pattern.test(message));
  if (disk) {
    const [, reason, remedy] = disk;
    return new ArbiterError(
      'UNAVAILABLE',
      `The data directory "${directory}" cannot be used: ${reason}. ${remedy}.`,
      options,
    );
  }
  if (collection === undefined)
    return new ArbiterError('UNAVAILABLE', `The store in "${directory}" cannot be opened.`, options);
  if (isMissingTable(thrown))
    return new ArbiterError('NOT_FOUND', `Collection "${collection}" does not exist.`, options);
  if (COMMIT_CONFLICT.test(message))
    return new ArbiterError('UNAVAILABLE', `Collection "${collection}" is being written by another process.`, options);
  return new ArbiterError(
    'UNAVAILABLE',
    `The index of collection "${collection}" cannot be read; "arbiter ingest" builds it again from the documents.`,
    options,
  );
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
