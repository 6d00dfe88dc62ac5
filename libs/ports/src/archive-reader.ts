import type { ArbiterError } from '@arbiter/contracts';
import type { SkippedItem } from './source-reader.js';

/** What may still be unpacked of an archive and of those inside it. */
export interface UnpackBudget {
  /** @throws ArbiterError PAYLOAD_TOO_LARGE when there have been too many entries */
  enter(): void;
  /** @throws ArbiterError PAYLOAD_TOO_LARGE when more has come out than the archive can honestly hold */
  spend(bytes: number): void;
}

export interface UnpackOptions {
  /** An empty folder for what comes out. Files in it have names of their own, so that no entry's name leads anywhere. */
  readonly into: string;
  /** Whether an entry is to be unpacked, by its path inside. */
  wants(path: string): boolean;
  /** Of one entry, in bytes; a larger one is an entry that cannot be read. */
  readonly maxEntryBytes: number;
  readonly budget: UnpackBudget;
}

/** A wanted entry: a file on this disk, or why it is none. */
export type UnpackedEntry = {
  /** Inside the archive, `/` between segments, none of them `.` or `..`. */
  readonly path: string;
} & ({ readonly file: string; readonly size: number } | { readonly problem: ArbiterError });

export interface UnpackedArchive {
  readonly entries: readonly UnpackedEntry[];
  readonly skipped: readonly SkippedItem[];
}

/** Unpacks files that hold files. */
export interface ArchiveReader {
  /** Whether a file of this name is an archive. */
  reads(name: string): boolean;
  /**
   * @param archive a regular file, and its name for messages
   * @throws ArbiterError INVALID_REQUEST for what is damaged or no archive, PAYLOAD_TOO_LARGE as the budget says, NOT_FOUND
   *   or FORBIDDEN when it cannot be opened, UNAVAILABLE when the disk is full
   */
  unpack(
    archive: { readonly file: string; readonly name: string },
    options: UnpackOptions,
    signal: AbortSignal,
  ): Promise<UnpackedArchive>;
}
