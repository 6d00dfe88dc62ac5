import type { ArbiterError, Metadata, RelatedFiles } from '@arbiter/contracts';

/** A description given by the client. It takes precedence over the document's own. */
export interface GivenDescription {
  /** "" for a document without a title; null if none was given. */
  readonly title: string | null;
  readonly metadata: Metadata;
}

/** A document of a source, not yet read. */
export interface SourceItem {
  /** Relative to the origin, `/` between segments. It is stable, so that the document is the same item the next time. */
  readonly source: string;
  /** The origin of the source, as `originOf` names it. */
  readonly origin: string;
  /** Absolute and real: the same file always has the same location, however it was found. */
  readonly location: string;
  /** Size in bytes, as the source states it. */
  readonly size: number;
  /** A file name whose extension gives the format, if `source` has none: a page of the web. */
  readonly name?: string;
  readonly given?: GivenDescription;
  /**
   * Provenance of this content, such as the commit, kept with every passage. It alone does not make a document differ, so an
   * unchanged document keeps the provenance of its first read.
   */
  readonly provenance?: Metadata;
  /** Path on this disk, for files that are too large to be read at once; absent for others. */
  readonly file?: string;
  /**
   * Identifies the content, such as the id of a blob or the ETag of a page. An item with the stored version need not be read.
   * Absent if only the bytes show whether anything has changed.
   */
  readonly version?: string;
  /**
   * @throws ArbiterError PAYLOAD_TOO_LARGE above the reader's limit; NOT_FOUND when it has gone; FORBIDDEN without permission
   */
  read(signal: AbortSignal): Promise<Uint8Array>;
  /** Absent for a document without siblings. */
  readonly related?: RelatedFiles;
}

/** A file that is left out, or a folder with all that it holds: its source then ends in `/`. */
export interface SkippedItem {
  readonly source: string;
  /** One sentence. */
  readonly reason: string;
  /** Neither counted nor named: folders of tools, which hold nothing that anybody wrote to be read. */
  readonly quiet?: true;
}

/**
 * An unknown part of the source that was not looked at. No document of the source may then be deleted, however much was listed.
 */
export interface UnseenItems {
  /** The source, for people. */
  readonly source: string;
  /** One sentence with a remedy. */
  readonly reason: string;
}

/** One entry of a source's listing. */
export type FoundItem = SourceItem | { readonly skipped: SkippedItem } | { readonly unseen: UnseenItems };

/** Lists the documents at a path. */
export interface SourceReader {
  /** The absolute form of a path, which identifies its documents. */
  originOf(path: string): string;
  /**
   * Walks a file or folder. It follows symbolic links at most once per real folder, so that loops end.
   *
   * An unreadable folder is an item whose source ends in `/` and whose `read` rejects. Its contents are unknown, so documents
   * found there earlier must not be deleted.
   *
   * @throws ArbiterError NOT_FOUND when the path does not exist, FORBIDDEN without permission
   */
  walk(path: string, signal: AbortSignal): AsyncIterable<FoundItem>;
}

/** Spares listing a source that has not moved since its last complete ingestion. */
export interface ListingCursor {
  /** Position of the last `reach`; null if it is unknown, or if the stored documents have changed since. */
  last(): Promise<string | null>;
  /** Declares that the source is still at `last`. It is then not listed. */
  stay(): void;
  /** Declares the position of this listing. While the source stays there, it holds the same documents. */
  reach(position: string): void;
}

/** Services of a run for its loaders. */
export interface LoadContext {
  /** Whether the format of this file name can be read; other files need not be fetched. */
  isReadable(name: string): boolean;
  /**
   * The extension by which files of this media type are read or unpacked; undefined for an unknown type.
   *
   * @param mediaType lower case, without parameters
   */
  extensionOf(mediaType: string): string | undefined;
  /** The stored version at a location, null for none; an item with that version need not be fetched. */
  versionAt(location: string, signal: AbortSignal): Promise<string | null>;
  /** Whether the job excludes it, so that it need not be fetched. @param source as in SourceItem */
  isExcluded(source: string): boolean;
  /** A new, private, empty folder for fetched files. It is removed when all items of the run have been read. */
  scratch(): Promise<string>;
  /** For loaders that know the position of their source without fetching it. */
  readonly cursor: ListingCursor;
}

/** Lists the documents of one kind of source. */
export interface SourceLoader<Source> {
  /**
   * Identifies the documents of a source; null if they are independent of each other, as in an upload. A document of an earlier
   * listing of the same origin is deleted if a later listing lacks it.
   */
  originOf(source: Source): string | null;
  /** The origin of documents that are never deleted, for which `originOf` is null; absent without a `ListingCursor`. */
  keptOriginOf?(source: Source): string;
  /**
   * A part that cannot be listed is an item whose source ends in `/` and whose `read` rejects. Documents found below it earlier
   * stay.
   *
   * @throws ArbiterError when the whole source cannot be listed; none of its documents may then be deleted: NOT_FOUND,
   *   FORBIDDEN, UNAUTHENTICATED, UNAVAILABLE, PAYLOAD_TOO_LARGE, INVALID_REQUEST
   */
  list(source: Source, context: LoadContext, signal: AbortSignal): AsyncIterable<FoundItem>;
}

/** Remaining allowance for unpacking an archive with its nested archives. */
export interface UnpackBudget {
  /** @throws ArbiterError PAYLOAD_TOO_LARGE after too many entries */
  enter(): void;
  /** @throws ArbiterError PAYLOAD_TOO_LARGE when the output exceeds any plausible content of the archive */
  spend(bytes: number): void;
}

export interface UnpackOptions {
  /** An empty folder for the output. Its files get new names, so that an entry's name cannot lead elsewhere. */
  readonly into: string;
  /** Whether to unpack an entry, by its path inside. */
  wants(path: string): boolean;
  /** Most bytes of one entry; a larger entry cannot be read. */
  readonly maxEntryBytes: number;
  readonly budget: UnpackBudget;
}

/** A wanted entry: a file on this disk, or the reason why there is none. */
export type UnpackedEntry = {
  /** Inside the archive, `/` between segments, none of them `.` or `..`. */
  readonly path: string;
} & ({ readonly file: string; readonly size: number } | { readonly problem: ArbiterError });

export interface UnpackedArchive {
  readonly entries: readonly UnpackedEntry[];
  readonly skipped: readonly SkippedItem[];
}

/** Unpacks archives. */
export interface ArchiveReader {
  /** Whether a file of this name is an archive. */
  reads(name: string): boolean;
  /** The extension of archives that servers send as this media type; undefined for a type of no archive. */
  extensionOf(mediaType: string): string | undefined;
  /**
   * @param archive a regular file, and its name for messages
   * @throws ArbiterError INVALID_REQUEST for a damaged file or one that is no archive, PAYLOAD_TOO_LARGE as the budget says,
   *   NOT_FOUND or FORBIDDEN when it cannot be opened, UNAVAILABLE when the disk is full
   */
  unpack(
    archive: { readonly file: string; readonly name: string },
    options: UnpackOptions,
    signal: AbortSignal,
  ): Promise<UnpackedArchive>;
}
