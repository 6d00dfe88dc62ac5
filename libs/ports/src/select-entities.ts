import { compareCodeUnits, type EntityName, MAX_ENTITY_NAME_LENGTH, MAX_ENTITY_TYPE_LENGTH } from '@arbiter/contracts';
import type { ParsedEntity } from './document-parser.js';
import type { EntityNamesQuery, EntityQuery, StoredEntity } from './stored-entity.js';

const COMBINING_MARKS = /\p{M}+/gu;
const NO_LETTER = /[^\p{L}\p{N}]+/gu;
const NAME = 3;
const ALIAS = 2;
const WORDS = 1;
const NOT_MEANT = 0;

/** A name in the form used for comparison: "Émile's  Guard" → "emile s guard". */
export function foldName(name: string): string {
  return name.normalize('NFKD').replace(COMBINING_MARKS, '').toLowerCase().replace(NO_LETTER, ' ').trim();
}

/** An entity with its folded names, so that stores fold them once and not for every query. */
export interface NamedEntity {
  readonly entity: StoredEntity;
  /** The name, then the aliases. */
  readonly folded: readonly string[];
  /** The words of each name. */
  readonly words: readonly (readonly string[])[];
}

/** The entities of a document as they are stored. */
export function namedEntities(
  document: { readonly id: string; readonly collection: string },
  entities: readonly ParsedEntity[],
): NamedEntity[] {
  return entities.map(({ data = '', ...shown }, ordinal) => {
    const folded = [shown.name, ...shown.aliases].map(foldName);
    const words = folded.map((name) => name.split(' '));
    return {
      folded,
      words,
      entity: {
        ...shown,
        id: `${document.id}:${ordinal}`,
        documentId: document.id,
        collection: document.collection,
        dataLength: data.length,
      },
    };
  });
}

/** Document and position of an entity; null for an invalid id. */
export function placeOfEntity(entityId: string): { readonly documentId: string; readonly ordinal: number } | null {
  const [, documentId, ordinal] = /^(.+):(\d{1,9})$/.exec(entityId) ?? [];
  return documentId === undefined ? null : { documentId, ordinal: Number(ordinal) };
}

/** Implements `EntityStore.find` over all entities. */
export function selectEntities(all: Iterable<NamedEntity>, query: EntityQuery): StoredEntity[] {
  const { collections, type, name, isReached, offset = 0, limit } = query;
  const wanted = name === undefined ? undefined : foldName(name);
  const words = wanted?.split(' ') ?? [];
  const best = new BestOf(offset + limit);
  for (const { entity, folded, words: parts } of all) {
    if (type !== undefined && entity.type !== type) continue;
    if (collections && !collections.includes(entity.collection)) continue;
    if (isReached?.(entity.collection) === false) continue;
    const rank = wanted === undefined ? WORDS : rankOf(folded, parts, wanted, words);
    if (rank !== NOT_MEANT) best.add({ entity, rank });
  }
  return best.ranked.slice(offset).map(({ entity }) => entity);
}

interface Ranked {
  readonly entity: StoredEntity;
  readonly rank: number;
}

/**
 * Keeps the best few of many in order. A page of twenty then needs no sorting of the thousands of names that share a common
 * word.
 */
class BestOf {
  readonly ranked: Ranked[] = [];

  constructor(private readonly count: number) {}

  add(one: Ranked): void {
    const { ranked, count } = this;
    const last = ranked.at(-1);
    if (ranked.length >= count && (!last || compare(one, last) >= 0)) return;
    let [low, high] = [0, ranked.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = ranked[middle];
      if (other && compare(other, one) <= 0) low = middle + 1;
      else high = middle;
    }
    ranked.splice(low, 0, one);
    if (ranked.length > count) ranked.pop();
  }
}

function compare(a: Ranked, b: Ranked): number {
  return (
    b.rank - a.rank || compareCodeUnits(a.entity.name, b.entity.name) || compareCodeUnits(a.entity.id, b.entity.id)
  );
}

function rankOf(
  folded: readonly string[],
  parts: NamedEntity['words'],
  wanted: string,
  words: readonly string[],
): number {
  if (wanted === '') return NOT_MEANT;
  const exact = folded.indexOf(wanted);
  if (exact >= 0) return exact === 0 ? NAME : ALIAS;
  const begins = (name: readonly string[]): boolean =>
    words.every((word) => name.some((part) => part.startsWith(word)));
  return parts.some(begins) ? WORDS : NOT_MEANT;
}

/** The order of `EntityStore.names`: by collection, name, type. */
export function compareEntityNames(a: EntityName, b: EntityName): number {
  return (
    compareCodeUnits(a.collection, b.collection) || compareCodeUnits(a.name, b.name) || compareCodeUnits(a.type, b.type)
  );
}

/**
 * Distinct names of entities, sorted.
 *
 * @returns without names that cannot be searched for: no letter or digit, or too long
 */
export function entityNamesOf(all: Iterable<NamedEntity>): EntityName[] {
  const names: EntityName[] = [];
  for (const { entity, folded } of all) {
    const { collection, type, name } = entity;
    if (folded[0] === '' || name.length > MAX_ENTITY_NAME_LENGTH) continue;
    if (type === '' || type.length > MAX_ENTITY_TYPE_LENGTH) continue;
    names.push({ collection, type, name });
  }
  names.sort(compareEntityNames);
  return names.filter((one, at) => {
    const before = names[at - 1];
    return !before || compareEntityNames(before, one) !== 0;
  });
}

/** Implements `EntityStore.names`. @param all sorted */
export function pageOfEntityNames(
  all: readonly EntityName[],
  { collection, after, isReached, limit }: EntityNamesQuery,
): EntityName[] {
  const names = isReached ? all.filter((one) => isReached(one.collection)) : all;
  const isBefore = (one: EntityName): boolean =>
    (collection !== undefined && one.collection < collection) ||
    (after !== undefined && compareEntityNames(one, after) <= 0);
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = names[middle];
    if (one && isBefore(one)) low = middle + 1;
    else high = middle;
  }
  const page = names.slice(low, low + limit);
  return collection === undefined ? page : page.filter((one) => one.collection === collection);
}
