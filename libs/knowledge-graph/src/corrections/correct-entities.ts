import { ArbiterError, type GraphCorrection } from '@arbiter/contracts';
import { slugOf } from '@arbiter/text';
import {
  type CorrectableEntity,
  type CorrectableGraph,
  distinctNames,
  distinctRelations,
  entityIn,
  isSameName,
  withEntity,
} from './correctable-graph.js';

type Of<K extends GraphCorrection['kind']> = Extract<GraphCorrection, { readonly kind: K }>;

/** @throws ArbiterError NOT_FOUND for an unknown entity, CONFLICT for types that differ where none is said */
export function mergeEntities(graph: CorrectableGraph, { entities, into, type }: Of<'merge'>): CorrectableGraph {
  const main = entityIn(graph, into);
  const others = entities.map((id) => entityIn(graph, id));
  if (others.includes(main))
    throw new ArbiterError('INVALID_REQUEST', `"${main.name}" cannot be merged into itself.`, { details: { into } });
  const differing = others.find((other) => other.type !== null && main.type !== null && other.type !== main.type);
  if (differing && type === undefined)
    throw new ArbiterError(
      'CONFLICT',
      `"${main.name}" is a ${main.type ?? 'thing'} and "${differing.name}" a ${differing.type ?? 'thing'}: say which type the merged entity has.`,
      { details: { into, entities } },
    );
  const isMerged = new Set(entities);
  const idOf = (id: string): string => (isMerged.has(id) ? into : id);
  const merged = mergedEntity(main, others, type);
  return {
    entities: graph.entities.filter(({ id }) => !isMerged.has(id)).map((one) => (one.id === into ? merged : one)),
    relations: distinctRelations(
      graph.relations.map((relation) => ({ ...relation, from: idOf(relation.from), to: idOf(relation.to) })),
    ),
    redirects: graph.redirects
      .map((redirect) => ({ ...redirect, from: idOf(redirect.from), to: idOf(redirect.to) }))
      .filter(({ from, to }) => from !== to),
  };
}

function mergedEntity(
  main: CorrectableEntity,
  others: readonly CorrectableEntity[],
  type: string | undefined,
): CorrectableEntity {
  const all = [main, ...others];
  const formerIds = [main, ...others].flatMap((one) => [one.id, ...(one.formerIds ?? [])]);
  const stated = all.find(({ statedDefinition }) => statedDefinition !== undefined)?.statedDefinition;
  return {
    ...main,
    type: type ?? all.find((one) => one.type !== null)?.type ?? null,
    aliases: distinctNames(
      main.name,
      all.flatMap(({ name, aliases }) => [name, ...aliases]),
    ),
    salience: Math.max(...all.map(({ salience }) => salience)),
    describedIn: [...new Set(all.flatMap(({ describedIn }) => describedIn))],
    evidence: all.flatMap(({ evidence }) => evidence),
    definition: all.reduce<CorrectableEntity['definition']>(
      (best, { definition }) => (definition && definition.weight > (best?.weight ?? -Infinity) ? definition : best),
      null,
    ),
    ...(stated !== undefined && { statedDefinition: stated }),
    formerIds: [...new Set(formerIds)].filter((id) => id !== main.id),
  };
}

/** The former name becomes an alias. @throws ArbiterError NOT_FOUND, CONFLICT for the name of another entity of the type */
export function renameEntity(graph: CorrectableGraph, { entity: id, name }: Of<'rename'>): CorrectableGraph {
  const entity = entityIn(graph, id);
  assertFree(graph, name, entity.type, id);
  return withEntity(graph, id, { ...entity, name, aliases: distinctNames(name, [entity.name, ...entity.aliases]) });
}

/** @throws ArbiterError NOT_FOUND */
export function retypeEntity(graph: CorrectableGraph, { entity: id, type }: Of<'retype'>): CorrectableGraph {
  return withEntity(graph, id, { ...entityIn(graph, id), type });
}

/**
 * What the documents come to describe later is the same thing if its type is.
 *
 * @throws ArbiterError CONFLICT for the id of an entity of another type
 */
export function addEntity(graph: CorrectableGraph, correction: Of<'add-entity'>): CorrectableGraph {
  const { name, type, id = slugOf(name), aliases, definition } = correction;
  const stated = { ...(definition !== undefined && { statedDefinition: definition }) };
  return placeEntity(graph, {
    ...{ id, name, type, typeVotes: {}, nameVotes: {}, aliases: distinctNames(name, aliases), salience: 0 },
    ...{ describedIn: [], evidence: [], definition: null, ...stated },
  });
}

/** @throws ArbiterError CONFLICT where the id is that of an entity of another type */
export function placeEntity(graph: CorrectableGraph, entity: CorrectableEntity): CorrectableGraph {
  const known = graph.entities.find(({ id }) => id === entity.id);
  if (!known) return { ...graph, entities: [...graph.entities, entity] };
  // Only the changelog named it so far, or the type is the same.
  if (known.salience > 0 && known.type !== entity.type)
    throw new ArbiterError(
      'CONFLICT',
      `"${known.name}" has the id "${known.id}" and is a ${known.type ?? 'thing'}, not a ${entity.type ?? 'thing'}.`,
      { details: { entityId: known.id } },
    );
  const main = { ...known, name: entity.name, type: entity.type, aliases: [known.name, ...known.aliases] };
  return withEntity(graph, known.id, mergedEntity(main, [entity], undefined));
}

/** @throws ArbiterError NOT_FOUND for an unknown entity or alias */
export function editEntity(graph: CorrectableGraph, edit: Of<'edit-entity'>, textOf: TextOf): CorrectableGraph {
  const entity = entityIn(graph, edit.entity);
  const isRemoved = (name: string): boolean => edit.removeAliases.some((removed) => isSameName(removed, name));
  const unknown = edit.removeAliases.find((removed) => !entity.aliases.some((alias) => isSameName(alias, removed)));
  if (unknown !== undefined)
    throw new ArbiterError('NOT_FOUND', `"${unknown}" is no alias of "${entity.name}".`, {
      details: { entityId: entity.id, aliases: entity.aliases },
    });
  return withEntity(graph, entity.id, {
    ...entity,
    aliases: distinctNames(entity.name, [...entity.aliases.filter((alias) => !isRemoved(alias)), ...edit.addAliases]),
    evidence: entity.evidence.filter((span) => !isRemoved(textOf(span))),
    ...(edit.definition !== undefined && { statedDefinition: edit.definition }),
  });
}

/** The words of a document at a place. */
export type TextOf = (span: { readonly document: string; readonly start: number; readonly end: number }) => string;

/** @throws ArbiterError NOT_FOUND */
export function deleteEntity(graph: CorrectableGraph, { entity }: Of<'delete-entity'>): CorrectableGraph {
  return withEntity(graph, entityIn(graph, entity).id, null);
}

/** @throws ArbiterError CONFLICT where another entity of the type has the name */
export function assertFree(graph: CorrectableGraph, name: string, type: string | null, besides?: string): void {
  const other = graph.entities.find(
    (entity) => entity.id !== besides && entity.type === type && isSameName(entity.name, name),
  );
  if (other)
    throw new ArbiterError(
      'CONFLICT',
      `There is a ${other.type ?? 'thing'} of the name "${other.name}" already (${other.id}).`,
      { details: { entityId: other.id } },
    );
}
