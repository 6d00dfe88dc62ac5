import { type NumberMention, type Span, stem } from '@arbiter/text';
import { isMeasuredOtherwise, sameValue } from '../features/number-features.js';
import type { TextMentions } from '../mentions/text-mentions.js';
import type { ComparedTexts, Mismatch } from '../mismatch.js';
import { standAlike } from './name-mismatches.js';

/** Characters after a number that are searched for its counted noun. */
const AFTER = 16;

const OFTEN: ReadonlyMap<number, string> = new Map(['once', 'twice', 'thrice'].map((word, i) => [i + 1, stem(word)]));
const TIMES = stem('times');
/** "one in three" is a third, and no count of three. */
const SHARE = /\b(?:one|1) (?:in|out of) (?:every )?$/i;
const SHARE_REACH = 20;

/** Characters before a number that hold its bound. */
const REACH = 20;

/**
 * Numbers by value, unit and head word. The value must stand in the nearest sentence, or in the window beside the same
 * head word: that it stands somewhere else in the passage is what a swapped number looks like.
 */
export function numberMismatches(texts: ComparedTexts): Mismatch[] {
  const { claim, sentence } = texts;
  return claim.numbers.flatMap((number): Mismatch[] => {
    if (isReadOtherwise(claim, number, sentence)) return [];
    const alike = sentence.numbers.filter((other) => sameValue(number, other) && !isTaken(other, number, claim));
    return alike.length === 0 ? notStated(number, texts) : statedOtherwise(number, alike, texts);
  });
}

/** The sentence does not have the value. */
function notStated(number: NumberMention, { claim, sentence, window }: ComparedTexts): Mismatch[] {
  const around = window.flatMap(({ numbers }) => numbers);
  const without = (own: TextMentions, others: TextMentions): NumberMention[] =>
    own.numbers.filter((one) => !others.numbers.some((other) => sameValue(other, one)));
  const left = without(sentence, claim);
  const isHead = ({ head }: NumberMention): boolean => head !== null && head === number.head;
  if (left.length === 0 && around.some((other) => sameValue(number, other) && isHead(other))) return [];
  const kind = claim.dates.some((date) => holds(date, number)) ? 'date' : 'number';
  const instead =
    left.find(isHead) ??
    left.find((other) => other.unit !== null && other.unit === number.unit) ??
    left.find((other) => standAlike(claim, number, sentence, other)) ??
    // One number for another.
    (left.length === 1 && without(claim, sentence).length === 1 ? left[0] : undefined);
  const said = quoted(claim.text, number);
  const often = oftenIn(sentence);
  if (isTimes(number) && often) return [{ kind, message: `the source says "${often}", not ${said}` }];
  return instead
    ? [{ kind, message: `the source says ${quoted(sentence.text, instead)}, not ${said}` }]
    : [{ kind, message: `the source does not say ${said}`, missing: true }];
}

/** The sentence has the value, of something else or in another unit. */
function statedOtherwise(
  number: NumberMention,
  alike: readonly NumberMention[],
  { claim, sentence }: ComparedTexts,
): Mismatch[] {
  const isCountedAs = (other: NumberMention): boolean =>
    number.head !== other.head &&
    (number.unit === null || number.unit !== other.unit) &&
    countsThings(claim, number) &&
    countsThings(sentence, other) &&
    !(isTimes(number) || isTimes(other)) &&
    !isSpokenOf(number, sentence) &&
    !isSpokenOf(other, claim);
  const isHead = ({ head }: NumberMention): boolean => head !== null && head === number.head;
  const mismatch = (kind: Mismatch['kind'], other: NumberMention | undefined): Mismatch[] => {
    const message = `the source says ${other ? quoted(sentence.text, other) : ''}, not ${quoted(claim.text, number)}`;
    return other ? [{ kind, message }] : [];
  };
  if (isMeasuredOtherwise(number, sentence.numbers) || alike.every(isCountedAs)) return mismatch('unit', alike[0]);
  if (alike.some((other) => isHead(other) || other.head === null)) return [];
  return mismatch(
    'number',
    sentence.numbers.find((other) => isHead(other) && !sameValue(number, other)),
  );
}

