import { normalizeTerm, tokenize } from '@arbiter/text';

/** A name in the form that texts are compared with, and the things that it may mean. */
export interface Surface<E> {
  readonly tokens: readonly string[];
  readonly entities: readonly E[];
  /** Whether it counts only with a capital. */
  readonly capital: boolean;
}

const POSSESSIVE = /['’]s?$/;

/** A word of a text without its possessive ending; the word must be normalised. */
export function withoutPossessive(word: string): string {
  return word.replace(POSSESSIVE, '');
}

/**
 * The distinct words of texts as hashes, ascending: enough to tell which names cannot stand in them. Two words may have one
 * hash.
 */
export function hashWords(texts: Iterable<string>): Uint32Array {
  const words = new Set<string>();
  for (const text of texts) for (const token of tokenize(text)) words.add(normalizeTerm(token.text));
  const hashes = new Set<number>();
  for (const word of words) {
    hashes.add(hashOf(word));
    hashes.add(hashOf(withoutPossessive(word)));
  }
  return Uint32Array.from(hashes).sort();
}

interface ReachableName {
  readonly hashes: readonly number[];
  readonly facts: string;
}

/**
 * Tells what a text can learn from an index of names: a text that can reach the same names, of things with the same facts, is read
 * alike.
 */
export class ReachableNames {
  private readonly byFirst = new Map<number, ReachableName[]>();

  /**
   * @param surfaces each once
   * @param factsOf everything that the reading of a text depends on, of a thing that it names
   */
  constructor(surfaces: Iterable<Surface<unknown>>, factsOf: ReadonlyMap<unknown, string>) {
    for (const { tokens, entities, capital } of surfaces) {
      const hashes = tokens.map(hashOf);
      const facts = JSON.stringify([tokens, capital, entities.map((entity) => factsOf.get(entity))]);
      const [first = 0] = hashes;
      const names = this.byFirst.get(first);
      if (names) names.push({ hashes, facts });
      else this.byFirst.set(first, [{ hashes, facts }]);
    }
    // In an order that does not depend on that of the entities.
    for (const names of this.byFirst.values()) names.sort((a, b) => (a.facts < b.facts ? -1 : 1));
  }

  /** @param words as {@link hashWords} gives them. @returns the facts of all names whose words a text has */
  of(words: Uint32Array): string {
    const present = new Set(words);
    const facts: string[] = [];
    for (const word of words)
      for (const name of this.byFirst.get(word) ?? [])
        if (name.hashes.every((hash) => present.has(hash))) facts.push(name.facts);
    return facts.join('\n');
  }
}

/** FNV-1a of the UTF-16 code units, 32 bits. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
