import type { EntityIndex } from '@arbiter/changelog';
import { ArbiterError, type GraphCorrection } from '@arbiter/contracts';
import {
  addEntity,
  deleteEntity,
  editEntity,
  mergeEntities,
  renameEntity,
  retypeEntity,
  type TextOf,
} from './correct-entities.js';
import { addRelation, deleteRelation, editRelation } from './correct-relations.js';
import type { CorrectableDocument, CorrectableGraph } from './correctable-graph.js';
import type { NumberedCorrection } from './correction-log.js';
import { indexOf, withIds } from './resolve-correction.js';
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
  const idOf = currentIds(graph, corrections);
  let corrected = graph;
  const outcomes = corrections.map(({ id, correction }): CorrectionOutcome => {
    try {
      corrected = applyCorrection(corrected, withIds(correction, idOf), documents);
      return { id, problem: null };
    } catch (error) {
      if (error instanceof ArbiterError) return { id, problem: error };
      throw error;
    }
  });
  return { graph: withoutRenamed(graph, corrected), outcomes };
}

/**
 * The ids that recorded ones have become: an id is made of the name that documents use most, and new documents may prefer a fuller
 * one. An id that the rules no longer give means the only entity of that name; ids that corrections gave stay.
 */
function currentIds(graph: CorrectableGraph, corrections: readonly NumberedCorrection[]): (id: string) => string {
  const given = new Set([
    ...graph.entities.map(({ id }) => id),
    ...corrections.flatMap(({ correction }) => ('id' in correction ? (correction.id ?? []) : [])),
  ]);
  let index: EntityIndex | null = null;
  return (id) => (given.has(id) ? id : ((index ??= indexOf(graph.entities)).find(id)?.id ?? id));
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
    case 'delete-relation':
      return deleteRelation(graph, correction);
  }
}
