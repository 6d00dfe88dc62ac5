import { EntityIndex } from '@arbiter/changelog';
import { ArbiterError, type GraphCorrection } from '@arbiter/contracts';
import { slugOf } from '@arbiter/text';
import { assertFree } from './correct-entities.js';
import { type CorrectableEntity, type CorrectableGraph, entityIn, unknownEntity } from './correctable-graph.js';

/**
 * A correction as it is recorded: with ids in place of names, and with the id of an entity that it makes.
 *
 * @throws ArbiterError NOT_FOUND for a name that means no entity, or several; CONFLICT for a new entity whose id or name is taken
 */
export function resolveCorrection(graph: CorrectableGraph, correction: GraphCorrection): GraphCorrection {
  const index = indexOf(graph.entities);
  const idOf = (word: string): string => {
    const found = index.find(word);
    if (found) return found.id;
    if (!index.has(word)) throw unknownEntity(graph.entities, word);
    const message = `The knowledge graph has several entities "${word}": use the id.`;
    throw new ArbiterError('NOT_FOUND', message, { details: { entityId: word } });
  };
  const resolved = withIds(correction, idOf);
  switch (resolved.kind) {
    case 'split': {
      const type = resolved.type ?? entityIn(graph, resolved.entity).type;
      return { ...resolved, id: newId(graph, resolved, type) };
    }
    case 'add-entity':
      return { ...resolved, id: newId(graph, resolved, resolved.type) };
    default:
      return resolved;
  }
}

/** The correction with other words for its entities. */
export function withIds(correction: GraphCorrection, idOf: (word: string) => string): GraphCorrection {
  switch (correction.kind) {
    case 'merge':
      return { ...correction, entities: [...new Set(correction.entities.map(idOf))], into: idOf(correction.into) };
    case 'add-entity':
      return correction;
    case 'add-relation':
    case 'delete-relation':
      return { ...correction, from: idOf(correction.from), to: idOf(correction.to) };
    case 'edit-relation': {
      const { from, to } = correction.becomes;
      const becomes = { ...correction.becomes, ...(from && { from: idOf(from) }), ...(to && { to: idOf(to) }) };
      return { ...correction, from: idOf(correction.from), to: idOf(correction.to), becomes };
    }
    default:
      return { ...correction, entity: idOf(correction.entity) };
  }
}

function newId(
  graph: CorrectableGraph,
  { name, id }: { readonly name: string; readonly id?: string | undefined },
  type: string | null,
): string {
  if (id === undefined) assertFree(graph, name, type);
  const wanted = id ?? slugOf(name);
  if (wanted === '')
    throw new ArbiterError('INVALID_REQUEST', `The name "${name}" gives no id: give the entity an id.`, {
      details: { name },
    });
  // What only the changelog has named so far is the same thing.
  const isTaken = (word: string): boolean => graph.entities.some((one) => one.id === word && one.salience > 0);
  if (id !== undefined && isTaken(id))
    throw new ArbiterError('CONFLICT', `There is an entity with the id "${id}" already.`, { details: { id } });
  let free = wanted;
  for (let count = 2; isTaken(free); count += 1) free = `${wanted}-${count}`;
  return free;
}

export function indexOf(entities: readonly CorrectableEntity[]): EntityIndex {
  return new EntityIndex(entities.map((entity) => ({ ...entity, type: entity.type ?? '' })));
}
