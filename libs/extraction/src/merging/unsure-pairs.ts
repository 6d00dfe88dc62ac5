import { STOP_WORDS } from '@arbiter/text';
import type { ExtractedEntity, ExtractedRelation } from '../extraction.js';
import { append } from '../names/keys.js';
import { foldName, honorificOf, isCode } from '../names/name-forms.js';
import { conceptsOf, singularOf } from '../reading/concepts.js';
import { mayBeOne, partsOf } from './compare-entities.js';

/** Two entities that may be one thing. The second would become part of the first. */
export interface UnsurePair {
  readonly main: ExtractedEntity;
  readonly other: ExtractedEntity;
  /** How alike the names are, 0 to 1. */
  readonly likeness: number;
}

/** A word of more names than this tells nothing. */
const MAX_BLOCK = 20;
const SHORTEST_WORD = 3;
/** Names that share a smaller part of their words are seldom of one thing. */
const LEAST_LIKENESS = 0.3;

/**
 * Pairs that the rules left apart though a word of their names is the same: "Torven the merchant" and "Guild Master Torven". Left
 * out is what cannot be one thing: another type, a document of its own for each, another number, first names that differ, a
 * relation from one to the other.
 *
 * @param max pairs, the most alike first
 */
export function unsurePairs(
  {
    entities,
    relations,
  }: {
    readonly entities: readonly ExtractedEntity[];
    readonly relations: readonly Pick<ExtractedRelation, 'from' | 'to'>[];
  },
  max: number,
): UnsurePair[] {
  const words = new Map(entities.map((entity) => [entity, wordsOf(entity)]));
  const byWord = new Map<string, ExtractedEntity[]>();
  for (const [entity, own] of words) for (const word of own) if (isTelling(word)) append(byWord, word, entity);
  const related = new Set(relations.flatMap(({ from, to }) => [`${from}\n${to}`, `${to}\n${from}`]));
  const pairs = new Map<string, UnsurePair>();
  for (const block of byWord.values()) {
    if (block.length > MAX_BLOCK) continue;
    for (const [at, one] of block.entries())
      for (const two of block.slice(at + 1)) {
        const likeness = likenessOf(words.get(one) ?? new Set(), words.get(two) ?? new Set());
        if (likeness < LEAST_LIKENESS || related.has(`${one.id}\n${two.id}`) || !isUnsure(one, two)) continue;
        const [main, other] = rank(two) > rank(one) ? [two, one] : [one, two];
        pairs.set(`${main.id}\n${other.id}`, { main, other, likeness });
      }
  }
  const keyOf = ({ main, other }: UnsurePair): string => `${main.id}\n${other.id}`;
  return [...pairs.values()].sort((a, b) => b.likeness - a.likeness || (keyOf(a) < keyOf(b) ? -1 : 1)).slice(0, max);
}

function isUnsure(one: ExtractedEntity, two: ExtractedEntity): boolean {
  if (one.type === null || one.type !== two.type || !mayBeOne(one, two)) return false;
  if (isCode(one.name) || isCode(two.name) || numbersIn(one.name) !== numbersIn(two.name)) return false;
  const [a, b] = [partsOf(one), partsOf(two)];
  const hasFirstName = [one, two].every(({ name }) => honorificOf(name) === '');
  return !(a.isPersonal && b.isPersonal && hasFirstName && a.part !== b.part);
}

/** The one that a document describes, else the one that more is told of. */
function rank({ describedIn, salience, evidence }: ExtractedEntity): number {
  return describedIn.length * 1_000 + salience * 10 + Math.min(evidence.length, 9);
}

function wordsOf({ name, aliases }: ExtractedEntity): Set<string> {
  return new Set(
    [name, ...aliases]
      .flatMap((one) => foldName(one).split(/[^\p{L}\p{N}]+/u))
      .filter((word) => word.length >= SHORTEST_WORD && !STOP_WORDS.has(word)),
  );
}

/** Nouns of a kind ("mill", "pump") are in the names of many things. */
function isTelling(word: string): boolean {
  return conceptsOf(singularOf(word)).length === 0;
}

/** The share of the shorter name's words that the longer has, and a little of how many they share in all. */
function likenessOf(one: ReadonlySet<string>, two: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => two.has(word)).length;
  const [shorter, all] = [Math.min(one.size, two.size), one.size + two.size - shared];
  return shorter === 0 ? 0 : 0.5 * (shared / shorter) + 0.5 * (shared / all);
}

function numbersIn(name: string): string {
  return (name.match(/\d+|\b(?:\p{Lu}|[IVX]+)$/gu) ?? []).join(' ');
}
