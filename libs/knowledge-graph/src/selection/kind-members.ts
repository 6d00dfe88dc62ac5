import { readStatus } from '@arbiter/changelog';
import { anyOf, BE, PREPOSITIONS, RELATIVES } from '@arbiter/english';
import { conceptsOf, isPersonNoun, singularOf } from '@arbiter/extraction';
import { terms } from '@arbiter/text';
import type { SnapshotEntity } from '../snapshot/graph-snapshot.js';
import type { World } from '../world/world.js';

/** What a definition says a thing is: "X is a tavern and lodging house on …", "X, the ward for …". */
const PREDICATE = /(?:\b(?:is|are)|,) (?:also )?(?:an?|the|one of the) (?<words>[\p{L}\d' -]{1,60})/gu;
/** Ends a noun phrase. */
const ENDS_PHRASE = new RegExp(`\\b${anyOf(PREPOSITIONS, RELATIVES, BE, ['when', 'built', 'and', 'or'])}\\b`, 'u');

/** Things of a kind, by position. */
export interface KindMembers {
  /** A document, a definition or the changelog says that they are. */
  readonly sure: readonly number[];
  /** Only their type speaks for it, which may be a wrong reading of a name. */
  readonly doubtful: readonly number[];
}

/** The entities of the kind that a noun names. */
export function kindMembers(noun: string, world: World): KindMembers {
  const singular = singularOf(noun);
  const sure: number[] = [];
  const doubtful: number[] = [];
  for (const [node, entity] of world.graph.entities.entries()) {
    const isNamedSo = lastWord(entity.name) === singular || isDefinedAs(entity, singular);
    if (!isNamedSo && lastWord(entity.type) !== singular) continue;
    (isKnown(entity, world) ? sure : doubtful).push(node);
  }
  return { sure, doubtful };
}

/** Whether a document, a row of a table, a definition or the changelog is about it. */
function isKnown(entity: SnapshotEntity, world: World): boolean {
  const { id, describedIn, name, definition } = entity;
  if (describedIn.length > 0 || world.standingOf(id).since !== null || rowLabelOf(entity) !== null) return true;
  const start = definition.replace(/^the /iu, '').slice(0, name.length);
  return start.toLowerCase() === name.toLowerCase() && /^[^.;]{0,80}\b(?:is|are)\b/u.test(definition);
}

function isDefinedAs(entity: SnapshotEntity, singular: string): boolean {
  const label = rowLabelOf(entity);
  if (label !== null && lastWord(label) === singular) return true;
  return [...entity.definition.matchAll(PREDICATE)].some(({ groups }) =>
    headsOf(groups?.words ?? '').includes(singular),
  );
}

/** "Ship" for the row "Ship: Petrel; Tons: 28"; null if it is defined otherwise. */
function rowLabelOf({ name, aliases, definition }: SnapshotEntity): string | null {
  const [, label, value] = /^([\p{L} ]{1,40}): ([^;]+);/u.exec(definition) ?? [];
  return label !== undefined && value !== undefined && [name, ...aliases].includes(value.trim()) ? label : null;
}

/** The heads of the first noun phrases: "tavern" and "house" of "tavern and lodging house on the quay". */
function headsOf(words: string): string[] {
  const heads: string[] = [];
  for (const phrase of words.split(/ (?:and|or) /u)) {
    const end = ENDS_PHRASE.exec(phrase)?.index ?? phrase.length;
    heads.push(lastWord(phrase.slice(0, end)));
    if (end < phrase.length) break;
  }
  return heads;
}

function lastWord(text: string): string {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return singularOf(words.at(-1) ?? '');
}

/**
 * Whether something that is not known to be of a kind may be of it all the same: a nickname says nothing of what it names. Where the noun is
 * a type of the schema, the types tell.
 */
export function mayBeOfKind(entity: SnapshotEntity, noun: string, { graph }: World): boolean {
  const singular = singularOf(noun);
  const { type, name, definition } = entity;
  if (graph.snapshot.schema.entityTypes.some((one) => lastWord(one) === singular)) return type === '';
  if (graph.types.isOfConcept(type, 'person') !== isPersonNoun(singular)) return false;
  const isNamed = (name.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => conceptsOf(word).length > 0);
  const isDefined = [...definition.matchAll(PREDICATE)].length > 0;
  return !isNamed && !isDefined;
}

/** Whether the name, an alias or the definition has a word: "surgical" of "surgical wards". */
export function isDescribedAs({ name, aliases, definition }: SnapshotEntity, word: string): boolean {
  const [wanted] = terms(word);
  return (
    wanted !== undefined && terms([name, ...aliases, definition].join('\n')).some(({ term }) => term === wanted.term)
  );
}

/** Whether a word before the noun says how things stand: "closed wards". */
export function isStateWord(word: string, world: World): boolean {
  return readStatus(word, world.graph.snapshot.schema.statuses) !== 'unknown';
}
