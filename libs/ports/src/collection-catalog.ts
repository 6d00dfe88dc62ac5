import type { CollectionManifest } from '@arbiter/contracts';

/** The manifests of all collections: what each was built with. */
export interface CollectionCatalog {
  /** By name, ascending. */
  list(signal: AbortSignal): Promise<readonly CollectionManifest[]>;
  get(name: string, signal: AbortSignal): Promise<CollectionManifest | null>;
  /** @throws ArbiterError CONFLICT when the name is taken by a different manifest; the same one again is no error */
  create(manifest: CollectionManifest, signal: AbortSignal): Promise<void>;
  /** One that is not there is no error. */
  delete(name: string, signal: AbortSignal): Promise<void>;
}
