import type { ExtractedEntity, Extraction } from '../extraction.js';
import { bestOf, sumVotes } from '../names/candidates.js';
import { bestDefinition } from '../names/find-definition.js';
import { foldName } from '../names/name-forms.js';

/**
 * Two extractions of one document as one. An entity of the second that has a name of one of the first is that one; the ids and
 * names of the first stay.
 */
export function joinExtractions(first: Extraction, second: Extraction): Extraction {
  const joined = new Map(first.entities.map((entity) => [entity.id, entity]));
  const byName = new Map<string, string>();
  for (const { id, aliases } of first.entities) for (const alias of aliases) byName.set(foldName(alias), id);
  for (const { id, name } of first.entities) byName.set(foldName(name), id);
  const idOf = new Map<string, string>();
  for (const entity of second.entities) {
    const known = joined.get(byName.get(foldName(entity.name)) ?? '');
    const id = known?.id ?? freeId(entity.id, joined);
    joined.set(id, known ? joinEntities(known, entity) : { ...entity, id });
    idOf.set(entity.id, id);
  }
  const relations = second.relations.flatMap((relation) => {
    const [from, to] = [idOf.get(relation.from), idOf.get(relation.to)];
    return from === undefined || to === undefined || from === to ? [] : [{ ...relation, from, to }];
  });
  return { entities: [...joined.values()], relations: [...first.relations, ...relations] };
}

function joinEntities(one: ExtractedEntity, other: ExtractedEntity): ExtractedEntity {
  const typeVotes = sumVotes([Object.entries(one.typeVotes), Object.entries(other.typeVotes)]);
  const places = new Set(one.evidence.map(({ start }) => start));
  const names = new Set([one.name, ...one.aliases].map(foldName));
  return {
    ...one,
    type: bestOf(sumVotes([typeVotes, Object.entries(one.nameVotes)]))[0],
    typeVotes: Object.fromEntries(typeVotes),
    aliases: [...one.aliases, ...other.aliases.filter((alias) => !names.has(foldName(alias)))],
    salience: Math.max(one.salience, other.salience),
    evidence: [...one.evidence, ...other.evidence.filter(({ start }) => !places.has(start))],
    definition: bestDefinition([one.definition, other.definition]),
  };
}

function freeId(id: string, taken: ReadonlyMap<string, unknown>): string {
  let free = id;
  for (let count = 2; taken.has(free); count++) free = `${id}-${count}`;
  return free;
}
