import { type ExtractedEntity, type ExtractedRelation, type Extraction, MIN_SALIENCE } from '../extraction.js';
import { append, uniqueId } from '../names/keys.js';
import { bestOf, sumVotes } from '../names/candidates.js';
import { bestDefinition } from '../names/find-definition.js';
import { foldName, isCode, withoutParenthesis } from '../names/name-forms.js';
import { mayBeOne, partsOf, isSimilar } from './compare-entities.js';

/** An entity that more and more documents join. */
interface Group {
  readonly members: ExtractedEntity[];
  readonly keys: Set<string>;
}

/** What each further document adds to the salience of the most telling one, and how many count. */
const FURTHER_DOCUMENT = 0.6;
const MAX_FURTHER = 2;
const MAX_BLOCK = 200;

/**
 * Joins what several documents say of the same things: by name and alias, by the last name of a person, and by close spelling.
 * Namesakes stay apart if both have a document of their own or if their types conflict.
 *
 * @returns canonical entities with {@link MIN_SALIENCE} or more, the most salient first, and the relations between them
 */
export function mergeDocuments(extractions: readonly Extraction[]): Extraction {
  const groups: Group[] = [];
  const byKey = new Map<string, Group[]>();
  const groupOf = new Map<ExtractedEntity, Group>();
  const entities = extractions.flatMap((extraction) => extraction.entities);
  // Those with a document of their own first: the others join them.
  const ordered = entities.toSorted(
    (a, b) =>
      b.describedIn.length - a.describedIn.length || b.aliases.length - a.aliases.length || b.salience - a.salience,
  );
  const put = (entity: ExtractedEntity, group: Group): void => {
    group.members.push(entity);
    groupOf.set(entity, group);
    for (const key of keysOf(entity)) {
      if (group.keys.has(key)) continue;
      group.keys.add(key);
      append(byKey, key, group);
    }
  };
  for (const entity of ordered) {
    const same = [...new Set(keysOf(entity).flatMap((key) => byKey.get(key)?.slice(0, MAX_BLOCK) ?? []))];
    const fitting = same.filter((group) => group.members.every((member) => mayBeOne(member, entity)));
    const byName = fitting.find((group) => group.keys.has(foldName(entity.name))) ?? fitting[0];
    if (byName) put(entity, byName);
    else {
      const group: Group = { members: [], keys: new Set() };
      groups.push(group);
      put(entity, group);
    }
  }
  const joined = joinByParts(groups);
  const canonical = typeCodes(joined.map((group) => ({ group, entity: canonicalOf(group) })));
  return finish(canonical, extractions, groupOf);
}

/** Tags with the same letters mark things of one kind: what the text says of "permit PW-12" holds of PW-13. */
function typeCodes<T extends { readonly entity: ExtractedEntity }>(canonical: readonly T[]): T[] {
  const series = new Map<string, ExtractedEntity[]>();
  const seriesOf = ({ name, aliases }: ExtractedEntity): string | undefined =>
    /^\p{Lu}+/u.exec([name, ...aliases].find(isCode) ?? '')?.[0];
  for (const { entity } of canonical) {
    const letters = seriesOf(entity);
    if (letters !== undefined) append(series, letters, entity);
  }
  return canonical.map((one) => {
    const members = series.get(seriesOf(one.entity) ?? '') ?? [];
    if (members.length < 2 || Object.keys(one.entity.typeVotes).length > 0) return one;
    const [type] = bestOf(sumVotes(members.map(({ typeVotes }) => Object.entries(typeVotes))));
    return type === null ? one : { ...one, entity: { ...one.entity, type } };
  });
}

function keysOf(entity: ExtractedEntity): string[] {
  return [...new Set([entity.name, withoutParenthesis(entity.name), ...entity.aliases].map(foldName))].filter(
    (key) => key !== '',
  );
}

/** Joins groups whose names differ in a title, a first name, a dropped noun or a letter, if one other group alone fits. */
function joinByParts(groups: readonly Group[]): Group[] {
  const into = new Map<Group, Group>();
  const byPart = new Map<string, Group[]>();
  const main = (group: Group): ExtractedEntity => mainOf(group.members);
  for (const group of groups)
    for (const part of new Set(foldName(main(group).name).split(/[\s-]/))) append(byPart, part, group);
  for (const group of groups) {
    const { long, part } = partsOf(main(group));
    const sharing = byPart.get(part) ?? [];
    // Before the copy: thousands of groups share "guild", and each would copy all of them.
    if (sharing.length > MAX_BLOCK + 1) continue;
    const block = sharing.filter((other) => other !== group);
    if (block.length === 0 || block.length > MAX_BLOCK) continue;
    const fitting = long
      ? block.filter((other) => isSimilar(main(group), main(other)) && !into.has(other))
      : shortMatches(group, block);
    const [target] = fitting;
    if (fitting.length !== 1 || !target) continue;
    const root = into.get(target) ?? target;
    if (root === group || !group.members.every((one) => root.members.every((other) => mayBeOne(one, other)))) continue;
    root.members.push(...group.members);
    into.set(group, root);
  }
  return groups.filter((group) => !into.has(group));
}

