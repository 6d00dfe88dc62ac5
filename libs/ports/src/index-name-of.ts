import type { CollectionManifest } from '@arbiter/contracts';

/** Under which name the indexes are asked for a collection's chunks. */
export function indexNameOf({ name, indexName }: Pick<CollectionManifest, 'name' | 'indexName'>): string {
  return indexName ?? name;
}
