import { ArbiterError } from '@arbiter/contracts';
import { diskFaultOf } from '@arbiter/ports';

/** The call that failed. */
export interface LanceCall {
  /** Absolute path of the store. */
  readonly directory: string;
  /** Absent when the call was about the store as a whole. */
  readonly collection?: string;
}

/** Nothing at the table's path: never written to, or removed since. */
const MISSING_TABLE = /Table '[^']*' was not found|Not found: \S*\.lance\/_versions/i;

/** A folder without any version: the remains of a process that was killed while it created or removed a table. */
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

  // Lance throws plain errors and has the cause in the message alone.
  const disk = diskFaultOf(thrown);
  if (disk) {
    return new ArbiterError(
      'UNAVAILABLE',
      `The data directory "${directory}" cannot be used: ${disk.cause}. ${disk.remedy}.`,
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
