import type { Contradiction } from '@arbiter/contracts';
import { excludeEachOther } from '@arbiter/grounding';
import {
  type DateMention,
  datesIn,
  namesIn,
  negationsIn,
  type NumberMention,
  numbersIn,
  stem,
  terms,
  termSet,
} from '@arbiter/text';

export interface Conflict {
  readonly conflict: Contradiction['conflict'];
  /** In plain words, of "one" and "the other". */
  readonly message: string;
}

/** Content words that two statements must share at least before one can deny the other. */
const LEAST_SHARED = 2;
/** Happens to a thing once: two dates of it cannot both be true. */
const ONCE: ReadonlySet<string> = new Set(
  `build built found founded bear born die died establish established complete completed open opened write written
   publish published invent invented crown crowned sink sank sunk launch launched create created destroy destroyed kill
   killed sign signed marry married lit erect erected discover discovered raise raised make made`
    .split(/\s+/)
    .map(stem),
);
/** What comes after a figure and limits it: "8 pence in summer". */
const LIMITS =
  /^[^.;,]{0,40}?\b(?:in|at|on|during|for|per|by|when|after|before|from|with|without|of|to|an?|each|every)\b/iu;
/** "The capital of Ostreach is Verrin", "the lamp was made by Ada Wren": one name alone fits. */
const IS_NAME = /^(?<subject>[Tt]he\s[^,;:.()]{3,80}?)\s(?:is|was)\s(?<name>\p{Lu}[^,;:()]{1,60}?)\.?$/u;
const DONE_BY =
  /^(?<subject>[^,;:.()]{3,80}?\s(?:was|is)\s(?:built|founded|written|made|invented|discovered|painted|killed|designed|composed))\sby\s(?<name>\p{Lu}[^,;:()]{1,60}?)\.?$/u;

/**
 * Whether two statements of the same thing exclude each other: by a negation, an antonym, a figure, a date of something
 * that happens once, or a name where one alone fits. Precise rather than complete: where the two may speak of different
 * things, places or times, they do not contradict each other.
 */
export function compareStatements(a: Statement, b: Statement): Conflict | null {
  if (countShared(a.terms, b.terms) < LEAST_SHARED) return null;
  const [one, other] = [partsOf(a), partsOf(b)];
  if (one.qualifiers !== other.qualifiers) return null;
  const named = nameConflict(a.text, b.text);
  if (named) return named;
  if (!sameNames(one, b) || !sameNames(other, a)) return null;
  return (
    negationConflict(one, other) ??
    antonymConflict(one, other) ??
    numberConflict(a.text, one, b.text, other) ??
    dateConflict(one, other)
  );
}

function negationConflict(a: StatementParts, b: StatementParts): Conflict | null {
  if (a.negated === b.negated || !sameSet(a.subject, b.subject) || a.subject.size < LEAST_SHARED) return null;
  if (!sameFigures(a, b)) return null;
  return { conflict: 'negation', message: 'One denies what the other says.' };
}

function antonymConflict(a: StatementParts, b: StatementParts): Conflict | null {
  if (a.negated !== b.negated || !sameFigures(a, b)) return null;
  const [onlyA, extraA] = [...a.subject].filter((term) => !b.subject.has(term));
  const [onlyB, extraB] = [...b.subject].filter((term) => !a.subject.has(term));
  if (onlyA === undefined || onlyB === undefined || extraA !== undefined || extraB !== undefined) return null;
  if (a.subject.size < LEAST_SHARED || !excludeEachOther(onlyA, onlyB)) return null;
  return { conflict: 'antonym', message: 'One says the opposite of the other.' };
}

function numberConflict(textA: string, a: StatementParts, textB: string, b: StatementParts): Conflict | null {
  if (a.negated !== b.negated || !maySpeakOfOneDay(a, b)) return null;
  // The shorter says nothing that the longer does not: else they may speak of two things.
  const [shorter, longer] = a.subject.size <= b.subject.size ? [a, b] : [b, a];
  if (!namesItsSubject(shorter, shorter === a ? textA : textB)) return null;
  if (![...shorter.subject].every((term) => longer.subject.has(term))) return null;
  if (narrows(longer === a ? textA : textB, longer, shorter)) return null;
  for (const number of a.numbers) {
    const match = counterpartOf(number, a, b);
    if (!match || overlaps(number, match)) continue;
    const isLimited = LIMITS.test(textA.slice(number.end)) || LIMITS.test(textB.slice(match.end));
    if (isLimited && !sameSet(a.subject, b.subject)) continue;
    return { conflict: 'number', message: `One says “${number.text}”, the other “${match.text}”.` };
  }
  return null;
}

function maySpeakOfOneDay(a: StatementParts, b: StatementParts): boolean {
  return a.dates.length === 0 || b.dates.length === 0 || sameDates(a, b);
}

/** The one number of the other statement that counts the same; undefined where either has several. */
function counterpartOf(number: NumberMention, own: StatementParts, other: StatementParts): NumberMention | undefined {
  const [match, ...more] = other.numbers.filter((each) => countsTheSame(number, each));
  const isAlone = own.numbers.filter((each) => countsTheSame(number, each)).length === 1;
  return isAlone && more.length === 0 ? match : undefined;
}

/** "The north gate" is not every gate: a word of its own stands right before one that both have. */
function narrows(text: string, longer: StatementParts, { subject }: StatementParts): boolean {
  return terms(text).some(({ term, end }, index, all) => {
    const next = all[index + 1];
    const joined = next !== undefined && /^\s+$/.test(text.slice(end, next.start)) && subject.has(next.term);
    return joined && longer.subject.has(term) && !subject.has(term);
  });
}

