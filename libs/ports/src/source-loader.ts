import type { FoundItem } from './source-reader.js';

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
