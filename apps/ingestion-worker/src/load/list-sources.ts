import { IgnoreList } from '@arbiter/adapter-kit/documents';
import { ArbiterError, type IngestionSource } from '@arbiter/contracts';
import type { FoundItem, ListingCursor, SkippedItem, SourceItem, UnseenItems } from '@arbiter/ports';
import { locationOf } from '../library/document-identity.js';
import type { ReachedSource, StoredPlace, TrackedPosition, TrackedSource } from './source-positions.js';

/** Most items left out that are listed; the count includes the others. */
const MAX_LEFT_OUT = 1_000;

const ORIGIN_OF_URL = /^https?:\/\/[^/]*\//;

/** The contents of a job's sources. */
export interface ListedSources {
  /** Files of a readable format, and folders that cannot be listed. */
  readonly items: readonly SourceItem[];
  /** Number of files of unknown formats and of files that a loader leaves out. */
  readonly skipped: number;
  /** The first of the skipped items, each with the reason. */
  readonly leftOut: readonly SkippedItem[];
  /** Globs of `prefer` that match none of the items of their source. */
  readonly idle: readonly { readonly source: string; readonly glob: string }[];
  /** Parts of listed sources that were not looked at. */
  readonly unseen: readonly UnseenItems[];
  /** Sources that could not be listed, with names for people. */
  readonly failures: readonly { readonly source: string; readonly error: ArbiterError }[];
  /** Ids of the documents of sources that have not moved and were therefore not listed. */
  readonly unmoved: ReadonlySet<string>;
  /** Sources that were listed completely, with their items and positions. */
  readonly reached: readonly (Omit<ReachedSource, 'documentIds'> & { readonly items: readonly SourceItem[] })[];
  /** Folders in which there is nothing at all, with names for people. */
  readonly emptied: readonly { readonly source: string; readonly covers: TrackedSource['covers'] }[];
  /** Whether a stored document would be among the items if it still existed. */
  covers(document: StoredPlace): boolean;
}

/**
 * The name of a stored document within a source. Files are known by their location, so those of a folder belong to it
 * whichever read began there: of the folder, of a folder around it or below it, or of the file alone.
 *
 * @param origin of the source's documents; null if they have none
 * @returns null for a document of another source
 */
export function placeWithin(
  { kind }: IngestionSource,
  origin: string | null,
  { collection, document }: { readonly collection: string; readonly document: StoredPlace },
): string | null {
  if (document.origin === origin) return document.source;
  if (kind !== 'path' || origin === null || !document.origin.startsWith('/')) return null;
  const location = locationOf(collection, document);
  if (location === origin) return location.slice(location.lastIndexOf('/') + 1);
  const folder = origin.endsWith('/') ? origin : `${origin}/`;
  return location.startsWith(folder) ? location.slice(folder.length) : null;
}

export interface Listing {
  /** As `SourceLoader.originOf` and `SourceLoader.list` of the source's loader, with archives expanded. */
  originOf(source: IngestionSource): string | null;
  documentOriginOf(source: IngestionSource): string | null;
  /** As `placeWithin`. */
  placeOf(source: IngestionSource, document: StoredPlace): string | null;
  list(
    source: IngestionSource,
    within: { readonly selection: PathSelection; readonly cursor: ListingCursor },
  ): AsyncIterable<FoundItem>;
  track(source: TrackedSource): TrackedPosition;
  isReadable(name: string): boolean;
}

/**
 * Lists all sources before the first document is read. If one of several sources cannot be listed, it counts as a failure and
 * the others are ingested.
 *
 * @throws ArbiterError of the first source, when no source could be listed
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
  const emptied: ListedSources['emptied'][number][] = [];
  const leftOut: SkippedItem[] = [];
  const idle: ListedSources['idle'][number][] = [];
  let skipped = 0;
  const skip = (item: SkippedItem): void => {
    skipped += 1;
    if (leftOut.length < MAX_LEFT_OUT) leftOut.push(item);
  };
  /** Locations of documents that came with the request: two of one name are not one document, but only one can be kept. */
  const sent = new Set<string>();
  for (const source of sources) {
    const selection = new PathSelection(source);
    const origin = listing.documentOriginOf(source);
    const keepsGone = listing.originOf(source) === null;
    const passedOver = new PassedOver();
    const tracked: TrackedSource = {
      source,
      covers: (document) => {
        const place = listing.placeOf(source, document);
        if (place === null || !selection.selects(place)) return false;
        // This listing leaves out what another one was asked for by name, such as a hidden folder.
        return document.origin === origin || !passedOver.holds(place);
      },
    };
    const cursor = listing.track(tracked);
    let read: ReadListing;
    try {
      const listedItems = listing.list(source, { selection, cursor });
      read = await readListing(listedItems, {
        ...{ selection, passedOver, skip, unseen },
        isReadable: (name) => listing.isReadable(name),
      });
    } catch (thrown) {
      signal.throwIfAborted();
      const error = ArbiterError.from(thrown);
      if (sources.length === 1) throw error;
      failures.push({ source: describeSource(source), error });
      continue;
    }
    const { isEmpty, isWhole } = read;
    const found = read.found.filter(({ source: name, location }) => {
      if (source.kind !== 'upload' && source.kind !== 'inline') return true;
      const isFirst = !sent.has(location);
      sent.add(location);
      if (!isFirst) skip({ source: name, reason: 'Another document of this job has the same name.' });
      return isFirst;
    });
    items.push(...found);
    if (!cursor.unmoved && isWhole)
      idle.push(...selection.idle(found).map((glob) => ({ source: describeSource(source), glob })));
    if (cursor.unmoved) for (const id of cursor.unmoved) unmoved.add(id);
    else if (isWhole) {
      if (!keepsGone) listed.push(tracked);
      if (isEmpty && source.kind === 'path') emptied.push({ source: describeSource(source), covers: tracked.covers });
      if (cursor.reached !== null) reached.push({ ...tracked, keepsGone, position: cursor.reached, items: found });
    }
  }
  const [first] = failures;
  if (first && failures.length === sources.length) throw first.error;
  return {
    items,
    skipped,
    leftOut,
    idle,
    unseen,
    failures,
    unmoved,
    reached,
    emptied,
    covers: (document) => listed.some(({ covers }) => covers(document)),
  };
}

