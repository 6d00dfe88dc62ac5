import { ArbiterError, type IngestionSource } from '@arbiter/contracts';
import type { FoundItem, SourceItem, StoredDocument } from '@arbiter/ports';
import { describeSource } from './describe-source.js';
import { PathSelection } from './path-selection.js';

/** What the sources of a job hold. */
export interface ListedSources {
  /** Those of a format that can be read, and folders that cannot be listed. */
  readonly items: readonly SourceItem[];
  /** Files of no known format, and what a loader leaves out. */
  readonly skipped: number;
  /** Sources that could not be listed, named as a person would. */
  readonly failures: readonly { readonly source: string; readonly error: ArbiterError }[];
  /** Whether a stored document would be among the items, were it still there. */
  covers(document: Pick<StoredDocument, 'origin' | 'source'>): boolean;
}

export interface Listing {
  /** As `SourceLoader.originOf` and `SourceLoader.list` of the source's own loader, with archives expanded. */
  originOf(source: IngestionSource): string | null;
  list(source: IngestionSource): AsyncIterable<FoundItem>;
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
  const listed: { origin: string; selection: PathSelection }[] = [];
  let skipped = 0;
  for (const source of sources) {
    const selection = new PathSelection(source);
    const origin = listing.originOf(source);
    const found: SourceItem[] = [];
    try {
      for await (const item of listing.list(source)) {
        if ('skipped' in item) skipped += 1;
        else if (!selection.selects(item.source)) continue;
        // A folder that may not be read is an item of its own; reading it says why, and what lies below it is spared.
        else if (isFolder(item) || listing.isReadable(item.name ?? item.source)) found.push(item);
        else skipped += 1;
      }
    } catch (thrown) {
      signal.throwIfAborted();
      const error = ArbiterError.from(thrown);
      if (sources.length === 1) throw error;
      failures.push({ source: describeSource(source), error });
      continue;
    }
    items.push(...found);
    if (origin !== null) listed.push({ origin, selection });
  }
  const [first] = failures;
  if (first && failures.length === sources.length) throw first.error;
  return {
    items,
    skipped,
    failures,
    covers: (document) =>
      listed.some(({ origin, selection }) => origin === document.origin && selection.selects(document.source)),
  };
}

/** A loader yields what it could not list as an item whose name ends like a folder's. */
export function isFolder({ source }: Pick<SourceItem, 'source'>): boolean {
  return source.endsWith('/');
}
