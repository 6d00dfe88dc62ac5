import { IgnoreList } from '@arbiter/adapter-kit/documents';
import { ArbiterError, type IngestionSource } from '@arbiter/contracts';
import type { FoundItem, ListingCursor, SkippedItem, SourceItem, StoredDocument, UnseenItems } from '@arbiter/ports';
import type { ReachedSource, TrackedPosition, TrackedSource } from './source-positions.js';

/** What is left out is told of so many; the count has them all. */
const MAX_LEFT_OUT = 1_000;

const ORIGIN_OF_URL = /^https?:\/\/[^/]*\//;

/** What the sources of a job hold. */
export interface ListedSources {
  /** Those of a format that can be read, and folders that cannot be listed. */
  readonly items: readonly SourceItem[];
  /** Files of no known format, and what a loader leaves out. */
  readonly skipped: number;
  /** The first of them, with the reason of each. */
  readonly leftOut: readonly SkippedItem[];
  /** What was not looked at of sources that were listed otherwise. */
  readonly unseen: readonly UnseenItems[];
  /** Sources that could not be listed, named as a person would. */
  readonly failures: readonly { readonly source: string; readonly error: ArbiterError }[];
  /** Ids of the documents of sources that were not listed, since they hold what they held. */
  readonly unmoved: ReadonlySet<string>;
  /** Sources that were listed whole, with their items, and where they stood. */
  readonly reached: readonly (Omit<ReachedSource, 'documentIds'> & { readonly items: readonly SourceItem[] })[];
  /** Whether a stored document would be among the items, were it still there. */
  covers(document: Pick<StoredDocument, 'origin' | 'source'>): boolean;
}

export interface Listing {
  /** As `SourceLoader.originOf` and `SourceLoader.list` of the source's own loader, with archives expanded. */
  originOf(source: IngestionSource): string | null;
  documentOriginOf(source: IngestionSource): string | null;
  list(
    source: IngestionSource,
    within: { readonly selection: PathSelection; readonly cursor: ListingCursor },
  ): AsyncIterable<FoundItem>;
  track(source: TrackedSource): TrackedPosition;
  isReadable(name: string): boolean;
}

/**
 * Lists all sources before the first document is read. One of several that cannot be listed is a failure, and the rest is
 * ingested.
 *
 * @throws ArbiterError what the first source failed with, when none could be listed
 */
export async function listSources(
  sources: readonly IngestionSource[],
  listing: Listing,
  signal: AbortSignal,
): Promise<ListedSources> {
  const items: SourceItem[] = [];
  const failures: { source: string; error: ArbiterError }[] = [];
  const unseen: UnseenItems[] = [];
  const listed: TrackedSource[] = [];
  const reached: ListedSources['reached'][number][] = [];
  const unmoved = new Set<string>();
  const leftOut: SkippedItem[] = [];
  let skipped = 0;
  const skip = (item: SkippedItem): void => {
    skipped += 1;
    if (leftOut.length < MAX_LEFT_OUT) leftOut.push(item);
  };
  for (const source of sources) {
    const selection = new PathSelection(source);
    const origin = listing.documentOriginOf(source);
    const keepsGone = listing.originOf(source) === null;
    const tracked: TrackedSource = {
      source,
      covers: (document) => document.origin === origin && selection.selects(document.source),
    };
    const cursor = listing.track(tracked);
    const found: SourceItem[] = [];
    let isWhole = true;
    try {
      for await (const item of listing.list(source, { selection, cursor })) {
        if ('skipped' in item) skip(item.skipped);
        else if ('unseen' in item) {
          isWhole = false;
          unseen.push(item.unseen);
        } else if (!selection.selects(item.source)) continue;
        // A folder that may not be read is an item of its own; reading it says why, and what lies below it is spared.
        else if (isFolder(item) || listing.isReadable(item.name ?? item.source)) found.push(item);
        else skip({ source: item.source, reason: 'No parser reads files of this kind.' });
      }
    } catch (thrown) {
      signal.throwIfAborted();
      const error = ArbiterError.from(thrown);
      if (sources.length === 1) throw error;
      failures.push({ source: describeSource(source), error });
      continue;
    }
    items.push(...found);
    if (cursor.unmoved) for (const id of cursor.unmoved) unmoved.add(id);
    else if (isWhole) {
      if (!keepsGone) listed.push(tracked);
      if (cursor.reached !== null) reached.push({ ...tracked, keepsGone, position: cursor.reached, items: found });
    }
  }
  const [first] = failures;
  if (first && failures.length === sources.length) throw first.error;
  return {
    items,
    skipped,
    leftOut,
    unseen,
    failures,
    unmoved,
    reached,
    covers: (document) => listed.some(({ covers }) => covers(document)),
  };
}

/** A loader yields what it could not list as an item whose name ends like a folder's. */
export function isFolder({ source }: Pick<SourceItem, 'source'>): boolean {
  return source.endsWith('/');
}

/** Which documents of a source its globs select; they read as the lines of a `.gitignore` do. */
export class PathSelection {
  private readonly include: IgnoreList | null;
  private readonly exclude: IgnoreList | null;

  constructor(source: IngestionSource) {
    this.include = 'include' in source && source.include ? new IgnoreList(source.include) : null;
    this.exclude = 'exclude' in source && source.exclude ? new IgnoreList(source.exclude) : null;
  }

  /** @param source as of a SourceItem; of an address its path counts. What ends in `/` is a folder */
  selects(source: string): boolean {
    const path = source.replace(ORIGIN_OF_URL, '');
    // The page of a host itself.
    if (path === '') return this.include === null;
    if (this.excludes(source)) return false;
    // Whether something below a folder is selected is not known.
    return this.include === null || path.endsWith('/') || this.include.ignores(path);
  }

  /** Whether it is left out by name; what is not may still be missing from `include`. @param source as of `selects` */
  excludes(source: string): boolean {
    const path = source.replace(ORIGIN_OF_URL, '');
    return path !== '' && (this.exclude?.ignores(path) ?? false);
  }
}

/** The name of a source in failures: short, for people. */
function describeSource(source: IngestionSource): string {
  switch (source.kind) {
    case 'path':
      return source.path;
    case 'git':
      return source.repository;
    case 'url':
    case 'site':
    case 'feed':
      return source.url;
    case 'inline':
      return source.name;
  }
}
