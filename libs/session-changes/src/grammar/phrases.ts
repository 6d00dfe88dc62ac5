import { BE, DO, HAVE, MODALS, PREPOSITIONS } from '@arbiter/english';
import type { KnownEntity } from '@arbiter/changelog';
import { conceptsOf } from '@arbiter/extraction';
import { ADVERBS, CONJUNCTIONS } from '../english/words.js';
import type { Node } from '../reading/nodes.js';
import { NOTHING, type Phrase, type Predicate } from './predicate.js';

export const BOUNDARY = /^[;:–—()[\]"“”!?.…|]$/u;

export const isWord = (node: Node | undefined): node is Node => node !== undefined && /^[\p{L}\p{N}]/u.test(node.word);

const ENDS_PHRASE = [PREPOSITIONS, CONJUNCTIONS, BE, HAVE, DO, MODALS];

/** Whether a node cannot be inside a noun phrase. */
export function endsPhrase(node: Node | undefined): boolean {
  return !isWord(node) || (!node.entity && ENDS_PHRASE.some((words) => words.has(node.word)));
}

/** Words of a noun phrase at most. */
const MAX_WORDS = 12;

/** Nodes between verbs that share a subject, at most. */
const MAX_SHARED = 25;

/** Prepositions that may open a clause. */
const OPENS_CLAUSE = /^(?:since|before|after)$/;

/** Looks left from a verb group. */
export function readSubject(nodes: readonly Node[], from: number, found: readonly Predicate[]): Phrase {
  const last = nodes[from - 1];
  if (last?.word === ',') {
    // "Crispin Moat, offered a drier cell, confirmed it": what stands between two commas is passed over.
    const open = nodes.findLastIndex(({ word }, index) => index < from - 1 && (word === ',' || BOUNDARY.test(word)));
    return nodes[open]?.word === ',' && isWord(nodes[open - 1])
      ? phraseEndingAt(nodes, open - 1, found)
      : inherited(found, nodes, from);
  }
  if (!last || !isWord(last)) return NOTHING;
  if (/^(?:and|or|then)$/.test(last.word)) return inherited(found, nodes, from);
  const isRelative = /^(?:who|which|that)$/.test(last.word);
  return phraseEndingAt(nodes, isRelative ? from - (nodes[from - 2]?.word === ',' ? 3 : 2) : from - 1, found);
}

/** The subject of the verb before, for a verb that shares it. */
function inherited(found: readonly Predicate[], nodes: readonly Node[], from: number): Phrase {
  const previous = found.at(-1);
  if (!previous || from - previous.at > MAX_SHARED) return NOTHING;
  return nodes.slice(previous.at, from).some(({ word }) => BOUNDARY.test(word)) ? NOTHING : previous.subject;
}

/** First node of the noun phrase that ends at a node. */
function startOf(nodes: readonly Node[], end: number, verbs: ReadonlySet<number>): number {
  let start = end;
  while (start > 0 && end - start < MAX_WORDS && !verbs.has(start - 1) && !endsPhrase(nodes[start - 1])) start--;
  return start;
}

function phraseEndingAt(nodes: readonly Node[], end: number, found: readonly Predicate[]): Phrase {
  if (endsPhrase(nodes[end])) return NOTHING;
  const verbs = new Set(found.map(({ at }) => at));
  const start = startOf(nodes, end, verbs);
  const chunk = nodes.slice(start, end + 1);
  // "X itself", "X yesterday evening"
  const node = chunk.findLast(({ word, entity }, index) => index === 0 || entity !== null || !isAdverbial(word));
  if (node?.entity && !node.possessive) {
    const joined = joinedBefore(nodes, start);
    const phrase: Phrase = { entities: [...joined.entities, node.entity], noun: '', of: null };
    const before = nodes[joined.start - 1]?.word ?? '';
    if (!PREPOSITIONS.has(before) || OPENS_CLAUSE.test(before)) return phrase;
    const outer = outerPhrase(nodes, joined.start - 2, verbs);
    if (!outer || outer.entities.length > 0) return outer ?? phrase;
    return { ...outer, of: before === 'of' ? node.entity : null };
  }
  const owner = chunk.findLast(({ entity, possessive }) => entity && possessive)?.entity ?? null;
  const named = chunk.find(({ entity, possessive }) => entity && !possessive)?.entity ?? null;
  const noun = node?.word ?? '';
  if (!named || owner) return { entities: [], noun, of: owner };
  // "Dunlin ward", "the Heron inn": a noun of its own kind after a name.
  const isKind = conceptsOf(noun).some((concept) => conceptsOf(named.type).includes(concept));
  return isKind ? { entities: [named], noun: '', of: null } : { entities: [], noun, of: named };
}

function isAdverbial(word: string): boolean {
  return ADVERBS.has(word) || /ly$|^(?:evening|morning|night|afternoon|last|day)$|^\d/.test(word);
}

/** The head of "the tube of the Doughnut"; null where the preposition opens the clause ("In the hall Eskil sat"). */
function outerPhrase(nodes: readonly Node[], end: number, verbs: ReadonlySet<number>): Phrase | null {
  if (end < 0 || verbs.has(end) || endsPhrase(nodes[end])) return null;
  const start = startOf(nodes, end, verbs);
  if (PREPOSITIONS.has(nodes[start - 1]?.word ?? '')) return outerPhrase(nodes, start - 2, verbs);
  if (verbs.has(start - 1) && nodes[end + 1]?.word !== 'of') return null;
  const head = nodes[end];
  return head?.entity && !head.possessive
    ? { entities: [head.entity], noun: '', of: null }
    : { entities: [], noun: head?.word ?? '', of: null };
}

/** "Elm Ward and Bracken Ward were merged" */
function joinedBefore(
  nodes: readonly Node[],
  start: number,
): { readonly entities: readonly KnownEntity[]; readonly start: number } {
  const entities: KnownEntity[] = [];
  let from = start;
  while (/^(?:and|,|&|both)$/.test(nodes[from - 1]?.word ?? '')) {
    const node = nodes[from - 2];
    if (!node?.entity || node.possessive) break;
    entities.unshift(node.entity);
    from -= nodes[from - 3]?.word === 'the' ? 3 : 2;
  }
  return { entities, start: from };
}
