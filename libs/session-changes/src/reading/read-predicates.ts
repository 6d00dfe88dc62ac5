import type { KnownEntity } from '@arbiter/changelog';
import { conceptsOf, isPersonNoun } from '@arbiter/extraction';
import type { Node } from './nodes.js';
import { participleOf, type VerbForm, verbForms } from './verb-forms.js';
import {
  ADVERBS,
  ATTEMPTS,
  BE,
  CONDITIONS,
  CONJUNCTIONS,
  DETERMINERS,
  DO,
  HAVE,
  HEARSAY,
  IMPLICATIVE,
  MODALS,
  NEGATORS,
  NOBODY_NAMED,
  PARTICLES,
  PREPOSITIONS,
  REPORTING,
} from './words.js';

/** How a text says that something happened: as a fact, or not. */
export type Standing = 'fact' | 'denied' | 'attempt' | 'plan' | 'report';

/** A noun phrase: known entities, or a noun that none of them is. */
export interface Phrase {
  readonly entities: readonly KnownEntity[];
  /** The noun of something unknown; empty if there is no phrase. */
  readonly noun: string;
  /** "the tube of the Doughnut", "Gaspard's door": the entity that an unknown noun is a part of. */
  readonly of: KnownEntity | null;
}

export interface Predicate {
  readonly lemma: string;
  readonly form: VerbForm['form'];
  readonly passive: boolean;
  readonly standing: Standing;
  /** Who reports it, in the words of the text. */
  readonly source: string;
  readonly perfect: boolean;
  /** "still", "remains": it was so before. */
  readonly continuing: boolean;
  readonly negated: boolean;
  readonly subject: Phrase;
  readonly object: Phrase;
  /** Index of the verb, of its first auxiliary, and of the first node after the clause. */
  readonly at: number;
  readonly from: number;
  readonly end: number;
}

export const NOTHING: Phrase = { entities: [], noun: '', of: null };
const BOUNDARY = /^[;:–—()[\]"“”!?.…|]$/u;
const isWord = (node: Node | undefined): node is Node => node !== undefined && /^[\p{L}\p{N}]/u.test(node.word);
const isEntity = (node: Node | undefined): boolean => node?.entity !== null && node !== undefined;

/** Copulas: what follows them is a state. */
export const COPULAS = new Set('be become get remain stay keep stand lie fall turn go come run grow sit'.split(' '));

/** Reads the predicates of a sentence: verbs that a caller knows, with subject, object, voice, and whether it happened. */
export function readPredicates(
  nodes: readonly Node[],
  isVerb: (lemma: string) => boolean,
  current: KnownEntity | null = null,
): Predicate[] {
  const found: Predicate[] = [];
  const hearsay = isHearsay(nodes.map(({ word }) => word).join(' '));
  let report: { readonly source: string; readonly at: number } | null = trailingReport(nodes);
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    if (!node || node.entity) continue;
    if (/^(?:[;.!?]|but)$/.test(node.word) && report && report.at < at) report = null;
    const group = readGroup(nodes, at, isVerb);
    if (!group) continue;
    const { form, from, auxiliaries } = group;
    const subject =
      form.form === 'ing' && !auxiliaries.some((word) => BE.has(word)) ? NOTHING : readSubject(nodes, from, found);
    if (!isFinite(nodes, group, subject, found)) continue;
    const object = readObject(nodes, at + 1);
    // "Taken out of service.": a line without a subject goes on about that of the line before.
    const elliptic =
      current !== null &&
      group.from === 0 &&
      group.auxiliaries.length === 0 &&
      form.form !== 'base' &&
      form.form !== 'ing' &&
      object.entities.length === 0 &&
      object.noun === '' &&
      !opensClause(nodes, at);
    const standing = standingOf(nodes, group, report !== null || hearsay || node.quoted, found);
    if (REPORTING.has(form.lemma) && report === null)
      report = {
        source:
          subject.entities[0]?.name ??
          (isPersonNoun(subject.noun) || NOBODY_NAMED.test(subject.noun) ? subject.noun : ''),
        at,
      };
    found.push({
      lemma: form.lemma,
      form: form.form,
      passive: group.passive || sharesPassive(nodes, group, found.at(-1), object),
      standing,
      source: standing === 'report' ? (report?.source ?? '') : '',
      perfect: auxiliaries.some((word) => HAVE.has(word)),
      continuing:
        nodes.slice(from, at + 3).some(({ word }) => word === 'still') || /^(?:remain|stay|keep)$/.test(form.lemma),
      negated: group.negated,
      subject: elliptic ? { entities: [current], noun: '', of: null } : subject,
      object,
      at,
      from,
      end: clauseEnd(nodes, at + 1),
    });
  }
  return found;
}