/** Days and months; years are numbers. */
export function dateMismatches({ claim, sentence }: ComparedTexts): Mismatch[] {
  const others = sentence.dates.filter(({ month }) => month !== null);
  return claim.dates.flatMap((date): Mismatch[] => {
    const agrees = others.some(
      ({ month, day, year }) =>
        month === date.month &&
        (day === date.day || day === null || date.day === null) &&
        (year === date.year || year === null || date.year === null),
    );
    const [instead] = others;
    if (date.month === null || agrees || !instead) return [];
    return [{ kind: 'date', message: `the source says "${instead.text}", not "${date.text}"` }];
  });
}

/** Whether another number of the claim says the same of the same: "the second" is not what "two rounds" says. */
function isTaken(stated: NumberMention, number: NumberMention, { numbers }: TextMentions): boolean {
  const isSame = ({ value, head, kind }: NumberMention): boolean =>
    value === stated.value && head === stated.head && kind === stated.kind;
  return !isSame(number) && numbers.some(isSame);
}

/** Whether a text has what a number counts, other than as what it counts in another number. */
function isSpokenOf({ head, value }: NumberMention, { stems, numbers }: TextMentions): boolean {
  return stems.has(head ?? '') && !numbers.some((other) => other.head === head && other.value !== value);
}

function quoted(text: string, { start, end, kind }: NumberMention): string {
  const following = kind === 'dice' ? '' : (/^[\s-]?\p{L}+/u.exec(text.slice(end, end + AFTER))?.[0] ?? '');
  return `"${text.slice(start, end)}${following}"`;
}

function holds(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Whether a number of a claim needs no equal one in a sentence to agree with it. */
function isReadOtherwise({ text }: TextMentions, number: NumberMention, sentence: TextMentions): boolean {
  return (
    saysHowOften(number, sentence.stems) ||
    isPartOfName(text, number) ||
    SHARE.test(text.slice(Math.max(0, number.start - SHARE_REACH), number.start)) ||
    isWithinBound(text, number, sentence.numbers)
  );
}

/** Whether what is counted stands right after a number, as a plural or as a single one, and not how it is. */
function countsThings({ words }: TextMentions, { end, head, unit, value, kind }: NumberMention): boolean {
  const at = words.findIndex(({ start }) => start >= end);
  const [next, beyond] = [words[at], words[at + 1]];
  if (next?.stem !== head || next.start - end > 1) return false;
  return unit !== null || /[^s]s$/.test(next.form) || (value === 1 && kind === 'cardinal' && beyond?.content !== true);
}

/** Whether a number says how often: "two times". */
function isTimes({ head }: NumberMention): boolean {
  return head === TIMES;
}

/** @returns the word that says how often without a number, such as "twice"; undefined where there is none */
function oftenIn({ words }: TextMentions): string | undefined {
  return words.find(({ stem: own }) => [...OFTEN.values()].includes(own))?.form;
}

/** "Two times" is "twice". */
function saysHowOften(number: NumberMention, sentence: ReadonlySet<string>): boolean {
  return isTimes(number) && sentence.has(OFTEN.get(number.value) ?? '');
}

/** "kinesin-8" counts nothing. */
function isPartOfName(text: string, { start }: Span): boolean {
  return /\p{L}[-‐]$/u.test(text.slice(Math.max(0, start - 2), start));
}

/** "More than 50 %" where the source says 89 %. */
function isWithinBound(text: string, number: NumberMention, others: readonly NumberMention[]): boolean {
  const { value, unit, head } = number;
  const bound = boundOf(text, number);
  const alike = others.filter((other) => other.unit === unit && (unit !== null || other.head === head));
  return bound !== null && alike.some((other) => (bound === 'least' ? other.value > value : other.value < value));
}

/** Which way a number binds what it counts: no less, or no more. */
type Bound = 'least' | 'most';

/** A longer phrase stands before those that it ends with: "no more than" holds "more than". */
const BOUND = new RegExp(
  `\\b(?:${[
    '(?<notMore>not? more than|not exceed\\w*)',
    '(?<notLess>not? (?:less|fewer) than)',
    '(?<least>(?:more|greater|higher|longer) than|over|at least|above|exceed\\w*|a minimum of)',
    '(?<most>(?:less|fewer|lower|shorter) than|under|at most|below|up to|within|a maximum of)',
  ].join('|')})(?: the| an?)?\\s+$`,
  'i',
);

/** @returns null for a number that is not bound */
export function boundOf(text: string, { start }: Span): Bound | null {
  const { notMore, notLess, least, most } = BOUND.exec(text.slice(Math.max(0, start - REACH), start))?.groups ?? {};
  if (notMore !== undefined || most !== undefined) return 'most';
  return notLess !== undefined || least !== undefined ? 'least' : null;
}
