import { ArbiterError, type CollectionManifest } from '@arbiter/contracts';
import { z } from 'zod';

/** The manifests of all collections: what each was built with, and how far its sources were read. */
export interface CollectionCatalog extends SourceCursors {
  /** By name, ascending. */
  list(signal: AbortSignal): Promise<readonly CollectionManifest[]>;
  get(name: string, signal: AbortSignal): Promise<CollectionManifest | null>;
  /**
   * The same manifest again, whatever its `createdAt`, is no error and changes nothing.
   *
   * @throws ArbiterError CONFLICT when the name is taken by a manifest of other settings
   */
  create(manifest: CollectionManifest, signal: AbortSignal): Promise<void>;
  /**
   * Puts another manifest in the place of a collection's, all of it at once, whatever differs. No change of what a search
   * can find: that is told by `advance`.
   *
   * @throws ArbiterError NOT_FOUND when there is no such collection
   */
  replace(manifest: CollectionManifest, signal: AbortSignal): Promise<void>;
  /**
   * A name for what the collection holds: another one after every `advance`, and none that was in use before, not even by
   * a collection of that name that has been deleted since.
   *
   * @returns null when there is no such collection
   */
  generation(name: string, signal: AbortSignal): Promise<string | null>;
  /**
   * To be called after every change of what a search of the collection can find, also after one that broke off half way.
   * A collection that is not there is no error.
   */
  advance(name: string, signal: AbortSignal): Promise<void>;
  /** One that is not there is no error. */
  delete(name: string, signal: AbortSignal): Promise<void>;
}

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

const SETTINGS = [
  'formatVersion',
  'embeddingModel',
  'dimensions',
  'language',
  'analyser',
  'chunkerVersion',
  'vectorStore',
  'keywordStore',
] as const satisfies readonly (keyof CollectionManifest)[];

/** What a manifest holds where another differs, as `name value`; the time of creation is no setting. */
export function differingSettings(present: CollectionManifest, wanted: CollectionManifest): string[] {
  return SETTINGS.filter((key) => present[key] !== wanted[key]).map((key) => `${key} ${present[key]}`);
}

/** Under which name the indexes are asked for a collection's chunks. */
export function indexNameOf({ name, indexName }: Pick<CollectionManifest, 'name' | 'indexName'>): string {
  return indexName ?? name;
}

/** Where a source stood when it was last ingested whole. */
export const SourceCursor = z.strictObject({
  /** As its loader names it, such as a commit. */
  position: z.string().min(1),
  /** Digest of what was stored of it then, so that a document that has gone or was replaced since is noticed. */
  documents: z.string().min(1),
});
export type SourceCursor = z.output<typeof SourceCursor>;

/**
 * How far the sources of collections were ingested. Goes with its collection. Rejects with ArbiterError: UNAVAILABLE when the
 * store does not answer, or its disk is full or read-only.
 */
export interface SourceCursors {
  /**
   * @param source a digest that names the source and all that decides what is read of it, hexadecimal
   * @returns null for none, and for one that cannot be read: the source is then read anew
   */
  cursor(collection: string, source: string, signal: AbortSignal): Promise<SourceCursor | null>;
  /** Replaces what was kept. For a collection that is not there nothing is kept, and that is no error. */
  keepCursor(collection: string, source: string, cursor: SourceCursor, signal: AbortSignal): Promise<void>;
}
