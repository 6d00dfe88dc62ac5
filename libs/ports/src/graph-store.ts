import { ArbiterError } from '@arbiter/contracts';

/** A knowledge graph at one time, as opaque bytes. */
export interface GraphSnapshot {
  /** Names the bytes: 1 to 100 lower-case letters, digits, "-" and "_". */
  readonly version: string;
  readonly bytes: Uint8Array;
}

const VERSION = /^[a-z0-9_-]{1,100}$/;

/**
 * Immutable snapshots of the knowledge graphs of collections. A collection has one current snapshot; the one before it stays for
 * readers that began with it. Rejects with ArbiterError: UNAVAILABLE when the store does not answer, or its disk is full or
 * read-only.
 */
export interface GraphStore {
  /**
   * Stores a snapshot and makes it current; on failure, the former one stays current. The snapshot that was current stays
   * readable; older ones are deleted. A version that is stored already becomes current again, and is repaired if it is damaged.
   *
   * @throws ArbiterError CONFLICT when the version is stored with other bytes, INVALID_REQUEST for an invalid version or no bytes
   */
  put(collection: string, snapshot: GraphSnapshot, signal: AbortSignal): Promise<void>;
  /** Cheap enough to be asked before each question. @returns null for a collection without a graph */
  currentVersion(collection: string, signal: AbortSignal): Promise<string | null>;
  /**
   * @returns null for an unknown version, also for one that was deleted meanwhile
   * @throws ArbiterError UNAVAILABLE for bytes that are not those that were put, with the command that rebuilds the graph
   */
  read(collection: string, version: string, signal: AbortSignal): Promise<Uint8Array | null>;
  /** Deletes all snapshots except the current one, so that none keeps what deleted documents said. */
  prune(collection: string, signal: AbortSignal): Promise<void>;
  /** Deletes all snapshots. An unknown collection is no error. */
  delete(collection: string, signal: AbortSignal): Promise<void>;
}

/** What each `put` checks first. @throws ArbiterError INVALID_REQUEST */
export function assertSnapshot({ version, bytes }: GraphSnapshot): void {
  if (!isGraphVersion(version))
    throw new ArbiterError(
      'INVALID_REQUEST',
      'The version of a graph has 1 to 100 lower-case letters, digits, "-" and "_".',
    );
  if (bytes.length === 0) throw new ArbiterError('INVALID_REQUEST', 'The snapshot of a graph has no bytes.');
}

export function isGraphVersion(version: string): boolean {
  return VERSION.test(version);
}

/** The error of a `put` that would change a snapshot. */
export function graphVersionTaken(collection: string, version: string): ArbiterError {
  return new ArbiterError('CONFLICT', `Version "${version}" of the graph of "${collection}" has other contents.`, {
    details: { collection, version },
  });
}

/** The error of a damaged snapshot, with `details.damaged`. @param what is damaged, where people find it */
export function damagedGraph(collection: string, what: string, cause?: unknown): ArbiterError {
  return new ArbiterError(
    'UNAVAILABLE',
    `The graph of "${collection}" is damaged (${what}): rebuild it with \`arbiter graph build --collection ${collection}\`.`,
    { details: { collection, damaged: true }, cause },
  );
}
