import { MONTHS } from '@arbiter/english';
import { normalizeTerm, type Span, stem, termSet, tokenize } from '@arbiter/text';
import { quantitiesIn } from '../quantities/quantities-in.js';

/** What can be compared: an amount, a time of day (in minutes), or a date (in days since the year 0, months of 31 days). */
export interface Measure extends Span {
  readonly kind: 'amount' | 'time' | 'date';
  readonly value: number;
  /** The upper end of a range, else null. */
  readonly to: number | null;
  readonly unit: string | null;
}

const CLOCK_TIME = /(?<![\d.:])(?<hour>\d{1,2})(?:[:.](?<minute>\d{2}))?(?:\s?(?<half>am|pm)\b)?(?![\d.:])/giu;

/** The measures that a text states, in order. */
export function measuresIn(text: string): Measure[] {
  const times = timesIn(text);
  const others = quantitiesIn(text).flatMap((quantity): Measure[] => {
    const { start, end, kind, value, to, unit, date } = quantity;
    if (times.some((time) => time.start < end && start < time.end)) return [];
    if (kind !== 'date') return [{ start, end, kind: 'amount', value, to, unit }];
    // A year alone is compared as the number that it is.
    if (date?.month == null)
      return Number.isNaN(value) ? [] : [{ start, end, kind: 'amount', value, to: null, unit: null }];
    const month = MONTHS.indexOf(date.month.toLowerCase());
    if (month < 0 || date.year === null) return [];
    return [{ start, end, kind: 'date', value: (date.year * 12 + month) * 31 + (date.day ?? 1), to: null, unit: null }];
  });
  return [...times, ...others].sort((a, b) => a.start - b.start);
}

function timesIn(text: string): Measure[] {
  return [...text.matchAll(CLOCK_TIME)].flatMap(({ index, 0: written, groups = {} }): Measure[] => {
    const { hour = '', minute, half } = groups;
    // "7.50" is a price more often than a time.
    if (half === undefined && (minute === undefined || !written.includes(':'))) return [];
    const isAfternoon = half?.toLowerCase() === 'pm' && Number(hour) < 12;
    const value = Number(hour) * 60 + Number(minute ?? 0) + (isAfternoon ? 720 : 0);
    return value > 24 * 60
      ? []
      : [{ start: index, end: index + written.length, kind: 'time', value, to: null, unit: null }];
  });
}

/** The one measure of a cell, with the unit that its column names ("Length (m)") where it has none; null without exactly one. */
export function measureOfCell(value: string, column: string | null): Measure | null {
  const [measure, ...others] = measuresIn(value);
  if (!measure || others.length > 0) return null;
  if (measure.unit !== null || measure.kind !== 'amount' || column === null) return measure;
  const inBrackets = /\((?:in )?(?<unit>[^()]{1,16})\)$/.exec(column)?.groups?.unit;
  return inBrackets === undefined
    ? measure
    : { ...measure, unit: quantitiesIn(`2 ${inBrackets}`)[0]?.unit ?? inBrackets };
}

export type Relation = 'below' | 'at-most' | 'above' | 'at-least' | 'equal';

/** Whether all of a measure stands so to a bound. */
export function isWithin({ value, to }: Measure, relation: Relation, bound: number): boolean {
  const most = to ?? value;
  switch (relation) {
    case 'below':
      return most < bound;
    case 'at-most':
      return most <= bound;
    case 'above':
      return value > bound;
    case 'at-least':
      return value >= bound;
    case 'equal':
      return value === bound && most === bound;
  }
}

/** A comparison that a question makes. */
export interface Comparison extends Span {
  readonly relation: Relation;
  readonly bound: Measure;
  /** What is measured, where the words tell: "cost" of "dearer than"; else null. */
  readonly measure: string | null;
}

const BEFORE_NUMBER: readonly (readonly [words: RegExp, relation: Relation])[] = [
  [/\b(?:no|not) (?:more|later) than (?:the )?[$€£¥]?$/iu, 'at-most'],
  [/\b(?:no|not) (?:less|fewer|earlier) than (?:the )?[$€£¥]?$/iu, 'at-least'],
  [/\b(?:more than|over|above|exceeding|greater than|later than|after) (?:the )?[$€£¥]?$/iu, 'above'],
  [/\b(?:less than|fewer than|under|below|earlier than|before) (?:the )?[$€£¥]?$/iu, 'below'],
  [/\b(?:at least|since|minimum of) (?:the )?[$€£¥]?$/iu, 'at-least'],
  [/\b(?:at most|up to|until|maximum of) (?:the )?[$€£¥]?$/iu, 'at-most'],
  [/\b(?:exactly|precisely) (?:the )?[$€£¥]?$/iu, 'equal'],
];
const ADJECTIVE_BEFORE = /\b(?<adjective>\p{L}{3,12}|more expensive|less expensive) than (?:the )?[$€£¥]?$/iu;
const AFTER_NUMBER: readonly (readonly [words: RegExp, relation: Relation])[] = [
  [/^ (?:or|and) (?:more|over|above|later|upwards?)\b/iu, 'at-least'],
  [/^ (?:or|and) (?:less|fewer|under|below|earlier)\b/iu, 'at-most'],
];

