import type { CollectionManifest } from '@arbiter/contracts';

/** The manifests of all collections: what each was built with. */
export interface CollectionCatalog {
  /** By name, ascending. */
  list(signal: AbortSignal): Promise<readonly CollectionManifest[]>;
  get(name: string, signal: AbortSignal): Promise<CollectionManifest | null>;
  /**
   * The same manifest again, whatever its `createdAt`, is no error and changes nothing.
   *
   * @throws ArbiterError CONFLICT when the name is taken by a manifest of other settings
   */
  create(manifest: CollectionManifest, signal: AbortSignal): Promise<void>;
  /** One that is not there is no error. */
  delete(name: string, signal: AbortSignal): Promise<void>;
}
