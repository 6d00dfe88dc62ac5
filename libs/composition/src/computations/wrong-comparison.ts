import { termSet } from '@arbiter/text';
import { quantitiesIn, type Quantity } from '../quantities/quantities-in.js';
import { unitRatio } from '../quantities/unit-families.js';
import { type AskedComparative, COMPARATIVE_PATTERN as WORDS, comparativeOf } from './computation.js';
import { isPlain, without } from './concluded-from.js';

/** Amounts of a sentence beyond which it is a table read aloud. */
const MOST_AMOUNTS = 8;
/** How far a multiple may be off, as a share of it: "has doubled" is said of 5.1 to 10. */
const ABOUT_SHARE = 0.05;

const FURTHER: Readonly<Record<string, string>> = { below: 'less', under: 'less', above: 'more', over: 'more' };
const IN_TIME: Readonly<Record<string, string>> = { before: 'earlier', after: 'later' };
const COMPARATIVES = new RegExp(String.raw`\b(?<word>${WORDS})\b`, 'giu');
/** Between two amounts: "9 shillings a week are more than 14", "1840 lies before 1702", "2 pence is below the 1½". */
const IS_THAN = new RegExp(
  String.raw`^(?:\s(?:an?|per)\s\p{L}+)?(?:\s(?!and|or|but)\p{L}+)?\s+(?:is|are|was|were|lies|lay|comes|came)\s+(?:(?:(?<word>${WORDS})\s+than)|(?<place>below|under|above|over)|(?<time>before|after))\s+(?:the\s+|only\s+|just\s+)*$`,
  'iu',
);
/** Between what stands before a comparison and what it is compared with. */
const THAN = new RegExp(String.raw`\b(?:is|are|was|were)\s+(?:also\s+)?(?<word>${WORDS})\s+than\b`, 'iu');
/** Between two amounts of which the first is of what the sentence is about. */
const AGAINST =
  /^[^.;:]{0,40}?(?:\bagainst|\bversus|\bvs\.?|\bcompared (?:with|to)|\binstead of|\brather than|\bas opposed to)\s(?:(?:the|its|only|just|about)\s)*(?:[\p{Lu}][\p{L}’'-]*\s){0,3}(?:[\p{L}-]+['’]s?\s)?$/u;