/** Adjectives by what they measure, of more first; each as it stands before "than", and as the utmost. */
const ADJECTIVES: readonly (readonly [measure: string, more: string, less: string])[] = [
  ['cost', 'dear|more expensive|costly|pricey', 'cheap|less expensive'],
  ['length', 'long', 'short'],
  ['height', 'tall|high', 'low'],
  ['weight', 'heavy', 'light'],
  ['depth', 'deep', 'shallow'],
  ['width', 'wide|broad', 'narrow'],
  ['age', 'old', 'young'],
  ['size', 'large|big|great', 'small|little'],
  ['speed', 'fast|quick', 'slow'],
  ['temperature', 'warm|hot', 'cold|cool'],
];
/** What names of columns say for what is measured. */
const COLUMN_WORDS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    cost: 'cost costs price fee rate charge fare rent toll rental',
    length: 'length long distance duration',
    height: 'height altitude elevation tall',
    weight: 'weight mass weighs tonnage tons',
    depth: 'depth deep draught',
    width: 'width beam wide breadth',
    age: 'age',
    size: 'size area',
    speed: 'speed knots',
    temperature: 'temperature',
  }).map(([measure, words]) => [measure, termSet(words)]),
);
/** Verbs and nouns of questions for what is measured. */
const ASKING_WORDS: Readonly<Record<string, string>> = {
  cost: 'cost',
  price: 'cost',
  fee: 'cost',
  rent: 'cost',
  weigh: 'weight',
  expens: 'cost',
};

/** Whether the name of a column says that it holds what is measured. */
export function namesMeasure(columnTerms: ReadonlySet<string>, measure: string): boolean {
  return [...columnTerms].some((term) => COLUMN_WORDS[measure]?.has(term));
}

/** What a word of a question measures: "cost" for "costs"; null where it measures nothing. */
export function measureAsked(word: string): string | null {
  return ASKING_WORDS[stem(normalizeTerm(word))] ?? null;
}

/** The comparisons with numbers that a question makes: "more than 20 crowns", "before 10:30", "8 m or more". */
export function comparisonsIn(question: string): Comparison[] {
  return measuresIn(question).flatMap((bound): Comparison[] => {
    const before = question.slice(Math.max(0, bound.start - 40), bound.start);
    for (const [words, relation] of BEFORE_NUMBER) {
      const match = words.exec(before);
      if (match) return [{ start: bound.start - match[0].length, end: bound.end, relation, bound, measure: null }];
    }
    const adjective = ADJECTIVE_BEFORE.exec(before);
    const compared = adjective && comparative(adjective.groups?.adjective ?? '');
    if (adjective && compared)
      return [{ start: bound.start - adjective[0].length, end: bound.end, bound, ...compared }];
    const after = question.slice(bound.end, bound.end + 20);
    for (const [words, relation] of AFTER_NUMBER) {
      const match = words.exec(after);
      if (match) return [{ start: bound.start, end: bound.end + match[0].length, relation, bound, measure: null }];
    }
    return [];
  });
}

function comparative(adjective: string): Pick<Comparison, 'relation' | 'measure'> | null {
  const found = adjectiveOf(adjective.toLowerCase(), 'er');
  return found && { relation: found.isMore ? 'above' : 'below', measure: found.measure };
}

/** The utmost that a question asks for: "the longest", "the most expensive", "the highest rent". */
export interface Superlative extends Span {
  readonly isMost: boolean;
  /** Null where the noun behind it tells: "the most beds". */
  readonly measure: string | null;
}

const QUANTITY: ReadonlyMap<string, boolean> = new Map([
  ['most', true],
  ['least', false],
  ['fewest', false],
  ['highest', true],
  ['lowest', false],
  ['greatest', true],
]);

export function superlativesIn(question: string): Superlative[] {
  const words = tokenize(question);
  return words.flatMap(({ text, start, end }, index): Superlative[] => {
    const word = text.toLowerCase();
    const next = words[index + 1];
    if (/^(?:most|least)$/.test(word) && next?.text.toLowerCase() === 'expensive') {
      return [{ start, end: next.end, isMost: word === 'most', measure: 'cost' }];
    }
    const isMost = QUANTITY.get(word);
    const follows = next !== undefined && !/^(?:of|in|at|on)$/i.test(next.text);
    // "At least 8 m" and "at most" compare.
    if (isMost !== undefined && follows && words[index - 1]?.text.toLowerCase() !== 'at') {
      return [{ start, end, isMost, measure: null }];
    }
    const found = adjectiveOf(word, 'est');
    return found ? [{ start, end, isMost: found.isMore, measure: found.measure }] : [];
  });
}

function adjectiveOf(
  written: string,
  ending: 'er' | 'est',
): { readonly measure: string; readonly isMore: boolean } | null {
  for (const [measure, ...sides] of ADJECTIVES) {
    const at = sides.findIndex((side) =>
      side.split('|').some((word) => written === word || written === inflected(word, ending)),
    );
    if (at >= 0) return { measure, isMore: at === 0 };
  }
  return null;
}

/** "long" is "longer", "big" "bigger", "heavy" "heavier", "large" "larger". */
function inflected(word: string, ending: string): string {
  if (word.endsWith('e')) return word + ending.slice(1);
  if (word.endsWith('y')) return `${word.slice(0, -1)}i${ending}`;
  return /^[^aeiou]+[aeiou][^aeiouwy]$/.test(word) ? word + word.slice(-1) + ending : word + ending;
}
