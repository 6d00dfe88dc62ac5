import { ArbiterError } from '@arbiter/contracts';
import type { TreeData } from '@arbiter/tool-sdk';

/**
 * The collections that a tool may look into.
 *
 * @param asked one of them, as a model or a plan names it
 * @returns undefined for all of the library
 * @throws ArbiterError FORBIDDEN when it lies outside of what the run is about
 */
export function collectionsFor({ collectionNames }: TreeData, asked?: string): string[] | undefined {
  if (asked === undefined) return collectionNames.length > 0 ? [...collectionNames] : undefined;
  if (collectionNames.length === 0 || collectionNames.includes(asked)) return [asked];
  throw new ArbiterError(
    'FORBIDDEN',
    `The collection "${asked}" is not part of this run. It may use ${collectionNames.map((name) => `"${name}"`).join(', ')}.`,
    { details: { collection: asked, collections: collectionNames } },
  );
}