/** Right behind a difference, or before it. */
const MORE = new RegExp(String.raw`^\s+(?:${WORDS})\b(?!\s+than\s+(?:half|twice))`, 'iu');
/** "Seven more years". */
const IN_AMOUNT = /\s(?:more|fewer|less|further)\s/i;
/** A conclusion with a subject of its own: "so Lincoln Green is the cheaper". */
const OWN_SUBJECT = /\b(?:so|thus|hence|therefore|making)\b(?! it\b| that\b)/i;
/** Of intervals the smaller is the more frequent. */
const OFTEN = /\b(?:often|frequent(?:ly)?|every|rarely|seldom)\b/i;
const BY = /\bby (?:about |only |just |some )?$/i;
const RISES = /\b(?:up|rose|risen|rises|rise|increased?|increases|grew|grown|grows|gained|raised)\b/i;
const FALLS = /\b(?:down|cut|fell|fallen|falls|dropped|drops|decreased?|decreases|shrank|sank|lowered|reduced)\b/i;
const FROM = /\bfrom $/i;
const NEGATED = /\b(?:not?|never|neither|nor|no longer|hardly|instead of being)\b|n['’]t\b/i;
const DOUBLED = /\b(?:(?<twice>doubled|doubles)|(?<thrice>trebled|tripled)|(?<half>halved|halves))\b/i;
const WAYS: Readonly<Record<string, string>> = { up: 'higher', down: 'lower' };
const UP_FROM = /^,?(?: \p{L}+)? (?<way>up|down) from (?:the )?$/iu;
/** Says that a difference follows from two amounts before it. */
const WHICH_IS = /\b(?:so|which is|hence|therefore|making|making it)\b[^,;:]{0,40}$/i;
/** "So Bridges is the larger", said of two amounts before it. */
const SO = new RegExp(
  String.raw`\b(?:so|thus|hence|therefore)\s+(?<subject>[^\s,;.]+(?:\s[^\s,;.]+){0,4}?)\s+(?:is|are|was|were|has|have|had|keeps?|weighs?|costs?|lasts?|takes?|earns?)\s+(?:also\s+)?(?:the\s+)?(?:\S+\s)?(?<word>${WORDS})\b(?!\s+than)`,
  'iu',
);
/** "The ordinary grave's is longer: …", said of two amounts behind it. */
const LEADS = new RegExp(
  String.raw`^(?<subject>[^\s,;.:]+(?:\s[^\s,;.:]+){0,4}?)\s+(?:is|are|was|were)\s+(?:also\s+)?(?:the\s+)?(?<word>${WORDS})\s*[:,](?!.*\bthan\b)`,
  'iu',
);
type Pair = readonly [Quantity, Quantity];

/**
 * Comparisons that the amounts of the sentence itself contradict: "In winter, since 9 shillings are more than 14", "5 miles shorter: 7
 * against 11", "the price doubled, from 5 to 7". Nothing is said where it is not sure which amount belongs to what.
 *
 * @param text a sentence; of several lines nothing is said
 * @returns what is wrong, for people; null where nothing is
 */
export function wrongComparison(text: string): string | null {
  if (text.includes('\n')) return null;
  const sentence = text.replaceAll(/\s+/g, ' ').trim();
  const amounts = quantitiesIn(sentence).filter((amount) => isPlain(amount) && isCountable(amount));
  if (amounts.length > MOST_AMOUNTS) return null;
  const reading = new Reading(sentence, amounts);
  return reading.stated() ?? (NEGATED.test(sentence) ? null : reading.implied());
}

class Reading {
  constructor(
    private readonly sentence: string,
    private readonly amounts: readonly Quantity[],
  ) {}

  /** "9 shillings a week are more than 14." */
  stated(): string | null {
    for (const [a, b] of this.neighbours()) {
      if (!this.isApart(a) || !this.isApart(b)) continue;
      const said = IS_THAN.exec(this.between(a, b))?.groups;
      if (!said) continue;
      const { word, place = '', time = '' } = said;
      const comparative = comparativeOf(word ?? FURTHER[place.toLowerCase()] ?? IN_TIME[time.toLowerCase()] ?? '');
      const isEqual = a.value === valueIn(b, a);
      if (comparative && (isEqual || isAgainst(a, b, comparative))) return wrongWay(a, b, word ?? place + time);
    }
    return null;
  }

  /** What a sentence says that denies nothing. */
  implied(): string | null {
    return this.sides() ?? this.differing() ?? this.opposed() ?? this.concluded() ?? this.moved();
  }

  /** "Calm, at 45 marks, is dearer than Swift at 80 marks." */
  private sides(): string | null {
    const match = THAN.exec(this.sentence);
    const comparative = comparativeOf(match?.groups?.word ?? '');
    if (!match || !comparative) return null;
    const at = match.index;
    const [before, behind] = [
      this.amounts.filter(({ end }) => end <= at),
      this.amounts.filter(({ start }) => start >= at + match[0].length),
    ];
    const [a, b] = [before[0], behind[0]];
    if (!a || !b || before.length > 1 || behind.length > 1) return null;
    // "Is older than Swift by 5 years": a difference is no side.
    if (BY.test(this.sentence.slice(0, b.start)) || MORE.test(this.sentence.slice(a.end))) return null;
    if (/[.:;]|\b(?:because|since|while|and)\b/.test(this.sentence.slice(a.end, b.start))) return null;
    return isAgainst(a, b, comparative) ? wrongWay(a, b, comparative.word) : null;
  }

  /** "16 shillings against 9, which is nine more": one difference, and two amounts that it must be of. */
  private differing(): string | null {
    const [difference, ...more] = this.differences();
    if (!difference || more.length > 0) return null;
    const [a, b, ...others] = this.amounts.filter(
      (amount) => amount !== difference && isComparable(amount, difference) && this.isApart(amount),
    );
    if (!a || !b || others.length > 0 || !isComparable(a, b) || isYear(a)) return null;
    const isSaid =
      AGAINST.test(this.between(a, b)) ||
      (b.end <= difference.start && WHICH_IS.test(this.sentence.slice(b.end, difference.start)));
    return isSaid && !isOfAnother(difference, [a, b]) && !isDifference(difference, [a, b])
      ? notFollowing(difference, [a, b])
      : null;
  }

  /** "Housing has 188 and Bridges 124, so Bridges is the larger." */
  private concluded(): string | null {
    const [before, lead] = [SO.exec(this.sentence), LEADS.exec(this.sentence)];
    if (before) return lead ? null : this.concludedOf(before, 0, before.index);
    return lead && this.concludedOf(lead, lead[0].length, this.sentence.length);
  }

  private concludedOf({ groups }: RegExpExecArray, from: number, to: number): string | null {
    const comparative = comparativeOf(groups?.word ?? '');
    const [a, b, ...others] = this.amounts.filter(({ start, end }) => start >= from && end <= to);
    if (!comparative || !a || !b || others.length > 0 || !isComparable(a, b)) return null;
    const pair = this.beginningWith(groups?.subject ?? '', [a, b], from);
    return pair && isAgainst(...pair, comparative) ? wrongWay(...pair, comparative.word) : null;
  }

  /** Two amounts, that of the subject first; null where their words do not tell which it is. */
  private beginningWith(subject: string, [a, b]: Pair, from: number): Pair | null {
    const said = termSet(subject);
    const [ofA, ofB] = [termSet(this.sentence.slice(from, a.start)), termSet(this.between(a, b))];
    const [isA, isB] = [sharesAny(said, without(ofA, ofB)), sharesAny(said, without(ofB, ofA))];
    if (isA === isB) return null;
    return isA ? [a, b] : [b, a];
  }

  /** "5 miles shorter: 7 miles against 11", "the cheaper one at $380,000 against $295,000". */
  private opposed(): string | null {
    const pairs = this.neighbours().filter(
      (pair) => AGAINST.test(this.between(...pair)) && pair.every((one) => this.isApart(one)),
    );
    const words = [...this.sentence.matchAll(COMPARATIVES)].filter(
      ({ index }) => !this.amounts.some(({ start, end }) => index >= start && index < end),
    );
    const [[pair, ...otherPairs], [first, ...otherWords]] = [pairs, words];
    if (!pair || !first || otherPairs.length > 0 || otherWords.length > 0) return null;
    if (OFTEN.test(this.sentence) || /\bthan\b/i.test(this.sentence)) return null;
    // "… so Lincoln Green is the cheaper".
    if (OWN_SUBJECT.test(this.sentence.slice(pair[1].end, first.index))) return null;
    if (this.differences().some((one) => !isComparable(one, pair[0]))) return null;
    const comparative = comparativeOf(first.groups?.word ?? '');
    return comparative && isAgainst(...pair, comparative) ? wrongWay(...pair, comparative.word) : null;
  }

  /** "Fell from 340 to 305", "305, up from 340", "the price has doubled: 5 before and 7 after". */
  private moved(): string | null {
    return this.turned() ?? this.ranged() ?? this.multiplied();
  }

  private turned(): string | null {
    for (const [a, b] of this.neighbours()) {
      const way = UP_FROM.exec(this.between(a, b))?.groups?.way?.toLowerCase() ?? '';
      const comparative = comparativeOf(WAYS[way] ?? '');
      if (comparative && isAgainst(a, b, comparative)) return wrongWay(a, b, `${way} from`);
    }
    return null;
  }

  private ranged(): string | null {
    const [range, ...others] = quantitiesIn(this.sentence).filter(
      ({ to, start }) => to !== null && FROM.test(this.sentence.slice(0, start)),
    );
    const [rises, falls] = [RISES.test(this.sentence), FALLS.test(this.sentence)];
    if (range?.to == null || others.length > 0 || rises === falls) return null;
    if (rises ? range.to < range.value : range.to > range.value) return `"${range.text}" goes the other way`;
    const from = { ...range, to: null };
    const pair: Pair = [from, { ...from, value: range.to }];
    const [difference, ...more] = this.differences();
    if (!difference || more.length > 0 || difference.unit === '%' || !isComparable(difference, from)) return null;
    return isDifference(difference, pair) ? null : notFollowing(difference, [range]);
  }

  private multiplied(): string | null {
    const said = DOUBLED.exec(this.sentence)?.groups;
    const [a, b, ...others] = this.amounts;
    if (!said || !a || !b || others.length > 0 || !isComparable(a, b) || a.date !== null) return null;
    const times = said.twice ? 2 : said.thrice ? 3 : 0.5;
    const isSo = [b.value / a.value, a.value / b.value].some(
      (each) => Math.abs(each - times) <= 2 * ABOUT_SHARE * times,
    );
    return isSo ? null : `"${a.text}" and "${b.text}" differ by another factor`;
  }

  /** The amounts beside a comparative. */
  private differences(): Quantity[] {
    return this.amounts.filter(
      ({ start, end, text }) =>
        MORE.test(this.sentence.slice(end)) || BY.test(this.sentence.slice(0, start)) || IN_AMOUNT.test(text),
    );
  }

  /** "3 minutes 40" is one amount. */
  private isApart(amount: Quantity): boolean {
    return !this.amounts.some(
      (other) =>
        other !== amount && (Math.abs(other.start - amount.end) <= 1 || Math.abs(amount.start - other.end) <= 1),
    );
  }

  private between(a: Quantity, b: Quantity): string {
    return this.sentence.slice(a.end, b.start);
  }

  /** Comparable amounts with no other between them. */
  private neighbours(): Pair[] {
    return this.amounts.flatMap((a, at) => {
      const b = this.amounts[at + 1];
      return b && isComparable(a, b) ? [[a, b] as const] : [];
    });
  }
}

function sharesAny(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((term) => b.has(term));
}

function isComparable(a: Quantity, b: Quantity): boolean {
  return valueIn(b, a) !== null;
}

/** The value of an amount in the unit of another; the second of a comparison often goes without unit and without "million". */
function valueIn(amount: Quantity, other: Quantity): number | null {
  if (isYear(amount) !== isYear(other)) return null;
  if (amount.unit === null || other.unit === null) return amount.value * (scaleOf(other) / scaleOf(amount));
  const ratio = unitRatio(amount.unit, other.unit);
  return ratio === null ? null : amount.value * ratio;
}

/** Of "16 million against 12", the factor of the second. */
function scaleOf({ text }: Quantity): number {
  return SCALES.find(([scale]) => scale.test(text))?.[1] ?? 1;
}

const SCALES: readonly (readonly [RegExp, number])[] = [
  [/\bthousand\b/i, 1e3],
  [/\bmillion\b/i, 1e6],
  [/\bbillion\b/i, 1e9],
];

/** Years of which documents speak. */
const [FIRST_YEAR, LAST_YEAR] = [1_000, 2_999];

function isYear({ date, unit, value, text }: Quantity): boolean {
  if (date) return date.year !== null;
  return unit === null && Number.isInteger(value) && value >= FIRST_YEAR && value <= LAST_YEAR && /^\d{4}$/.test(text);
}

/** "Half as much" and temperatures below zero compare otherwise. */
function isCountable({ kind, unit, text }: Quantity): boolean {
  return !(kind === 'fraction' && unit === null) && !/^[-−–]|°/u.test(text);
}

/** A unit that neither amount has is that of something else. */
function isOfAnother(difference: Quantity, [a, b]: Pair): boolean {
  return difference.unit !== null && a.unit === null && b.unit === null && scaleOf(difference) === 1;
}

function isDifference(difference: Quantity, [a, b]: Pair): boolean {
  const unit = a.unit === null ? b : a;
  const [first, second, said] = [valueIn(a, unit), valueIn(b, unit), valueIn(difference, unit)];
  if (first === null || second === null || said === null) return false;
  const wanted = Math.abs(first - second);
  return Math.abs(wanted - said) <= ABOUT_SHARE * wanted;
}

/** Whether the amounts stand in the other order than the comparative says. */
function isAgainst(a: Quantity, b: Quantity, { favoursSmaller, measure }: AskedComparative): boolean {
  const other = valueIn(b, a);
  if (other === null || a.value === other || !isMeasured(measure, a) || !isMeasured(measure, b)) return false;
  const isReversed = /^(?:fast|quick)$/.test(measure) || (measure === 'old' && isYear(a));
  return favoursSmaller !== isReversed ? a.value > other : a.value < other;
}

const LENGTHS = 'mm cm m km in ft yd mi'.split(' ');

/** Of which amounts a comparative is said; of rates, and of what it seldom measures, nothing is said. */
const MEASURED: Readonly<Record<string, (amount: Quantity) => boolean>> = {
  late: isYear,
  old: (amount) => isYear(amount) || amount.unit === 'year',
  fast: ({ kind }) => kind === 'duration',
  quick: ({ kind }) => kind === 'duration',
  long: ({ kind, unit, per }) => kind === 'duration' || (per === null && (kind === 'measure' || unit === null)),
  deep: ({ unit }) => unit !== null && LENGTHS.includes(unit),
  cost: ({ kind }) => !/^(?:duration|measure|percent)$/.test(kind),
  hot: () => false,
  warm: () => false,
  strong: () => false,
};
const OF_TIMES = /^(?:long|much|many|great|large|fast|quick|old)$/;

function isMeasured(measure: string, amount: Quantity): boolean {
  if (isYear(amount) && measure !== 'late' && measure !== 'old') return false;
  if (amount.kind === 'duration' && !OF_TIMES.test(measure)) return false;
  return MEASURED[measure]?.(amount) ?? true;
}

function notFollowing({ text }: Quantity, of: readonly Quantity[]): string {
  return `"${text}" does not follow from ${of.map((each) => `"${each.text}"`).join(' and ')}`;
}

function wrongWay(a: Quantity, b: Quantity, word: string): string {
  return `"${a.text}" is not ${word} beside "${b.text}"`;
}
