import { ArbiterError, unknownName } from '@arbiter/contracts';
import type { Evidence, ExtractedEntity } from '@arbiter/extraction';
import { slugOf } from '@arbiter/text';

/** An entity of the extraction, and what people have said of it. */
export interface CorrectableEntity extends ExtractedEntity {
  /** Ids of entities that were merged into it. */
  readonly formerIds?: readonly string[];
  /** A definition that a person gave; it has no place in a document. */
  readonly statedDefinition?: string;
}

export interface CorrectableRelation {
  readonly from: string;
  readonly type: string;
  readonly to: string;
  /** Null if a person added it. */
  readonly evidence: Evidence | null;
}

/** Mentions of an entity in a document that are of another one. */
export interface Redirect {
  readonly from: string;
  /** Path of the document. */
  readonly document: string;
  readonly to: string;
}

/** What the rules read out of the documents, before corrections and while they are applied. */
export interface CorrectableGraph {
  readonly entities: readonly CorrectableEntity[];
  /** Each once. */
  readonly relations: readonly CorrectableRelation[];
  readonly redirects: readonly Redirect[];
}

/** A document, by the path that evidence names. */
export interface CorrectableDocument {
  readonly id: string;
  readonly path: string;
  readonly text: string;
}

/** @throws ArbiterError NOT_FOUND */
export function entityIn({ entities }: CorrectableGraph, id: string): CorrectableEntity {
  const found = entities.find((entity) => entity.id === id);
  if (found) return found;
  throw unknownEntity(entities, id);
}

/** Names the entity that may have been meant, as it was meant: by its id or its name. */
export function unknownEntity(entities: readonly Pick<CorrectableEntity, 'id' | 'name'>[], word: string): ArbiterError {
  const known = entities.flatMap(({ id, name }) => [id, name]);
  return new ArbiterError('NOT_FOUND', unknownName('The knowledge graph has no entity', word, known), {
    details: { entityId: word },
  });
}

/** @returns the graph in which an entity is as given; `null` deletes it, with what leads to it */
export function withEntity(graph: CorrectableGraph, id: string, entity: CorrectableEntity | null): CorrectableGraph {
  if (entity) return { ...graph, entities: graph.entities.map((one) => (one.id === id ? entity : one)) };
  return {
    entities: graph.entities.filter((one) => one.id !== id),
    relations: graph.relations.filter(({ from, to }) => from !== id && to !== id),
    // Mentions that lead to it are of nothing then.
    redirects: graph.redirects.filter(({ from }) => from !== id),
  };
}

/** @returns the relations with other ends or types; each once, and none of an entity to itself */
export function distinctRelations(relations: readonly CorrectableRelation[]): CorrectableRelation[] {
  const seen = new Set<string>();
  return relations.filter((relation) => {
    const key = JSON.stringify([relation.from, relation.type, relation.to]);
    return relation.from !== relation.to && !seen.has(key) && Boolean(seen.add(key));
  });
}

/** Equal for names that differ in case, punctuation or the article alone. */
export function isSameName(a: string, b: string): boolean {
  return nameKey(a) === nameKey(b);
}

export function nameKey(name: string): string {
  return slugOf(name).replace(/^the-/, '') || name;
}

/** The names without those that say the same as an earlier one, or as the name of the entity. */
export function distinctNames(name: string, others: readonly string[]): string[] {
  const seen = new Set([nameKey(name)]);
  return others.filter((one) => !seen.has(nameKey(one)) && Boolean(seen.add(nameKey(one))));
}
