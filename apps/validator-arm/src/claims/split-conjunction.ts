import {
  anyOf,
  COORDINATORS,
  DETERMINERS,
  type FiniteForm,
  finiteFormOf,
  isRegularPast,
  NEGATIONS,
  OBJECT_PRONOUNS,
  PREPOSITIONS,
  QUESTION_WORDS,
  RELATIVES,
  REPORTING_VERBS,
  SUBORDINATORS,
} from '@arbiter/english';
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
const GOVERNS_BOTH = new RegExp(
  `\\b${anyOf(SUBORDINATORS, RELATIVES, QUESTION_WORDS, REPORTING_VERBS, NEGATIONS, ['between', 'both', 'either'])}\\b|n['’]t\\b`,
  'iu',
);
const PRONOUN = /^(?:it|he|she|they)\s/iu;
/** What cannot be the end of a subject: a noun is still to come. */
const NO_SUBJECT = new RegExp(`(?:^|\\s)${anyOf(DETERMINERS, PREPOSITIONS, COORDINATORS)}$`, 'iu');
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
  readonly verbClass: FiniteForm;
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
  const [first = '', second, third] = [...right.matchAll(WORD)].slice(0, SUBJECT_REACH).map(([word]) => word);
  const pronoun = PRONOUN.exec(right)?.[0];
  if (pronoun !== undefined) {
    const isClause = second !== undefined && verbClassOf(second, third) !== null;
    return isClause ? { ...place, subject: main.subject, replaces: pronoun.trimEnd().length } : null;
  }
  const verbClass = second === undefined ? null : verbClassOf(first, second);
  if (verbClass !== null) {
    const subject = sharedSubject(main, verbClass);
    return subject === null ? null : { ...place, subject };
  }
  const own = predicateOf(right.slice(0, 200));
  return own && own.subject.split(/\s+/).length < SUBJECT_REACH ? place : null;
}

/** What a second verb of one subject is said of: of a passive with its auxiliary; null where the verbs do not match. */
function sharedSubject({ subject, verb, verbClass }: Predicate, second: FiniteForm): string | null {
  if (verbClass === 'auxiliary') return second === 'past' ? `${subject} ${verb}` : subject;
  return second === verbClass || second === 'auxiliary' ? subject : null;
}

/** What follows a regular past where it is a verb: "painted the wall", not "painted walls". */
const FOLLOWS_VERB: ReadonlySet<string> = new Set([
  ...DETERMINERS,
  ...OBJECT_PRONOUNS,
  ...PREPOSITIONS,
  ...['all', 'each', 'every', 'again', 'never', 'not', 'once', 'only', 'twice'],
]);

/**
 * @param word as it stands in a sentence, not at its head
 * @param next the word after it; absent at the end
 * @returns null also for some verbs: a clause that is not recognised stays whole, which is checked all the same
 */
function verbClassOf(word: string, next?: string): FiniteForm | null {
  if (!isRegularPast(word)) return finiteFormOf(word);
  return next === undefined || FOLLOWS_VERB.has(next) || /^[\p{Lu}\p{N}]|ly$/u.test(next) ? 'past' : null;
}
