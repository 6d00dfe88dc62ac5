import type { ArbiterError, Metadata } from '@arbiter/contracts';

/** The files beside a document, for formats whose files refer to one another. The same object for a whole folder. */
export interface RelatedFiles {
  /** Names without folders, ascending; what the source leaves out is not among them. */
  readonly names: readonly string[];
  /** @throws ArbiterError as `SourceItem.read` does; NOT_FOUND for a name that is not listed */
  read(name: string, signal: AbortSignal): Promise<Uint8Array>;
}

/** What whoever names a document says of it, before what it says of itself. */
export interface GivenDescription {
  /** "" for a document without a title; null when nothing was said. */
  readonly title: string | null;
  readonly metadata: Metadata;
}

/** A document that a source holds, not yet read. */
export interface SourceItem {
  /** Relative to the origin, `/` between segments; stable, so that the same document is the same item next time. */
  readonly source: string;
  /** What was walked to find it, as `originOf` names it. */
  readonly origin: string;
  /** Absolute and real: the same file has the same location, whichever way it was found. */
  readonly location: string;
  /** Bytes, as the source states them. */
  readonly size: number;
  /** A file name by whose ending the format is known, where `source` does not tell: a page of the web. */
  readonly name?: string;
  readonly given?: GivenDescription;
  /**
   * Where this content comes from, such as the commit: kept with every passage, but no document is another one because of it
   * alone, so that what stays the same keeps what it was first read with.
   */
  readonly provenance?: Metadata;
  /** Where it lies on this disk, for what is too large to be read at once; absent where it does not. */
  readonly file?: string;
  /**
   * Names the content, such as the id of a blob or the tag of a page: an item of the version that is stored need not be read.
   * Absent where only the bytes tell whether anything has changed.
   */
  readonly version?: string;
  /** @throws ArbiterError PAYLOAD_TOO_LARGE above the reader's limit; NOT_FOUND when it has gone; FORBIDDEN when it may not be read */
  read(signal: AbortSignal): Promise<Uint8Array>;
  /** Absent for a document that stands alone. */
  readonly related?: RelatedFiles;
}

export interface SkippedItem {
  readonly source: string;
  /** One sentence. */
  readonly reason: string;
}

/**
 * A part of the source, nobody knows which, that was not looked at. Nothing of the source may be taken for deleted, however
 * much of it was listed.
 */
export interface UnseenItems {
  /** The source, shown to people. */
  readonly source: string;
  /** One sentence that says what to do. */
  readonly reason: string;
}

/** What listing a source comes upon. */
export type FoundItem = SourceItem | { readonly skipped: SkippedItem } | { readonly unseen: UnseenItems };

/** Finds the documents behind a path. */
export interface SourceReader {
  /** The absolute form of a path, by which its documents are remembered. */
  originOf(path: string): string;
  /**
   * Walks a file or folder; symbolic links are followed at most once per real folder, so that loops end.
   *
   * A folder below it that may not be read is an item whose source ends in `/` and whose `read` rejects: nothing is known
   * of what it holds, so what was found there the last time must not be taken for deleted.
   *
   * @throws ArbiterError NOT_FOUND when there is nothing at the path, FORBIDDEN when it may not be read
   */
  walk(path: string, signal: AbortSignal): AsyncIterable<FoundItem>;
}

/** Spares the listing of a source that stands where it stood when it was last ingested whole. */
export interface ListingCursor {
  /** Where it stood, as `reach` was told; null where that is not known, or something else is stored by now than then. */
  last(): Promise<string | null>;
  /** Says that it still stands at `last`. Nothing of it is listed then. */
  stay(): void;
  /** Says where it stands that is listed: as long as it stands there, it holds the same. */
  reach(position: string): void;
}

/** What a loader may ask about the run that it lists for. */
export interface LoadContext {
  /** Whether a file of this name is of a format that can be read; what is not need not be fetched. */
  isReadable(name: string): boolean;
  /**
   * The ending by which a file of this media type is read or unpacked; undefined for a type of no known format.
   *
   * @param mediaType lower case, without parameters
   */
  extensionOf(mediaType: string): string | undefined;
  /** The version of what is stored from a location, null for none: what still has it need not be fetched. */
  versionAt(location: string, signal: AbortSignal): Promise<string | null>;
  /** Whether the job leaves out what is found there; it need not be fetched either. @param source as of a SourceItem */
  isExcluded(source: string): boolean;
  /** A new, private, empty folder for what is fetched. It is removed when the items of the run have been read. */
  scratch(): Promise<string>;
  /** For loaders that can tell where their source stands without fetching it. */
  readonly cursor: ListingCursor;
}

/** Lists the documents of one kind of source. */
export interface SourceLoader<Source> {
  /**
   * What the documents of a source are remembered by; null where they stand for themselves, as an upload does. Documents of
   * the same origin that an earlier listing had and a later one has not are deleted.
   */
  originOf(source: Source): string | null;
  /** The origin of its documents where `originOf` is null because none of them goes; absent for what has no `ListingCursor`. */
  keptOriginOf?(source: Source): string;
  /**
   * A part of the source that cannot be listed is an item whose source ends in `/` and whose `read` rejects; what was found
   * below it the last time is kept.
   *
   * @throws ArbiterError when the source as a whole cannot be listed, after which nothing of it may be taken for deleted:
   *   NOT_FOUND, FORBIDDEN, UNAUTHENTICATED, UNAVAILABLE, PAYLOAD_TOO_LARGE, INVALID_REQUEST
   */
  list(source: Source, context: LoadContext, signal: AbortSignal): AsyncIterable<FoundItem>;
}

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
  /** The ending of archives that servers send as this media type; undefined for a type of no archive. */
  extensionOf(mediaType: string): string | undefined;
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