/** Full names that a short one may mean; if none, the same word with a title: "Torven" and "Guild Master Torven". */
function shortMatches(group: Group, block: readonly Group[]): Group[] {
  const full = block.filter((other) => partsOf(mainOf(other.members)).long && isShortFor(group, other));
  if (full.length > 0 || partsOf(mainOf(group.members)).isTitled) return full;
  const titled = block.filter(
    (other) => partsOf(mainOf(other.members)).isTitled && !partsOf(mainOf(other.members)).long,
  );
  return titled.filter((other) => partsOf(mainOf(other.members)).part === partsOf(mainOf(group.members)).part);
}

function isShortFor(group: Group, other: Group): boolean {
  const [short, long] = [mainOf(group.members), mainOf(other.members)];
  if (short.describedIn.length > 0) return false;
  const [type, weight] = bestOf(votesOf(group.members));
  const { isTitled, part } = partsOf(short);
  const [longType] = bestOf(votesOf(other.members));
  const { isPersonal, head, part: first } = partsOf(long);
  if (isPersonal) return isTitled || type === null || type === longType || weight < 1;
  // "Dunlin" for "Dunlin Ward", where the type is ward.
  return (
    !isTitled &&
    first === part &&
    head === longType?.toLowerCase() &&
    (type === null || type === longType || weight < 2)
  );
}

function votesOf(members: readonly ExtractedEntity[]): Map<string, number> {
  const { nameVotes } = mainOf(members);
  return sumVotes([...members.map(({ typeVotes }) => Object.entries(typeVotes)), Object.entries(nameVotes)]);
}

/** The member whose name the group takes: one with a document of its own, else the fullest name. */
function mainOf(members: readonly ExtractedEntity[]): ExtractedEntity {
  const known = mains.get(members);
  if (known?.of === members.length) return known.main;
  const [first] = members;
  if (!first) throw new RangeError('a group has members');
  const main = members.reduce((best, member) => (rank(member) > rank(best) ? member : best), first);
  mains.set(members, { of: members.length, main });
  return main;
}

/** Asked for at each comparison. Members are only added. */
const mains = new WeakMap<readonly ExtractedEntity[], { readonly of: number; readonly main: ExtractedEntity }>();

function rank({ describedIn, name, salience }: ExtractedEntity): number {
  return (describedIn.length > 0 ? 100 : 0) + (isCode(name) ? -10 : 0) + Math.min(salience, 6) + name.split(' ').length;
}

function canonicalOf({ members }: Group): ExtractedEntity {
  const main = mainOf(members);
  const typeVotes = sumVotes(members.map((member) => Object.entries(member.typeVotes)));
  const [type] = bestOf(votesOf(members));
  const seen = new Set([foldName(main.name)]);
  const aliases = members
    .flatMap(({ name, aliases: own }) => [name, ...own])
    .filter((name) => !seen.has(foldName(name)) && Boolean(seen.add(foldName(name))));
  const documents = new Set(members.flatMap(({ evidence }) => evidence.map(({ document }) => document))).size;
  const further = Math.min(Math.max(documents - 1, 0), MAX_FURTHER) * FURTHER_DOCUMENT;
  return {
    id: main.id,
    name: main.name,
    type,
    typeVotes: Object.fromEntries(typeVotes),
    nameVotes: main.nameVotes,
    aliases,
    salience: Math.max(...members.map(({ salience }) => salience)) + further,
    describedIn: [...new Set(members.flatMap(({ describedIn }) => describedIn))],
    evidence: members.flatMap(({ evidence }) => evidence),
    definition: bestDefinition(members.map(({ definition }) => definition)),
  };
}

function finish(
  canonical: readonly { readonly group: Group; readonly entity: ExtractedEntity }[],
  extractions: readonly Extraction[],
  groupOf: ReadonlyMap<ExtractedEntity, Group>,
): Extraction {
  const used = new Map<string, number>();
  const idOf = new Map<ExtractedEntity, string>();
  const entities: ExtractedEntity[] = [];
  for (const { group, entity } of canonical.toSorted((a, b) => b.entity.salience - a.entity.salience)) {
    if (entity.salience < MIN_SALIENCE || entity.type === null) continue;
    const id = uniqueId(entity.id, used);
    entities.push({ ...entity, id });
    for (const member of group.members) idOf.set(member, id);
  }
  for (const [member, group] of groupOf) {
    const id = idOf.get(member) ?? group.members.map((one) => idOf.get(one)).find((one) => one !== undefined);
    if (id !== undefined) idOf.set(member, id);
  }
  return { entities, relations: mergeRelations(extractions, idOf) };
}

/** One relation for each pair of ends and type, with the first evidence. */
function mergeRelations(
  extractions: readonly Extraction[],
  idOf: ReadonlyMap<ExtractedEntity, string>,
): ExtractedRelation[] {
  const relations = new Map<string, ExtractedRelation>();
  for (const { entities, relations: own } of extractions) {
    const canonical = new Map(entities.map((entity) => [entity.id, idOf.get(entity)]));
    for (const relation of own) {
      const [from, to] = [canonical.get(relation.from), canonical.get(relation.to)];
      if (from === undefined || to === undefined || from === to) continue;
      const key = `${from}\n${relation.type}\n${to}`;
      const known = relations.get(key);
      if (!known || (known.isDoubtful && !relation.isDoubtful)) relations.set(key, { ...relation, from, to });
    }
  }
  return [...relations.values()];
}
