import type { KnownEntity } from '@arbiter/changelog';
import { conceptsOf, isPersonNoun } from '@arbiter/extraction';
import type { Node } from '../reading/nodes.js';
import { NOTHING, type Phrase, type Predicate } from './predicate.js';
import { verbForms } from '../english/verb-forms.js';
import { ADVERBS, BE, CONJUNCTIONS, DETERMINERS, DO, HAVE, MODALS, PREPOSITIONS } from '../english/words.js';

export const BOUNDARY = /^[;:–—()[\]"“”!?.…|]$/u;

export const isWord = (node: Node | undefined): node is Node => node !== undefined && /^[\p{L}\p{N}]/u.test(node.word);

export const isEntity = (node: Node | undefined): boolean => node?.entity !== null && node !== undefined;

/** Verbs of the sentence end a noun phrase to their right. */
export function endsPhrase(node: Node | undefined): boolean {
  if (!isWord(node)) return true;
  if (node.entity) return false;
  const { word } = node;
  if (
    PREPOSITIONS.has(word) ||
    CONJUNCTIONS.has(word) ||
    BE.has(word) ||
    HAVE.has(word) ||
    DO.has(word) ||
    MODALS.has(word)
  )
    return true;
  return false;
}

/** Looks left from a verb group. */
export function readSubject(nodes: readonly Node[], from: number, found: readonly Predicate[]): Phrase {
  let index = from - 1;
  // "Crispin Moat, offered a drier cell, confirmed it": what stands between two commas is passed over.
  if (nodes[index]?.word === ',') {
    let open = index - 1;
    while (open > 0 && nodes[open]?.word !== ',' && !BOUNDARY.test(nodes[open]?.word ?? '')) open--;
    const apposed = nodes.slice(open + 1, index).filter(({ word }) => word !== 'the');
    // "Her nephew, Oswin Marsh, had": the name says who the noun is.
    if (nodes[open]?.word === ',' && apposed.length === 1 && apposed[0]?.entity && !nodes[open - 1]?.entity)
      return { entities: [apposed[0].entity], noun: '', of: null };
    if (nodes[open]?.word === ',' && isWord(nodes[open - 1])) index = open - 1;
    else return inherited(found, nodes, from);
  }
  if (nodes[index]?.word === ')') {
    let open = index;
    while (open > 0 && nodes[open]?.word !== '(') open--;
    index = open - 1;
  }
  const last = nodes[index];
  if (!last) return NOTHING;
  if (last.word === ':') return labelBefore(nodes, index);
  if (!isWord(last)) return inheritedAfterMark(last, found, nodes, from);
  if (/^(?:and|or|then)$/.test(last.word)) return inherited(found, nodes, from);
  if (/^(?:who|which|that)$/.test(last.word)) {
    const antecedent = nodes[index - 1]?.word === ',' ? index - 2 : index - 1;
    return phraseEndingAt(nodes, antecedent, found);
  }
  if (CONJUNCTIONS.has(last.word) && !PREPOSITIONS.has(last.word)) return NOTHING;
  return phraseEndingAt(nodes, index, found);
}

function inheritedAfterMark(
  mark: Node | undefined,
  found: readonly Predicate[],
  nodes: readonly Node[],
  from: number,
): Phrase {
  return mark?.word === ';' || mark?.word === '–' || mark?.word === '—' ? NOTHING : inherited(found, nodes, from);
}

function labelBefore(nodes: readonly Node[], colon: number): Phrase {
  const label = nodes[colon - 1];
  return label?.entity ? { entities: [label.entity], noun: '', of: null } : NOTHING;
}

/** The subject of the verb before, for a verb that shares it. */
function inherited(found: readonly Predicate[], nodes: readonly Node[], from: number): Phrase {
  const previous = found.at(-1);
  if (!previous || from - previous.at > 25) return NOTHING;
  const between = nodes.slice(previous.at, from);
  if (between.some(({ word }) => BOUNDARY.test(word) && word !== '(' && word !== ')')) return NOTHING;
  return previous.subject;
}

function phraseEndingAt(nodes: readonly Node[], end: number, found: readonly Predicate[]): Phrase {
  const verbs = new Set(found.map(({ at }) => at));
  let start = end;
  const isInside = (index: number): boolean =>
    index >= 0 && !verbs.has(index) && !endsPhrase(nodes[index]) && end - index < 12;
  while (isInside(start - 1)) start--;
  if (endsPhrase(nodes[start])) return NOTHING;
  const chunk = nodes.slice(start, end + 1);
  // "X itself", "X yesterday evening"
  let head = chunk.length - 1;
  while (
    head > 0 &&
    !chunk[head]?.entity &&
    (ADVERBS.has(chunk[head]?.word ?? '') ||
      /ly$|^(?:evening|morning|night|afternoon|last|day)$|^\d/.test(chunk[head]?.word ?? ''))
  )
    head--;
  const node = chunk[head];
  const before = nodes[start - 1];
  // "The proposal to close Gate B was rejected": the object of an infinitive is no subject.
  const governor = nodes[start - 1]?.word === 'the' ? start - 2 : start - 1;
  if (verbs.has(governor) && nodes[governor - 1]?.word === 'to') return { entities: [], noun: 'to', of: null };
  if (node?.entity && !node.possessive) {
    const joined = joinedBefore(nodes, start, verbs);
    start = joined.start;
    // "the paper on Elm and Bracken": the first of the two is no known name.
    if (nodes[start - 1]?.word === 'and' && PREPOSITIONS.has(nodes[start - 3]?.word ?? '') && !verbs.has(start - 2))
      start -= 2;
    const before = nodes[start - 1];
    const phrase: Phrase = { entities: [...joined.entities, node.entity], noun: '', of: null };
    if (
      !before ||
      !PREPOSITIONS.has(before.word) ||
      before.word === 'since' ||
      before.word === 'before' ||
      before.word === 'after'
    )
      return phrase;
    const outer = start >= 2 ? outerPhrase(nodes, start - 2, verbs) : null;
    if (!outer) return phrase;
    return outer.entities.length > 0
      ? outer
      : {
          ...outer,
          of:
            before.word === 'of' ||
            (/^(?:to|over|through|across|into|on)$/.test(before.word) &&
              /^(?:use|access|entry|traffic|admissions?|work)$/.test(outer.noun)) ||
            (/^(?:with|for)$/.test(before.word) && /^(?:contract|agreement|licence|license|permit)$/.test(outer.noun))
              ? node.entity
              : null,
        };
  }
  const owner = [...chunk].reverse().find(({ entity, possessive }) => entity && possessive)?.entity ?? null;
  const named = chunk.find(({ entity, possessive }) => entity && !possessive)?.entity ?? null;
  const noun = node?.word ?? '';
  // "Dunlin ward", "the Heron inn": a noun of its own kind after a name.
  if (named && !owner) {
    const isKind =
      conceptsOf(noun).length > 0 && conceptsOf(noun).some((concept) => conceptsOf(named.type).includes(concept));
    return isKind ? { entities: [named], noun: '', of: null } : { entities: [], noun, of: named };
  }
  if (before && PREPOSITIONS.has(before.word) && start >= 2 && !/^(?:since|before|after)$/.test(before.word)) {
    const outer = outerPhrase(nodes, start - 2, verbs);
    if (outer) return outer;
  }
  return { entities: [], noun, of: owner };
}

/** The head of "the tube of the Doughnut"; null where the preposition opens the clause ("In the hall Eskil sat"). */
function outerPhrase(nodes: readonly Node[], end: number, verbs: ReadonlySet<number>): Phrase | null {
  let start = end;
  const isInside = (index: number): boolean =>
    index >= 0 && !verbs.has(index) && !endsPhrase(nodes[index]) && end - index < 12;
  if (!isInside(end)) return null;
  while (isInside(start - 1)) start--;
  const before = nodes[start - 1];
  const chunk = nodes.slice(start, end + 1);
  const head = chunk.at(-1);
  if (before && PREPOSITIONS.has(before.word)) return start >= 2 ? outerPhrase(nodes, start - 2, verbs) : null;
  if (verbs.has(start - 1) && nodes[end + 1]?.word !== 'of') return null;
  if (head?.entity && !head.possessive) return { entities: [head.entity], noun: '', of: null };
  // A place or a time at the head: "On Monday", "Nothing else of the tavern".
  return { entities: [], noun: head?.word ?? '', of: null };
}

/** "Elm Ward and Bracken Ward were merged" */
function joinedBefore(
  nodes: readonly Node[],
  start: number,
  verbs: ReadonlySet<number>,
): { readonly entities: KnownEntity[]; readonly start: number } {
  const joined: KnownEntity[] = [];
  let index = start - 1;
  while (index > 0 && /^(?:and|,|&|both)$/.test(nodes[index]?.word ?? '')) {
    let before = index - 1;
    if (nodes[before]?.word === ',') before--;
    const node = nodes[before];
    if (!node?.entity || node.possessive) break;
    joined.unshift(node.entity);
    index = before - 1;
    if (nodes[index]?.word === 'the') index--;
  }
  if (joined.length === 0) return { entities: [], start };
  // "closed Lift A and Lift B was opened": the first is an object.
  const first = nodes[index];
  const isObject =
    first !== undefined &&
    (verbs.has(index) ||
      (isWord(first) &&
        !first.entity &&
        !CONJUNCTIONS.has(first.word) &&
        !PREPOSITIONS.has(first.word) &&
        !DETERMINERS.has(first.word) &&
        !isPersonNoun(first.word) &&
        verbForms(first.word).some(({ form }) => form === 'past')));
  if (first && PREPOSITIONS.has(first.word)) {
    // "in Crewe and it was returned": a list after a preposition has its head before it, or is none.
    const outer = index >= 1 ? outerPhrase(nodes, index - 1, verbs) : null;
    return outer ? { entities: joined, start: index + 1 } : { entities: [], start };
  }
  return isObject ? { entities: [], start } : { entities: joined, start: index + 1 };
}
