import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import { EntityIndex } from '@arbiter/changelog';
import { type ChangelogEntry, MAX_ENTITY_NAME_LENGTH } from '@arbiter/contracts';
import type { EntityStore } from '@arbiter/ports';

const LOOKUPS_AT_ONCE = 8;
/** Entities looked at for one id: namesakes, and those whose names begin with the same words. */
const MAX_CANDIDATES = 20;

/**
 * The ids in entries that mean no entity described by a document of the collection: neither its id nor the slug of a name or
 * alias. Namesakes count as known.
 *
 * @returns each once, in the order of the entries
 */
export async function findUnknownEntities(
  collection: string,
  entries: readonly ChangelogEntry[],
  store: Pick<EntityStore, 'find' | 'get'>,
  signal: AbortSignal,
): Promise<string[]> {
  const ids = [...new Set(entries.flatMap(entitiesOf))];
  const unknown = await mapConcurrently(ids, LOOKUPS_AT_ONCE, async (id) => {
    if ((await store.get(id, signal))?.collection === collection) return [];
    const name = id.replaceAll(/[-_]+/g, ' ').trim().slice(0, MAX_ENTITY_NAME_LENGTH);
    if (name === '') return [id];
    const candidates = await store.find({ collections: [collection], name, limit: MAX_CANDIDATES }, signal);
    return candidates.some((candidate) => new EntityIndex([candidate]).find(id)) ? [] : [id];
  });
  return unknown.flat();
}

/** Ids in an entry, also those at the ends of relations. */
export function entitiesOf({ entity_updates, relationship_updates }: ChangelogEntry): string[] {
  return [
    ...entity_updates.map(({ entity_id }) => entity_id),
    ...relationship_updates.flatMap(({ from, to }) => [from, to]),
  ];
}
