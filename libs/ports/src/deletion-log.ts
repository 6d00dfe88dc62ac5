/** Documents deleted from the library in one step. */
export interface DocumentDeletion {
  readonly collection: string;
  /** Their ids. */
  readonly documents: readonly string[];
  /** RFC 3339. */
  readonly at: string;
  /** The job that found them gone; null for a deletion by name. */
  readonly jobId: string | null;
}

/** Documents to redact, with the time and job of their deletion. */
export type DeletedDocuments = Pick<DocumentDeletion, 'documents' | 'at' | 'jobId'>;

export interface LoggedDeletion extends DocumentDeletion {
  /** Opaque position in the order of all deletions. */
  readonly position: string;
}

/** How long a deletion stays in the log, in milliseconds: a year. */
export const DELETIONS_KEPT_MS = 365 * 24 * 60 * 60 * 1_000;

/** Lists deletions, for components that keep text of documents elsewhere and must remove it. */
export interface DeletionLog {
  /** Resolves once it is on the disk. */
  append(deletion: DocumentDeletion, signal: AbortSignal): Promise<void>;
  /** @param position null: from the first deletion on. @returns at most `limit`, in order of appending */
  after(position: string | null, limit: number, signal: AbortSignal): Promise<readonly LoggedDeletion[]>;
}

/** The position of one reader of the log. */
export interface DeletionCursor {
  /** Null before the first `write`. */
  read(signal: AbortSignal): Promise<string | null>;
  write(position: string, signal: AbortSignal): Promise<void>;
}