/** "was charged and rowed out": the auxiliary counts for both. */
function sharesPassive(
  nodes: readonly Node[],
  { form, from, auxiliaries }: Group,
  previous: Predicate | undefined,
  object: Phrase,
): boolean {
  if (auxiliaries.length > 0 || !previous?.passive || !/^(?:and|or|,)$/.test(nodes[from - 1]?.word ?? '')) return false;
  return (
    (form.form === 'past' || form.form === 'participle') &&
    object.entities.length === 0 &&
    object.noun === '' &&
    from - previous.at < 15
  );
}

const ON_RECORD =
  /\baccording to (?:\S+ ){0,5}(?:book|log|logbook|letter|register|record|records|report|sheet|minutes|list|notice|certificate|order|survey|diary)\b/;

/** "Released from the third term, the guild sent": a participle before the subject that it belongs to. */
function opensClause(nodes: readonly Node[], at: number): boolean {
  const comma = nodes.findIndex(({ word }, index) => index > at && word === ',');
  const next = nodes[comma + 1];
  return (
    comma > 0 &&
    next !== undefined &&
    (next.entity !== null || DETERMINERS.has(next.word) || /^(?:he|she|it|they|we|i)$/.test(next.word))
  );
}

/** Rumour; what a record says is none. */
function isHearsay(text: string): boolean {
  return HEARSAY.test(ON_RECORD.test(text) ? text.replace('according to', '') : text);
}

interface Group {
  readonly form: VerbForm;
  readonly at: number;
  readonly from: number;
  readonly auxiliaries: readonly string[];
  readonly passive: boolean;
  readonly negated: boolean;
  /** The word that governs an infinitive. */
  readonly infinitive: string | null;
}

