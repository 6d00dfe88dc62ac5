import type { ExtractedEntity, ExtractedRelation } from '../extraction.js';
import { append } from '../names/keys.js';
import { foldName } from '../names/name-forms.js';
import type { RelationReader } from './relation-reader.js';

const LEADS = /^(?:led|managed|ruled|headed|run|commanded|governed|supervised|directed|chaired)_by$/;
const PLACES = /_(?:in|at|on|of)$/;
const BELONGS = /^(?:member_of|works_in|works_for)$/;

/**
 * Settles what single sentences leave open. The deputy of a body is the deputy of the person who manages it, where that is known.
 * Who leads a body is not told again as a member of it.
 */
export function settleRelations(
  relations: readonly ExtractedRelation[],
  homes: readonly ExtractedRelation[],
  entities: readonly ExtractedEntity[],
  reader: RelationReader,
): ExtractedRelation[] {
  const placed = new Set(relations.filter(({ type }) => PLACES.test(type)).map(({ from }) => from));
  const atHome = homes.filter(({ from }) => !placed.has(from));
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const leaders = new Map<string, ExtractedRelation[]>();
  for (const relation of relations) if (LEADS.test(relation.type)) append(leaders, relation.from, relation);
  return [...relations, ...atHome, ...partsByName(entities, relations, reader)].flatMap((relation) => {
    const { type, from, to } = relation;
    if (BELONGS.test(type) && leaders.get(to)?.some((leader) => leader.to === from)) return [];
    const [deputy, body] = [byId.get(from), byId.get(to)];
    if (type !== 'deputy_of' || !deputy || !body || reader.isPerson(body)) return [relation];
    const known = leaders.get(to)?.filter((leader) => leader.to !== from) ?? [];
    const leader = known.find((one) => one.type === 'managed_by') ?? known[0];
    if (leader && (reader.isOpen || reader.bySchemaRoot('deputy'))) return [{ ...relation, to: leader.to }];
    const member = reader.readPlain('member_of', deputy, body);
    return member ? [{ ...relation, type: member.type }] : [];
  });
}

/** "Skerrow Light" is in Skerrow: a thing named after a place and its kind, unless the text says where it is. */
function partsByName(
  entities: readonly ExtractedEntity[],
  relations: readonly ExtractedRelation[],
  reader: RelationReader,
): ExtractedRelation[] {
  const places = new Map(
    entities.filter((entity) => reader.isPlace(entity)).map((entity) => [foldName(entity.name), entity]),
  );
  const placed = new Set(relations.filter(({ type }) => PLACES.test(type)).map(({ from }) => from));
  return entities.flatMap((entity) => {
    const name = foldName(entity.name);
    const whole = places.get(name.slice(0, name.lastIndexOf(' ')));
    const [evidence] = entity.evidence;
    if (!whole || !evidence || placed.has(entity.id) || !reader.isPlace(entity)) return [];
    const reading = reader.readPlace(entity, whole);
    return reading?.forward ? [{ from: entity.id, type: reading.type, to: whole.id, evidence, isDoubtful: false }] : [];
  });
}
