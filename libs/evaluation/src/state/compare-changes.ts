import { type ChangelogEntry, isUnavailable, readStatus, type StatusVocabulary } from '@arbiter/changelog';

/** Precision, recall and their harmonic mean, 0 to 1. */
export interface PrecisionRecall {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface ChangeMeasurement {
  /** F1 of the changes of entities (EVAL-FORMATS, `changeF1`). */
  readonly changeF1: number;
  readonly entities: PrecisionRecall;
  /** Changes between entities, by their ends. */
  readonly relationships: PrecisionRecall;
  /** Both kinds together. */
  readonly all: PrecisionRecall;
  /** Keys of what was missed and of what was wrong, for reading. */
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
}

/**
 * Compares changes that were found with those of a pack. A change of an entity matches by session, entity, and whether its status
 * makes it unavailable; a change between two entities by session and ends.
 *
 * @param idOf resolves an id of either changelog to that of a labelled entity
 */
export function compareChanges(
  found: readonly ChangelogEntry[],
  gold: readonly ChangelogEntry[],
  {
    idOf = (id) => id,
    vocabulary = {},
  }: { readonly idOf?: (id: string, type?: string) => string; readonly vocabulary?: StatusVocabulary } = {},
): ChangeMeasurement {
  const [{ entities: entitiesFound, relations: relationsFound }, { entities: entitiesGold, relations: relationsGold }] =
    [keysOf(found, idOf, vocabulary), keysOf(gold, idOf, vocabulary)];
  const common = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((key) => b.has(key)).length;
  const [rightEntities, rightRelations] = [common(entitiesFound, entitiesGold), common(relationsFound, relationsGold)];
  const entities = precisionRecallOf(rightEntities, entitiesFound.size, entitiesGold.size);
  const [allFound, allGold] = [
    [...entitiesFound, ...relationsFound],
    [...entitiesGold, ...relationsGold],
  ];
  return {
    changeF1: entities.f1,
    entities,
    relationships: precisionRecallOf(rightRelations, relationsFound.size, relationsGold.size),
    all: precisionRecallOf(rightEntities + rightRelations, allFound.length, allGold.length),
    missed: allGold.filter((key) => !allFound.includes(key)),
    wrong: allFound.filter((key) => !allGold.includes(key)),
  };
}

function keysOf(
  entries: readonly ChangelogEntry[],
  idOf: (id: string, type?: string) => string,
  vocabulary: StatusVocabulary,
): { readonly entities: ReadonlySet<string>; readonly relations: ReadonlySet<string> } {
  const entities = new Set<string>();
  const relations = new Set<string>();
  for (const { session_id: session, entity_updates, relationship_updates } of entries) {
    for (const { entity_id: id, entity_type: type, status } of entity_updates)
      entities.add(
        `${session} ${idOf(id, type)} ${status !== undefined && isUnavailable(readStatus(status, vocabulary)) ? 'unavailable' : 'available'}`,
      );
    for (const { from, to } of relationship_updates)
      relations.add(`${session} ${[idOf(from), idOf(to)].sort().join(' – ')}`);
  }
  return { entities, relations };
}

/** @param right of `found` results that are among `wanted` labels */
function precisionRecallOf(right: number, found: number, wanted: number): PrecisionRecall {
  const precision = found === 0 ? 0 : right / found;
  const recall = wanted === 0 ? 0 : right / wanted;
  return { precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}