function readGroup(nodes: readonly Node[], at: number, isVerb: (lemma: string) => boolean): Group | null {
  const word = nodes[at]?.word ?? '';
  if (!/^\p{L}/u.test(word) || (MODALS.has(word) && word !== 'might')) return null;
  if (isFunctionWord(word)) return null;
  // Any word in the past may be a verb and carry a subject on; forms that nouns have too are known verbs only.
  const possible = verbForms(word).filter(
    ({ lemma, form }) => isVerb(lemma) || form === 'past' || form === 'participle',
  );
  const forms = [...possible.filter(({ lemma }) => isVerb(lemma)), ...possible.filter(({ lemma }) => !isVerb(lemma))];
  if (forms.length === 0) return null;
  const auxiliaries: string[] = [];
  let negated = false;
  let from = at;
  let infinitive: string | null = null;
  for (let index = at - 1; index >= Math.max(0, at - 8); index--) {
    const before = nodes[index];
    if (!isWord(before) || before.entity) break;
    const bare = before.word.replace(/n't$/, '').replace(/^ca$/, 'can').replace(/^wo$/, 'will');
    if (before.word.endsWith("n't")) negated = true;
    if (NEGATORS.has(bare)) {
      negated = true;
      if (!/^no(?:body|ne|thing)$/.test(bare)) from = index;
    } else if (bare === 'to' && from === at && auxiliaries.length === 0) {
      infinitive = governorOf(nodes, index);
      from = index;
      break;
    } else if (BE.has(bare) || HAVE.has(bare) || DO.has(bare) || MODALS.has(bare) || /^(?:get|got|gets)$/.test(bare)) {
      auxiliaries.unshift(bare);
      from = index;
    } else if (bare === 'to' && auxiliaries.length > 0) {
      infinitive = governorOf(nodes, index);
      from = index;
      break;
    } else if (!ADVERBS.has(bare) && !/ly$/.test(bare)) break;
    else if (auxiliaries.length === 0) from = Math.min(from, index);
  }
  const isAuxiliary =
    (BE.has(word) || HAVE.has(word) || DO.has(word) || word === 'got') && continuesAsAuxiliary(nodes, at);
  if (isAuxiliary) return null;
  const finite = auxiliaries.length === 0 && infinitive === null;
  const be = auxiliaries.some((one) => BE.has(one) || /^get|got/.test(one));
  const last = auxiliaries.at(-1) ?? '';
  const form =
    (be && (BE.has(last) || /^g[eo]t/.test(last))
      ? (forms.find(({ form: one }) => one === 'participle') ??
        forms.find(({ form: one }) => one === 'past' || one === 'ing'))
      : finite
        ? forms[0]
        : forms.find(({ form: one }) => (HAVE.has(last) ? one !== 'base' && one !== 'third' : one === 'base'))) ??
    forms[0];
  if (!form) return null;
  // "is open": an adjective that is also a verb.
  if (be && BE.has(last) && (form.form === 'base' || form.form === 'third' || STATE_FORM.test(word))) return null;
  const isParticiple = form.form === 'participle' || form.form === 'past';
  const passive = isParticiple && (BE.has(last) || /^g[eo]ts?$/.test(last));
  return { form, at, from, auxiliaries, passive, negated, infinitive };
}

function isFunctionWord(word: string): boolean {
  return [PREPOSITIONS, CONJUNCTIONS, DETERMINERS, ADVERBS, NEGATORS].some((list) => list.has(word));
}

/** Forms of verbs that are states after "be". */
const STATE_FORM = /^(?:gone|done|running|working|operating|missing|leaking|failing|standing|lost)$/;

/** "was closed", "has run", "did not fail": the verb comes later. */
function continuesAsAuxiliary(nodes: readonly Node[], at: number): boolean {
  const word = nodes[at]?.word ?? '';
  for (let index = at + 1; index < Math.min(nodes.length, at + 5); index++) {
    const next = nodes[index];
    if (!isWord(next) || next.entity) return false;
    if (ADVERBS.has(next.word) || NEGATORS.has(next.word) || /ly$/.test(next.word)) continue;
    if (BE.has(word) && STATE_FORM.test(next.word)) return false;
    if (BE.has(next.word) || HAVE.has(next.word)) return true;
    if (next.word === 'to') return true;
    if (HAVE.has(word))
      return verbForms(next.word).some(
        ({ form, lemma }) => form === 'participle' || (form === 'past' && lemma.length > 1),
      );
    if (DO.has(word)) return !DETERMINERS.has(next.word) && !PREPOSITIONS.has(next.word);
    return verbForms(next.word).some(
      ({ form, lemma }) =>
        form === 'participle' ||
        (form === 'past' && participleOf(lemma) === next.word) ||
        (form === 'ing' && next.word.length > 4),
    );
  }
  return false;
}

/** "tried to", "asked him to", "forced the Watch to". */
function governorOf(nodes: readonly Node[], to: number): string {
  for (let index = to - 1; index >= Math.max(0, to - 5); index--) {
    const node = nodes[index];
    if (!isWord(node)) break;
    if (node.entity || DETERMINERS.has(node.word) || ADVERBS.has(node.word) || NEGATORS.has(node.word)) continue;
    if (BE.has(node.word)) return 'be';
    const lemmas = verbForms(node.word).map(({ lemma }) => lemma);
    const known = lemmas.find((lemma) => IMPLICATIVE.has(lemma) || ATTEMPTS.has(lemma) || REPORTING.has(lemma));
    if (known !== undefined) return known;
    if (index < to - 1) continue;
    return lemmas[0] ?? '';
  }
  return '';
}

function isFinite(nodes: readonly Node[], group: Group, subject: Phrase, found: readonly Predicate[]): boolean {
  const { form, from, auxiliaries, infinitive } = group;
  if (auxiliaries.length > 0 || infinitive !== null) return true;
  const before = nodes[from - 1];
  if (form.form === 'ing') return false;
  const isStart = from === 0 || BOUNDARY.test(before?.word ?? '') || before?.word === ',';
  const follows = /^(?:and|or|,|then|but)$/.test(before?.word ?? '') && found.length > 0;
  if (form.form === 'base')
    return (
      (isEntity(before) && !before?.possessive) ||
      /^(?:i|we|they|you|who|which|that)$/.test(before?.word ?? '') ||
      follows
    );
  // "the closed causeway", "of burnt oil"
  if (
    before &&
    (DETERMINERS.has(before.word) || (PREPOSITIONS.has(before.word) && before.word !== 'since') || before.possessive)
  )
    return false;
  if (form.form === 'third') return subject.entities.length > 0 || subject.noun !== '' || follows;
  return isStart || follows || subject.entities.length > 0 || subject.noun !== '';
}

function standingOf(nodes: readonly Node[], group: Group, isReport: boolean, found: readonly Predicate[]): Standing {
  const { auxiliaries, infinitive, negated, from, at } = group;
  const segment = segmentStart(nodes, from);
  if (
    ORDER.test(nodes[0]?.word ?? '') ||
    (/^(?:had|were|should)$/.test(nodes[0]?.word ?? '') && nodes[1]?.entity) ||
    (nodes[0]?.word === 'to' && nodes[1]?.word === 'do')
  )
    return 'plan';
  if (nodes.slice(Math.max(0, from - 2), at).some(({ word }) => /^(?:almost|nearly|narrowly)$/.test(word)))
    return 'plan';
  // "Unless the seal is changed, P-201 trips.": what follows from a condition.
  if (
    /^(?:if|unless|whenever|once)$/.test(nodes[0]?.word ?? '') &&
    (group.form.form === 'third' || group.form.form === 'base') &&
    auxiliaries.length === 0
  )
    return 'plan';
  const opener = nodes.slice(segment, from).findIndex(({ word }) => CONDITIONS.has(word));
  if (opener >= 0) return 'plan';
  const before = nodes.slice(segment, from).map(({ word }) => word);
  if (before.includes('when') && group.form.form === 'third') return 'plan';
  // "must be counted as" concludes, and wants nothing.
  const concludes = auxiliaries.includes('must') && /^(?:count|consider|regard|treat)$/.test(group.form.lemma);
  if (auxiliaries.some((word) => MODALS.has(word)) && !concludes) return 'plan';
  if (infinitive !== null) {
    if (ATTEMPTS.has(infinitive)) return 'attempt';
    if (!IMPLICATIVE.has(infinitive)) return 'plan';
  }
  // "called it repaired": so somebody calls it.
  const caller = found.at(-1);
  if (caller && /^(?:call|deem|consider)$/.test(caller.lemma) && from - caller.at <= 3 && auxiliaries.length === 0)
    return 'report';
  // "tried to free it and close it": a coordinated verb has the standing of the one before it.
  const previous = found.at(-1);
  if (
    previous &&
    infinitive === null &&
    auxiliaries.length === 0 &&
    group.form.form === 'base' &&
    /^(?:and|or|,|then)$/.test(nodes[from - 1]?.word ?? '')
  )
    return previous.standing;
  if (
    negated ||
    (before.some((word) => /^(?:no|nobody|none|neither|nothing|without)$/.test(word)) && before.length < 6)
  )
    return isReport ? 'report' : 'denied';
  return isReport || nodes[at]?.quoted === true ? 'report' : 'fact';
}

/** Words that open an order or a request: nothing has happened yet. */
const ORDER =
  /^(?:check|confirm|ensure|verify|please|keep|do|don't|always|remember|todo|request|reminder|action|let's|let)$/;

function segmentStart(nodes: readonly Node[], from: number): number {
  let index = from;
  while (
    index > 0 &&
    !BOUNDARY.test(nodes[index - 1]?.word ?? '') &&
    nodes[index - 1]?.word !== ',' &&
    nodes[index - 1]?.word !== 'but'
  )
    index--;
  return index;
}

export function clauseEnd(nodes: readonly Node[], from: number): number {
  let index = from;
  while (
    index < nodes.length &&
    index < from + 40 &&
    !(
      BOUNDARY.test(nodes[index]?.word ?? '') ||
      /^(?:but|because|although|while|whereas|when|if|unless)$/.test(nodes[index]?.word ?? '')
    )
  )
    index++;
  return index;
}

/** "…, says the security round." */
function trailingReport(nodes: readonly Node[]): { readonly source: string; readonly at: number } | null {
  const comma = nodes.map(({ word }) => word).lastIndexOf(',');
  if (comma < 2) return null;
  const after = nodes.slice(comma + 1, comma + 4);
  const verb = after.findIndex(
    (node) =>
      !node.entity &&
      verbForms(node.word).some(
        ({ lemma, form }) => /^(?:say|claim|think|believe|report|hear|insist|tell)$/.test(lemma) && form !== 'ing',
      ),
  );
  if (verb < 0 || nodes.length - comma > 9) return null;
  const named = nodes.slice(comma + 1).find((node) => node.entity && !node.indirect);
  return {
    source:
      named?.text ??
      nodes
        .slice(comma + 1 + (verb === 0 ? 1 : 0))
        .filter(isWord)
        .slice(0, 3)
        .map(({ text }) => text)
        .join(' '),
    at: nodes.length,
  };
}

/** Verbs of the sentence end a noun phrase to their right. */
function endsPhrase(node: Node | undefined): boolean {
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

/** Looks right from a verb. */
export function readObject(nodes: readonly Node[], from: number): Phrase {
  let index = from;
  while (
    index < nodes.length &&
    !nodes[index]?.entity &&
    (PARTICLES.has(nodes[index]?.word ?? '') ||
      ADVERBS.has(nodes[index]?.word ?? '') ||
      /ly$/.test(nodes[index]?.word ?? ''))
  ) {
    // "in the cellar": a preposition, no particle.
    if (/^(?:in|on|through|along|around)$/.test(nodes[index]?.word ?? '') && isWord(nodes[index + 1])) return NOTHING;
    index++;
  }
  const start = index;
  while (index < nodes.length && index - start < 10) {
    const node = nodes[index];
    if (!isWord(node)) break;
    if (node.entity) {
      const next = nodes[index + 1];
      if (node.possessive) return { entities: [], noun: nounFrom(nodes, index + 1), of: node.entity };
      const isCompound =
        isWord(next) &&
        !next.entity &&
        !isPersonNoun(next.word) &&
        conceptsOf(next.word).length > 0 &&
        !endsPhrase(next);
      if (isCompound) return { entities: [], noun: next.word, of: node.entity };
      return { entities: [node.entity, ...joinedAfter(nodes, index + 1)], noun: '', of: null };
    }
    if (endsPhrase(node) && !(DETERMINERS.has(node.word) && index === start)) break;
    index++;
  }
  if (index === start) return NOTHING;
  const noun = nodes[index - 1]?.word ?? '';
  if (
    /^(?:today|yesterday|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|again)$|^\d/.test(
      nodes[start]?.word ?? '',
    )
  )
    return NOTHING;
  const of =
    nodes[index]?.word === 'of'
      ? ([nodes[index + 1], nodes[index + 2]].find((node) => node?.entity)?.entity ?? null)
      : null;
  return { entities: [], noun, of };
}

function nounFrom(nodes: readonly Node[], from: number): string {
  let index = from;
  while (index + 1 < nodes.length && !endsPhrase(nodes[index + 1]) && !nodes[index + 1]?.entity && index - from < 4)
    index++;
  return nodes[index]?.word ?? '';
}

function joinedAfter(nodes: readonly Node[], from: number): KnownEntity[] {
  const joined: KnownEntity[] = [];
  let index = from;
  while (/^(?:and|,)$/.test(nodes[index]?.word ?? '')) {
    let next = index + 1;
    if (/^(?:and|the)$/.test(nodes[next]?.word ?? '')) next++;
    if (nodes[next]?.word === 'the') next++;
    const node = nodes[next];
    const after = nodes[next + 1];
    const isNewClause =
      isWord(after) &&
      !after.entity &&
      (BE.has(after.word) ||
        HAVE.has(after.word) ||
        verbForms(after.word).some(({ form }) => form === 'past' || form === 'third'));
    if (!node?.entity || node.possessive || isNewClause) break;
    joined.push(node.entity);
    index = next + 1;
  }
  return joined;
}

/** The entity after one of some prepositions in a clause. */
export function entityAfter(
  nodes: readonly Node[],
  from: number,
  end: number,
  prepositions: RegExp,
): { readonly entity: KnownEntity; readonly at: number } | null {
  for (let index = from; index < end; index++) {
    if (!prepositions.test(nodes[index]?.word ?? '') || nodes[index]?.entity) continue;
    for (let next = index + 1; next < Math.min(end, index + 7); next++) {
      const node = nodes[next];
      if (!isWord(node)) break;
      if (node.entity) {
        if (node.possessive) break;
        return { entity: node.entity, at: next };
      }
      if (endsPhrase(node) && !DETERMINERS.has(node.word) && !(node.word === 'of' && next > index + 1)) break;
    }
  }
  return null;
}
