import type { Span } from './split-lines.js';

/** A part of a sentence that can stand for itself. */
interface Conjunct extends Span {
  /** What goes before its words to make them a sentence: the subject, and of a passive the auxiliary. */
  readonly subject?: string;
  /** How much of it the subject replaces: a pronoun; in UTF-16 code units from its start. */
  readonly replaces?: number;
}

/** Longer sentences are not searched for clauses. */
const LONGEST_SENTENCE = 600;
/** Longest subject, in words. */
const LONGEST_SUBJECT = 8;
const JOINT = /(?:[,;]\s+(?:and|but|while|whereas|yet)\s+|;\s+|(?<!\s)\s+(?:and|but)\s+)(?:also\s+|then\s+)?/giu;
/** Words before a joint under which both halves stand: a condition, a report, a choice, or a pair. */
const GOVERNS_BOTH =
  /\b(?:if|unless|when|whenever|because|whether|although|though|since|before|after|until|that|which|who|whom|whose|where|says?|said|claims?|claimed|believes?|believed|thinks?|thought|knows?|knew|both|either|neither|between|not|never|no)\b|n['’]t\b/iu;
const PRONOUN = /^(?:it|he|she|they)\s/iu;
const STARTS_SUBJECT = /^(?:the|a|an|its|his|her|their|this|these|those|each|every|all|no)\s|^\p{Lu}/iu;
/** What cannot be the end of a subject: a noun is still to come. */
const NO_SUBJECT =
  /(?:^|\s)(?:the|a|an|its|his|her|their|this|that|these|those|of|in|on|at|by|to|from|with|for|and|or)$/iu;
const WORD = /[\p{L}\p{N}'’-]+/gu;
/** A right half whose verb comes later than this is not read as a clause of its own. */
const SUBJECT_REACH = 6;

/**
 * Splits a sentence at conjunctions of which both halves say something of their own: two clauses, or two verbs of one
 * subject ("The lamp burns oil and weighs 40 pounds"). Precise rather than complete: where it is not sure, the sentence
 * stays whole and is checked as a whole.
 *
 * @param sentence without markup
 * @returns the parts in order, the sentence itself when it is not split; spans count in `sentence`
 */
export function splitConjunction(sentence: string): Conjunct[] {
  if (sentence.length > LONGEST_SENTENCE) return [{ start: 0, end: sentence.length }];
  const parts: Conjunct[] = [];
  let current: Conjunct = { start: 0, end: sentence.length };
  const main = predicateOf(sentence);
  if (!main) return [current];
  for (const joint of sentence.matchAll(JOINT)) {
    if (joint.index < current.start) continue;
    const left = sentence.slice(current.start, joint.index);
    if (predicateOf(left) === null && current.subject === undefined) continue;
    if (GOVERNS_BOTH.test(sentence.slice(0, joint.index))) break;
    const start = joint.index + joint[0].length;
    const right = conjunctAt(sentence, start, main);
    if (!right) continue;
    parts.push({ ...current, end: joint.index });
    current = right;
  }
  return [...parts, current];
}

interface Predicate {
  readonly subject: string;
  readonly verb: string;
  readonly verbClass: VerbClass;
}

/** The first verb of a clause and what stands before it; null when that cannot be told. */
function predicateOf(clause: string): Predicate | null {
  const words = [...clause.matchAll(WORD)].slice(0, LONGEST_SUBJECT + 1);
  for (const [index, word] of words.entries()) {
    if (index === 0) continue;
    const verbClass = verbClassOf(word[0], words[index + 1]?.[0]);
    if (verbClass === null) continue;
    const subject = clause.slice(0, word.index).trim();
    return /[,;:(]/.test(subject) || NO_SUBJECT.test(subject) ? null : { subject, verb: word[0], verbClass };
  }
  return null;
}

/** The right half of a joint as a clause of its own; null when it is none. */
function conjunctAt(sentence: string, start: number, main: Predicate): Conjunct | null {
  const right = sentence.slice(start);
  const place = { start, end: sentence.length };
  const words = [...right.matchAll(WORD)].slice(0, SUBJECT_REACH);
  const pronoun = PRONOUN.exec(right)?.[0];
  if (pronoun !== undefined) {
    return verbClassOf(words[1]?.[0] ?? '', words[2]?.[0]) === null
      ? null
      : { ...place, subject: main.subject, replaces: pronoun.trimEnd().length };
  }
  const first = words[0]?.[0] ?? '';
  const verbClass = verbClassOf(first, words[1]?.[0]);
  if (verbClass !== null && words.length > 1) {
    if (main.verbClass === 'auxiliary' && verbClass === 'past') {
      return { ...place, subject: `${main.subject} ${main.verb}` };
    }
    const sameKind = verbClass === main.verbClass || verbClass === 'auxiliary' || main.verbClass === 'auxiliary';
    return sameKind ? { ...place, subject: main.subject } : null;
  }
  const own = STARTS_SUBJECT.test(right) ? predicateOf(right.slice(0, 200)) : null;
  return own && own.subject.split(/\s+/).length < SUBJECT_REACH ? place : null;
}

/** Forms that can stand for the verb of a clause, by class; two clauses of one subject mostly share it. */
type VerbClass = 'auxiliary' | 'present' | 'past';

const AUXILIARIES: ReadonlySet<string> = new Set(
  `is are was were has have had does do did can could will would shall should may might must isn't aren't wasn't weren't
   hasn't haven't hadn't doesn't don't didn't can't cannot couldn't won't wouldn't shouldn't`.split(/\s+/),
);
/** Verbs of which the form in -s is not also a common plural. */
const REGULAR =
  `allow appear become begin belong bring build burn buy carry choose close come contain cost cover create cross destroy
   die earn eat employ enter exist face fall fear feed find flow follow forbid form gain get give go govern grow guard
   hang happen hate hear hold hunt include join keep kill know lead learn leave lend lie live lose love make mean meet
   need obey occur offer open own pay prefer prevent produce protect provide pull raise reach read receive remain
   remember remove replace require run sail say seem sell send serve shine sing sink sit sleep speak spend stand start
   stay swim take teach tell throw treat trust weigh win wear write yield`.split(/\s+/);
const IRREGULAR_PAST: ReadonlySet<string> = new Set(
  `became began bought brought built burnt came chose ate fell fed found forbade forgot gave went grew hung heard held
   kept knew led left lent lay lost made meant met paid ran read rose said sang sank sat saw sold sent shone slept spoke
   spent stood swam took taught told threw won wore wrote cost broke drove flew hid rode swore tore woke`.split(/\s+/),
);
const PRESENT: ReadonlySet<string> = new Set(REGULAR.map(thirdPerson));

/** End in -ed and are no verbs. */
const NO_PAST: ReadonlySet<string> = new Set(
  'hundred speed breed greed indeed sacred naked wicked kindred steed'.split(' '),
);
/** What follows a regular past where it is a verb: "painted the wall", not "painted walls". */
const FOLLOWS_VERB: ReadonlySet<string> = new Set(
  `a an the its his her their this that these those it him them in on at by to from of with for as into onto over under
   until about after before during through against between near again once twice not never only all each every`.split(
    /\s+/,
  ),
);

/**
 * @param word as it stands in a sentence, not at its head
 * @param next the word after it; absent at the end
 * @returns the class of a form that is a finite verb almost wherever it stands; null for all others, of which some are
 *   verbs too: a clause that is not recognised stays whole, which is checked all the same
 */
function verbClassOf(word: string, next?: string): VerbClass | null {
  if (AUXILIARIES.has(word)) return 'auxiliary';
  if (PRESENT.has(word)) return 'present';
  if (IRREGULAR_PAST.has(word)) return 'past';
  if (!/^\p{Ll}{3,}ed$/u.test(word) || NO_PAST.has(word)) return null;
  return next === undefined || FOLLOWS_VERB.has(next) || /^[\p{Lu}\p{N}]|ly$/u.test(next) ? 'past' : null;
}

function thirdPerson(stem: string): string {
  if (/(?:[sxz]|ch|sh|o)$/.test(stem)) return `${stem}es`;
  return /[^aeiou]y$/.test(stem) ? `${stem.slice(0, -1)}ies` : `${stem}s`;
}
