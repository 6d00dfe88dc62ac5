import { ArbiterError, type CollectionManifest } from '@arbiter/contracts';
import { z } from 'zod';

/** The manifests of all collections, with their settings and the positions of their sources. */
export interface CollectionCatalog extends SourceCursors {
  /** By name, ascending. */
  list(signal: AbortSignal): Promise<readonly CollectionManifest[]>;
  get(name: string, signal: AbortSignal): Promise<CollectionManifest | null>;
  /**
   * Creates a manifest. Repeating it, whatever its `createdAt`, is no error and changes nothing.
   *
   * @throws ArbiterError CONFLICT when a manifest of other settings has the name
   */
  create(manifest: CollectionManifest, signal: AbortSignal): Promise<void>;
  /**
   * Replaces a collection's manifest at once, whatever differs. It does not report a change of the searchable contents;
   * `advance` does.
   *
   * @throws ArbiterError NOT_FOUND for an unknown collection
   */
  replace(manifest: CollectionManifest, signal: AbortSignal): Promise<void>;
  /**
   * An id for the contents of a collection. It changes with every `advance` and never repeats, even if a collection of the same
   * name was deleted before.
   *
   * @returns null for an unknown collection
   */
  generation(name: string, signal: AbortSignal): Promise<string | null>;
  /**
   * Call it after every change of the searchable contents, even after one that broke off. An unknown collection is no error.
   */
  advance(name: string, signal: AbortSignal): Promise<void>;
  /** An unknown collection is no error. */
  delete(name: string, signal: AbortSignal): Promise<void>;
}

/** The indexes of a process; each collection has its chunks in one index of each kind. */
export interface CollectionStores {
  readonly vectorIndex: { readonly engine: string };
  readonly keywordIndex: { readonly engine: string };
}

type RecordedStores = Pick<CollectionManifest, 'vectorStore' | 'keywordStore'>;

/** The part of a manifest that names its indexes. */
export function storesOf({ vectorIndex, keywordIndex }: CollectionStores): RecordedStores {
  return { vectorStore: vectorIndex.engine, keywordStore: keywordIndex.engine };
}

/**
 * In another store, a collection is empty, and searches would find nothing without an error. A manifest that names no store
 * passes: it may be in any store, and a working one must not be refused.
 *
 * @throws ArbiterError CONFLICT naming the stores of the collection, those in use, and the repair
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

/** The differing settings of a manifest, as `name value`; the time of creation is no setting. */
export function differingSettings(present: CollectionManifest, wanted: CollectionManifest): string[] {
  return SETTINGS.filter((key) => present[key] !== wanted[key]).map((key) => `${key} ${present[key]}`);
}

/** The name of a collection in the indexes. */
export function indexNameOf({ name, indexName }: Pick<CollectionManifest, 'name' | 'indexName'>): string {
  return indexName ?? name;
}

/** The position of a source at its last complete ingestion. */
export const SourceCursor = z.strictObject({
  /** As its loader names it, such as a commit. */
  position: z.string().min(1),
  /** Digest of its stored documents at that time, to detect documents deleted or replaced since. */
  documents: z.string().min(1),
});
export type SourceCursor = z.output<typeof SourceCursor>;

/**
 * Positions of the sources of collections. They are deleted with their collection. Rejects with ArbiterError: UNAVAILABLE when
 * the store does not answer, or its disk is full or read-only.
 */
export interface SourceCursors {
  /**
   * @param source a hexadecimal digest of the source and of everything that determines what is read of it
   * @returns null if there is none, or if it is unreadable: the source is then read again
   */
  cursor(collection: string, source: string, signal: AbortSignal): Promise<SourceCursor | null>;
  /** Replaces the position. For an unknown collection it does nothing, which is no error. */
  keepCursor(collection: string, source: string, cursor: SourceCursor, signal: AbortSignal): Promise<void>;
}
