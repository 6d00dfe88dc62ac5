import type { EntityName } from '@arbiter/contracts';
import type { EntityNamesQuery, EntityQuery, StoredEntity } from './stored-entity.js';
import { entityNamesOf, foldName, type NamedEntity, pageOfEntityNames, selectEntities } from './select-entities.js';

/**
 * An index of entity names by their words, for stores with all names in memory. A search compares only names that have its
 * words.
 */
export class EntityIndex {
  readonly #documents = new Map<string, readonly NamedEntity[]>();
  readonly #byWord = new Map<string, Set<NamedEntity>>();
  /** Sorted words, so that equal prefixes are adjacent; null after a change. */
  #words: readonly string[] | null = null;
  /** Distinct names of all entities, sorted; null after a change. */
  #names: readonly EntityName[] | null = null;

  /** Replaces the entities of a document. */
  put(documentId: string, named: readonly NamedEntity[]): void {
    this.delete(documentId);
    this.#documents.set(documentId, named);
    this.#names = null;
    for (const one of named) {
      for (const word of wordsOf(one)) {
        const having = this.#byWord.get(word) ?? new Set();
        if (having.size === 0) {
          this.#byWord.set(word, having);
          this.#words = null;
        }
        having.add(one);
      }
    }
  }

  delete(documentId: string): void {
    const held = this.#documents.get(documentId) ?? [];
    if (!this.#documents.delete(documentId)) return;
    this.#names = null;
    for (const one of held) {
      for (const word of wordsOf(one)) {
        const having = this.#byWord.get(word);
        having?.delete(one);
        if (having?.size !== 0) continue;
        this.#byWord.delete(word);
        this.#words = null;
      }
    }
  }

  /** As `EntityStore.find`. */
  find(query: EntityQuery): StoredEntity[] {
    if (query.name === undefined) return selectEntities(this.#all(), query);
    const words = foldName(query.name).split(' ');
    const found = selectEntities(this.#withWords(words), query);
    if (found.length > 0 || (query.offset ?? 0) > 0) return found;
    const singular = words.map(singularOf);
    if (singular.every((word, at) => word === words[at])) return found;
    return selectEntities(this.#withWords(singular), { ...query, name: singular.join(' ') });
  }

  /** As `EntityStore.names`. A page costs only its own names until the next change. */
  names(query: EntityNamesQuery): EntityName[] {
    return pageOfEntityNames((this.#names ??= entityNamesOf(this.#all())), query);
  }

  *#all(): Generator<NamedEntity> {
    for (const named of this.#documents.values()) yield* named;
  }

  /** Entities that have a word for each prefix, perhaps in different names: a small superset of the matches. */
  #withWords(beginnings: readonly string[]): Iterable<NamedEntity> {
    const having = beginnings.map((beginning) => this.#having(beginning));
    const sizes = having.map((sets) => sets.reduce((sum, { size }) => sum + size, 0));
    const fewest = having[sizes.indexOf(Math.min(...sizes))] ?? [];
    return fewest.length === 1 ? (fewest[0] ?? []) : new Set(fewest.flatMap((set) => [...set]));
  }

  /** For each word with the prefix, the entities that have it. */
  #having(beginning: string): ReadonlySet<NamedEntity>[] {
    const words = (this.#words ??= [...this.#byWord.keys()].sort());
    const having: ReadonlySet<NamedEntity>[] = [];
    for (let at = firstFrom(words, beginning); words[at]?.startsWith(beginning) === true; at += 1) {
      const own = this.#byWord.get(words[at] ?? '');
      if (own) having.push(own);
    }
    return having;
  }
}

function wordsOf({ words }: NamedEntity): Set<string> {
  return new Set(words.flat());
}

/** Index of the first word that does not sort before `wanted`. */
function firstFrom(words: readonly string[], wanted: string): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** English plurals: "armies" → "army", "witches" → "witch", "guards" → "guard"; "moss" stays. */
function singularOf(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}
