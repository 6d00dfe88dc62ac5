import { compareCodeUnits } from '@arbiter/contracts';
import type { ParsedEntity } from './document-parser.js';
import type { EntityQuery, StoredEntity } from './entity-store.js';

const COMBINING_MARKS = /\p{M}+/gu;
const NO_LETTER = /[^\p{L}\p{N}]+/gu;

/** A name in the form in which names are compared: "Émile's  Guard" → "emile s guard". */
export function foldName(name: string): string {
  return name.normalize('NFKD').replace(COMBINING_MARKS, '').toLowerCase().replace(NO_LETTER, ' ').trim();
}

/** An entity with its names folded once, for stores that compare them with every query. */
export interface NamedEntity {
  readonly entity: StoredEntity;
  /** The name first. */
  readonly folded: readonly string[];
}

/** The entities of a document as they are stored. */
export function namedEntities(
  document: { readonly id: string; readonly collection: string },
  entities: readonly ParsedEntity[],
): NamedEntity[] {
  return entities.map(({ data = '', ...shown }, ordinal) => ({
    entity: {
      ...shown,
      id: `${document.id}:${ordinal}`,
      documentId: document.id,
      collection: document.collection,
      dataLength: data.length,
    },
    folded: [shown.name, ...shown.aliases].map(foldName),
  }));
}

/** Its place among the entities of its document; null for what is no id. */
export function placeOfEntity(entityId: string): { readonly documentId: string; readonly ordinal: number } | null {
  const [, documentId, ordinal] = /^(.+):(\d{1,9})$/.exec(entityId) ?? [];
  return documentId === undefined ? null : { documentId, ordinal: Number(ordinal) };
}

const NAME = 3;
const ALIAS = 2;
const WORDS = 1;
const NOT_MEANT = 0;

/** What `EntityStore.find` promises, over all entities that there are. */
export function selectEntities(all: Iterable<NamedEntity>, query: EntityQuery): StoredEntity[] {
  const { collections, type, name, offset = 0, limit } = query;
  const wanted = name === undefined ? undefined : foldName(name);
  const words = wanted?.split(' ') ?? [];
  const found: { readonly entity: StoredEntity; readonly rank: number }[] = [];
  for (const { entity, folded } of all) {
    if (type !== undefined && entity.type !== type) continue;
    if (collections && !collections.includes(entity.collection)) continue;
    const rank = wanted === undefined ? WORDS : rankOf(folded, wanted, words);
    if (rank !== NOT_MEANT) found.push({ entity, rank });
  }
  return found
    .sort(
      (a, b) =>
        b.rank - a.rank || compareCodeUnits(a.entity.name, b.entity.name) || compareCodeUnits(a.entity.id, b.entity.id),
    )
    .slice(offset, offset + limit)
    .map(({ entity }) => entity);
}

function rankOf(folded: readonly string[], wanted: string, words: readonly string[]): number {
  if (wanted === '') return NOT_MEANT;
  const exact = folded.indexOf(wanted);
  if (exact >= 0) return exact === 0 ? NAME : ALIAS;
  const begins = (name: string): boolean => {
    const parts = name.split(' ');
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  };
  return folded.some(begins) ? WORDS : NOT_MEANT;
}
