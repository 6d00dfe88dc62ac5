import type { CollectionManifest } from '@arbiter/contracts';
import type { SourceCursors } from './source-cursors.js';

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
