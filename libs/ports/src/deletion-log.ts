/** Documents that left the library in one step. */
export interface DocumentDeletion {
  readonly collection: string;
  /** Their ids. */
  readonly documents: readonly string[];
  /** RFC 3339. */
  readonly at: string;
  /** The job that found them gone; null where somebody deleted them by name. */
  readonly jobId: string | null;
}

/** What is to be taken out: the documents, when they were deleted, and by which job. */
export type DeletedDocuments = Pick<DocumentDeletion, 'documents' | 'at' | 'jobId'>;

export interface LoggedDeletion extends DocumentDeletion {
  /** Opaque; where the deletion stands in the order of all. */
  readonly position: string;
}

/** How long a deletion is told to who has not heard of it, in milliseconds: a year. */
export const DELETIONS_KEPT_MS = 365 * 24 * 60 * 60 * 1_000;

/** Tells what was deleted, so that whoever keeps words of documents elsewhere takes them out. */
export interface DeletionLog {
  /** Resolves once it is on the disk. */
  append(deletion: DocumentDeletion, signal: AbortSignal): Promise<void>;
  /** @param position null: from the first on. @returns in the order of their appending, `limit` at most */
  after(position: string | null, limit: number, signal: AbortSignal): Promise<readonly LoggedDeletion[]>;
}

/** Where one reader of the log has got to. */
export interface DeletionCursor {
  /** Null before the first `write`. */
  read(signal: AbortSignal): Promise<string | null>;
  write(position: string, signal: AbortSignal): Promise<void>;
}