interface ReadListing {
  readonly found: SourceItem[];
  readonly isWhole: boolean;
  readonly isEmpty: boolean;
}

interface Sieve {
  readonly selection: PathSelection;
  readonly passedOver: PassedOver;
  readonly skip: (item: SkippedItem) => void;
  /** Gets what was not looked at. */
  readonly unseen: UnseenItems[];
  readonly isReadable: Listing['isReadable'];
}

async function readListing(
  items: AsyncIterable<FoundItem>,
  { selection, passedOver, skip, unseen, isReadable }: Sieve,
): Promise<ReadListing> {
  const found: SourceItem[] = [];
  const unseenBefore = unseen.length;
  let isEmpty = true;
  for await (const item of items) {
    isEmpty = false;
    if ('skipped' in item) {
      passedOver.add(item.skipped.source);
      if (!item.skipped.quiet && selection.selects(item.skipped.source)) skip(item.skipped);
    } else if ('unseen' in item) unseen.push(item.unseen);
    else if (!selection.selects(item.source)) continue;
    // An unreadable folder is an item; reading it gives the reason and spares the documents below it.
    else if (isFolder(item) || isReadable(item.name ?? item.source)) found.push(item);
    else {
      passedOver.add(item.source);
      skip({ source: item.source, reason: 'No parser reads files of this kind.' });
    }
  }
  return { found, isEmpty, isWhole: unseen.length === unseenBefore };
}

/** Names of a listing that were left out, a folder with `/` at its end. */
class PassedOver {
  private readonly names = new Set<string>();

  add(name: string): void {
    this.names.add(name);
  }

  /** Whether a name was left out, or a folder above it. */
  holds(name: string): boolean {
    if (this.names.has(name)) return true;
    for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1))
      if (this.names.has(name.slice(0, at + 1))) return true;
    return false;
  }
}

/** Loaders yield a folder that they could not list as an item whose name ends in `/`. */
export function isFolder({ source }: Pick<SourceItem, 'source'>): boolean {
  return source.endsWith('/');
}

/** The globs of a source, of whichever kind. */
interface SourceGlobs {
  readonly kind?: string;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly prefer?: readonly string[] | undefined;
}

/** The documents of a source that its globs select. Globs have the syntax of `.gitignore`. */
export class PathSelection {
  private readonly include: IgnoreList | null;
  private readonly exclude: IgnoreList | null;
  private readonly prefer: IgnoreList | null;

  constructor(private readonly source: SourceGlobs) {
    this.include = source.include ? new IgnoreList(source.include) : null;
    this.exclude = source.exclude ? new IgnoreList(source.exclude) : null;
    this.prefer = source.prefer ? new IgnoreList(source.prefer) : null;
  }

  /** @param source as in SourceItem; of an address, the path counts. A folder ends in `/` */
  selects(source: string): boolean {
    const path = source.replace(ORIGIN_OF_URL, '');
    // The root page of a host.
    if (path === '') return this.include === null;
    if (this.excludes(source)) return false;
    // A folder may contain selected files.
    return this.include === null || path.endsWith('/') || this.include.ignores(path);
  }

  /** Whether `exclude` matches it; a source that is not excluded may still miss `include`. @param source as in `selects` */
  excludes(source: string): boolean {
    const path = source.replace(ORIGIN_OF_URL, '');
    return path !== '' && (this.exclude?.ignores(path) ?? false);
  }

  /** Whether `prefer` matches it. @param source as in `selects` */
  prefers(source: string): boolean {
    return this.prefer?.ignores(source.replace(ORIGIN_OF_URL, '')) ?? false;
  }

  /** The globs of `prefer` that match none of the items. */
  idle(items: readonly Pick<SourceItem, 'source'>[]): string[] {
    const isIdle = (glob: string): boolean => {
      const alone = new PathSelection({ prefer: [glob.replace(/^!/, '')] });
      return !items.some(({ source }) => alone.prefers(source));
    };
    return (this.source.prefer ?? []).filter(isIdle);
  }
}

/** A short name of a source for failures. */
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
    case 'upload':
      return source.name;
  }
}
