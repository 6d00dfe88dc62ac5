import { compareCodeUnits, MAX_ENTITY_NAME_LENGTH, MAX_ENTITY_TYPE_LENGTH, type EntityName } from '@arbiter/contracts';
import type { EntityNamesQuery } from './entity-store.js';
import type { NamedEntity } from './select-entities.js';

/** Names in the order of `EntityStore.names`: by collection, name, type. */
export function compareEntityNames(a: EntityName, b: EntityName): number {
  return (
    compareCodeUnits(a.collection, b.collection) || compareCodeUnits(a.name, b.name) || compareCodeUnits(a.type, b.type)
  );
}

/**
 * The names of entities in their order, each once.
 *
 * @returns without those that an entity cannot be asked for by: no letter or digit, or too long
 */
export function entityNamesOf(all: Iterable<NamedEntity>): EntityName[] {
  const names: EntityName[] = [];
  for (const { entity, folded } of all) {
    const { collection, type, name } = entity;
    if (folded[0] === '' || name.length > MAX_ENTITY_NAME_LENGTH) continue;
    if (type === '' || type.length > MAX_ENTITY_TYPE_LENGTH) continue;
    names.push({ collection, type, name });
  }
  names.sort(compareEntityNames);
  return names.filter((one, at) => {
    const before = names[at - 1];
    return !before || compareEntityNames(before, one) !== 0;
  });
}

/** What `EntityStore.names` promises. @param names all that there are, in their order */
export function pageOfEntityNames(
  names: readonly EntityName[],
  { collection, after, limit }: EntityNamesQuery,
): EntityName[] {
  const isBefore = (one: EntityName): boolean =>
    (collection !== undefined && one.collection < collection) ||
    (after !== undefined && compareEntityNames(one, after) <= 0);
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = names[middle];
    if (one && isBefore(one)) low = middle + 1;
    else high = middle;
  }
  const page = names.slice(low, low + limit);
  return collection === undefined ? page : page.filter((one) => one.collection === collection);
}