/** "costs 3 pence" may be said of anything. */
function namesItsSubject({ subject }: StatementParts, text: string): boolean {
  return subject.size > LEAST_SHARED || (subject.size === LEAST_SHARED && /^the\s/i.test(text));
}

function dateConflict(a: StatementParts, b: StatementParts): Conflict | null {
  const [dateA, moreA] = a.dates;
  const [dateB, moreB] = b.dates;
  if (!dateA || !dateB || moreA || moreB || a.negated !== b.negated) return null;
  if (!sameSet(a.subject, b.subject) || a.subject.size < LEAST_SHARED) return null;
  if (![...a.subject].some((term) => ONCE.has(term))) return null;
  if (!areApart(dateA, dateB)) return null;
  return { conflict: 'date', message: `One says “${dateA.text}”, the other “${dateB.text}”.` };
}

/** Whether two dates are of different years, or of different months of one. */
function areApart(a: DateMention, b: DateMention): boolean {
  if (a.year !== b.year) return a.year !== null && b.year !== null;
  return a.month !== null && b.month !== null && a.month !== b.month;
}

function nameConflict(a: string, b: string): Conflict | null {
  for (const pattern of [IS_NAME, DONE_BY]) {
    const [one, other] = [pattern.exec(a.trim())?.groups, pattern.exec(b.trim())?.groups];
    if (!one?.name || !other?.name || one.subject?.toLowerCase() !== other.subject?.toLowerCase()) continue;
    const [name, otherName] = [one.name.toLowerCase(), other.name.toLowerCase()];
    if ([name, otherName].some((each) => /\b(?:and|or|not|an?|one)\b/.test(each))) continue;
    if (name.includes(otherName) || otherName.includes(name)) continue;
    return { conflict: 'name', message: `One names ${one.name}, the other ${other.name}.` };
  }
  return null;
}

/** Of the same unit or of the same word, and neither an ordinal nor dice, which count something else each time. */
function countsTheSame(a: NumberMention, b: NumberMention): boolean {
  if ([a, b].some(({ kind }) => kind === 'ordinal' || kind === 'dice')) return false;
  if (a.unit !== null || b.unit !== null) return a.unit === b.unit;
  return a.head !== null && a.head === b.head;
}

function overlaps(a: NumberMention, b: NumberMention): boolean {
  return a.value <= (b.to ?? b.value) && b.value <= (a.to ?? a.value);
}

function sameFigures(a: StatementParts, b: StatementParts): boolean {
  const valuesOf = ({ numbers }: StatementParts): string => numbers.map(({ value, to }) => `${value}-${to}`).join();
  return valuesOf(a) === valuesOf(b) && sameDates(a, b);
}

function sameDates(a: StatementParts, b: StatementParts): boolean {
  const written = ({ dates }: StatementParts): string =>
    dates.map(({ year, month, day }) => `${year}-${month}-${day}`).join();
  return written(a) === written(b);
}

/** Every name of one stands in the other: they speak of the same people and places. */
function sameNames({ names }: StatementParts, { text }: Statement): boolean {
  const lower = text.toLowerCase();
  return names.every((name) => lower.includes(name));
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && countShared(a, b) === a.size;
}

function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const term of small) if (large.has(term)) shared += 1;
  return shared;
}

/** One sentence of the answer or of a source. */
export interface Statement {
  /** Null for the answer. */
  readonly sourceId: string | null;
  /** Place in the answer or in the source's content, UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** What it says; of a claim its statement. */
  readonly text: string;
  /** Stems of its content words. */
  readonly terms: ReadonlySet<string>;
}

/** What two statements are compared by. */
interface StatementParts {
  /** Stems of content words that are no number, date or negator. */
  readonly subject: ReadonlySet<string>;
  readonly numbers: readonly NumberMention[];
  readonly dates: readonly DateMention[];
  readonly names: readonly string[];
  readonly negated: boolean;
  /** The words that limit when or of whom it holds. */
  readonly qualifiers: string;
}

const QUALIFIERS =
  /\b(?:if|unless|except|only|when|whenever|until|before|after|during|while|sometimes|usually|often|rarely|seldom|some|most|many|few|at least|at most|up to|about|around|almost|nearly|formerly|once|now|today|was once|used to|may|might|could|would|should|each|per|every|or)\b/giu;

export function statementOf(place: Omit<Statement, 'terms'>): Statement {
  return { ...place, terms: termSet(place.text) };
}

export function partsOf({ text }: Statement): StatementParts {
  const dates = datesIn(text);
  const numbers = numbersIn(text).filter(
    ({ start, end }) => !dates.some((date) => start < date.end && date.start < end),
  );
  const negations = negationsIn(text);
  const taken = [...dates, ...numbers, ...negations];
  return {
    subject: new Set(
      terms(text)
        .filter(({ start, end }) => !taken.some((other) => start < other.end && other.start < end))
        .map(({ term }) => term),
    ),
    numbers,
    dates,
    names: namesIn(text)
      .filter(({ start, end }) => !dates.some((date) => start < date.end && date.start < end))
      .map((name) => name.text.toLowerCase()),
    negated: negations.length % 2 === 1,
    qualifiers: (dates.reduce((rest, date) => rest.replace(date.text, ' '), text).match(QUALIFIERS) ?? [])
      .map((word) => word.toLowerCase())
      .join(' '),
  };
}
