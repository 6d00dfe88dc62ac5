import type { Metadata } from '@arbiter/contracts';

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
