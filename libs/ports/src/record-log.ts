/** How a group is read. */
export interface LogReading<T> {
  /** Default: the oldest record first. */
  readonly newestFirst?: boolean;
  /** Only records that it is true of; the others take no memory. */
  readonly where?: (record: T) => boolean;
}

/**
 * Records in the order of their appending, in groups that come with their first record. An engine implements it once for all
 * stores that are made of it. Records that cannot be read, since a crash cut them short or another version wrote them, are left
 * out. Rejects with ArbiterError: UNAVAILABLE when the engine does not answer, or its disk is full or read-only; FORBIDDEN for a
 * write to what is open for reading only.
 */
export interface RecordLog<T> {
  /**
   * Appends all records or none, unless the engine's layout holds one record a value. Resolves once they are stored.
   *
   * @throws ArbiterError PAYLOAD_TOO_LARGE for more than the engine takes at once
   */
  append(group: string, records: readonly T[], signal: AbortSignal): Promise<void>;
  /** @returns the records of a group; none for an unknown one */
  read(group: string, options: LogReading<T>, signal: AbortSignal): AsyncIterable<T>;
  /**
   * Changes records of all groups, each in its place. Nothing of the former ones, and of those that cannot be read, stays in the
   * files of the engine.
   *
   * @param change returns the record itself to leave it, another to replace it, null to delete it
   * @returns how many records, and groups with such records, were changed
   */
  change(change: (record: T) => T | null, signal: AbortSignal): Promise<Changed>;
}

export interface Changed {
  readonly records: number;
  readonly groups: number;
}

/** A log whose groups can be listed and deleted, such as sessions. */
export interface GroupedLog<T> extends RecordLog<T> {
  /**
   * The newest record of each group whose name begins with a text, in no order. Left out are names of which the engine
   * keeps a hash alone: those too long for a file, of some 70 upper-case letters or more.
   */
  groups(prefix: string, signal: AbortSignal): Promise<ReadonlyMap<string, T>>;
  /** @returns false for an unknown group */
  delete(group: string, signal: AbortSignal): Promise<boolean>;
  /**
   * Deletes the groups whose newest record is stale. One that is appended to meanwhile stays.
   *
   * @returns the number of deleted groups
   */
  deleteStale(isStale: (newest: T) => boolean, signal: AbortSignal): Promise<number>;
}
