import { EntityIndex } from '@arbiter/changelog';
import { ArbiterError, type GraphCorrection } from '@arbiter/contracts';
import { slugOf } from '@arbiter/text';
import {
  addEntity,
  assertFree,
  deleteEntity,
  editEntity,
  mergeEntities,
  renameEntity,
  retypeEntity,
  type TextOf,
} from './correct-entities.js';
import {
  type CorrectableDocument,
  type CorrectableEntity,
  type CorrectableGraph,
  distinctRelations,
  entityIn,
} from './correctable-graph.js';
import type { NumberedCorrection } from './correction-log.js';
import { splitEntity } from './split-entity.js';

/** What became of a correction. */
export interface CorrectionOutcome {
  readonly id: number;
  /** Null if it was applied. */
  readonly problem: ArbiterError | null;
}

export interface AppliedCorrections {
  readonly graph: CorrectableGraph;
  /** One per correction. */
  readonly outcomes: readonly CorrectionOutcome[];
}

/** Applies corrections one after the other. One that does not fit the graph changes nothing and is reported. */
export function applyCorrections(
  graph: CorrectableGraph,
  corrections: readonly NumberedCorrection[],
  documents: readonly CorrectableDocument[],
): AppliedCorrections {
  let corrected = graph;
  const outcomes = corrections.map(({ id, correction }): CorrectionOutcome => {
    try {
      corrected = applyCorrection(corrected, correction, documents);
      return { id, problem: null };
    } catch (error) {
      if (error instanceof ArbiterError) return { id, problem: error };
      throw error;
    }
  });
  return { graph: withoutRenamed(graph, corrected), outcomes };
}

/** An entity that only the changelog named is left out once a correction has given its name to another. */
function withoutRenamed(before: CorrectableGraph, after: CorrectableGraph): CorrectableGraph {
  if (before === after) return after;
  const onlyNamed = new Set(before.entities.filter(({ salience }) => salience === 0));
  const related = new Set(after.relations.flatMap(({ from, to }) => [from, to]));
  const others = indexOf(after.entities.filter((entity) => !onlyNamed.has(entity)));
  const entities = after.entities.filter(
    (entity) => !onlyNamed.has(entity) || related.has(entity.id) || !others.find(entity.id, entity.type ?? undefined),
  );
  return { ...after, entities };
}

function indexOf(entities: readonly CorrectableEntity[]): EntityIndex {
  return new EntityIndex(entities.map((entity) => ({ ...entity, type: entity.type ?? '' })));
}

/**
 * @param correction with the ids of entities, as `resolveCorrection` gives it
 * @throws ArbiterError NOT_FOUND, CONFLICT, INVALID_REQUEST for a correction that does not fit the graph
 */
export function applyCorrection(
  graph: CorrectableGraph,
  correction: GraphCorrection,
  documents: readonly CorrectableDocument[],
): CorrectableGraph {
  const texts = new Map(documents.map(({ path, text }) => [path, text]));
  const textOf: TextOf = ({ document, start, end }) => texts.get(document)?.slice(start, end) ?? '';
  switch (correction.kind) {
    case 'merge':
      return mergeEntities(graph, correction);
    case 'split':
      return splitEntity(graph, correction, documents, textOf);
    case 'rename':
      return renameEntity(graph, correction);
    case 'retype':
      return retypeEntity(graph, correction);
    case 'add-entity':
      return addEntity(graph, correction);
    case 'edit-entity':
      return editEntity(graph, correction, textOf);
    case 'delete-entity':
      return deleteEntity(graph, correction);
    case 'add-relation':
      return addRelation(graph, correction);
    case 'edit-relation':
      return editRelation(graph, correction);
    case 'delete-relation': {
      const at = positionOf(graph, correction);
      return { ...graph, relations: graph.relations.filter((_, position) => position !== at) };
    }
  }
}

type Ends = Pick<Extract<GraphCorrection, { kind: 'add-relation' }>, 'from' | 'type' | 'to'>;

function addRelation(graph: CorrectableGraph, { from, type, to }: Ends): CorrectableGraph {
  assertEnds(graph, { from, type, to });
  if (graph.relations.some((one) => one.from === from && one.type === type && one.to === to))
    throw new ArbiterError('CONFLICT', `The relation "${from} ${type} ${to}" is in the knowledge graph already.`, {
      details: { from, type, to },
    });
  return { ...graph, relations: [...graph.relations, { from, type, to, evidence: null }] };
}

function editRelation(
  graph: CorrectableGraph,
  correction: Extract<GraphCorrection, { kind: 'edit-relation' }>,
): CorrectableGraph {
  const at = positionOf(graph, correction);
  const { from, type, to, becomes } = correction;
  const now = { from: becomes.from ?? from, type: becomes.type ?? type, to: becomes.to ?? to };
  assertEnds(graph, now);
  return {
    ...graph,
    relations: distinctRelations(
      graph.relations.map((relation, position) => (position === at ? { ...relation, ...now } : relation)),
    ),
  };
}

/** @throws ArbiterError NOT_FOUND for an unknown end, INVALID_REQUEST for a relation of an entity to itself */
function assertEnds(graph: CorrectableGraph, { from, type, to }: Ends): void {
  for (const end of [from, to]) entityIn(graph, end);
  if (from === to)
    throw new ArbiterError('INVALID_REQUEST', `A relation "${type}" of "${from}" to itself says nothing.`, {
      details: { from, type, to },
    });
}

/** @throws ArbiterError NOT_FOUND, with the relations that there are between the two */
function positionOf(graph: CorrectableGraph, { from, type, to }: Ends): number {
  for (const end of [from, to]) entityIn(graph, end);
  const at = graph.relations.findIndex((one) => one.from === from && one.type === type && one.to === to);
  if (at !== -1) return at;
  const others = graph.relations.filter((one) => [one.from, one.to].every((end) => end === from || end === to));
  const known = others.map((one) => `"${one.from} ${one.type} ${one.to}"`).join(', ');
  throw new ArbiterError(
    'NOT_FOUND',
    `The documents do not say "${from} ${type} ${to}"${known === '' ? '' : `, but ${known}`}. Relations of the changelog are reverted there.`,
    { details: { from, type, to } },
  );
}

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
    const why = index.has(word) ? `has several entities "${word}": use the id` : `has no entity "${word}"`;
    throw new ArbiterError('NOT_FOUND', `The knowledge graph ${why}.`, { details: { entityId: word } });
  };
  switch (correction.kind) {
    case 'merge':
      return { ...correction, entities: [...new Set(correction.entities.map(idOf))], into: idOf(correction.into) };
    case 'split': {
      const entity = idOf(correction.entity);
      const type = correction.type ?? entityIn(graph, entity).type;
      return { ...correction, entity, id: newId(graph, correction, type) };
    }
    case 'add-entity':
      return { ...correction, id: newId(graph, correction, correction.type) };
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
