import { ArbiterError, type CollectionManifest } from '@arbiter/contracts';

/** The indexes of a process; chunks of a collection are in one of each kind. */
export interface CollectionStores {
  readonly vectorIndex: { readonly engine: string };
  readonly keywordIndex: { readonly engine: string };
}

type RecordedStores = Pick<CollectionManifest, 'vectorStore' | 'keywordStore'>;

/** What a manifest records of the indexes that hold its collection. */
export function storesOf({ vectorIndex, keywordIndex }: CollectionStores): RecordedStores {
  return { vectorStore: vectorIndex.engine, keywordStore: keywordIndex.engine };
}

/**
 * In any other store a collection is empty, and a search of it would find nothing without an error. A manifest that does not
 * say where its collection is passes: it may be in any store, and one that works must not be refused.
 *
 * @throws ArbiterError CONFLICT naming the stores it was built in, those in use, and the repair
 */
export function assertSameStores(
  manifest: Pick<CollectionManifest, 'name'> & RecordedStores,
  stores: CollectionStores,
): void {
  const { name } = manifest;
  const inUse = storesOf(stores);
  const moved = (
    [
      { what: 'vectors', key: 'vectorStore' },
      { what: 'keywords', key: 'keywordStore' },
    ] as const
  ).filter(({ key }) => manifest[key] !== null && manifest[key] !== inUse[key]);
  if (moved.length === 0) return;
  const listed = (of: RecordedStores): string => moved.map(({ what, key }) => `${what} in ${of[key]}`).join(' and ');
  throw new ArbiterError(
    'CONFLICT',
    `Collection "${name}" was built with ${listed(manifest)}, and this process is set to ${listed(inUse)}. ` +
      `Rebuild its indexes here with \`arbiter reindex ${name}\`, or set the stores it was built in.`,
    { details: { collection: name, differing: moved.map(({ key }) => key) } },
  );
}
