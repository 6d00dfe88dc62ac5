import type { NumberMention, Span } from '@arbiter/text';
import { isMeasuredOtherwise, sameValue } from '../features/number-features.js';
import type { TextMentions } from '../mentions/text-mentions.js';
import type { ComparedTexts } from './compared-texts.js';
import type { Mismatch } from '../mismatch.js';
import { standAlike } from './neighbours.js';
import { countsThings, isReadOtherwise, isTimes, oftenIn } from './number-readings.js';

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

/** Characters after a number that show what it counts. */
const AFTER = 16;

function quoted(text: string, { start, end, kind }: NumberMention): string {
  const following = kind === 'dice' ? '' : (/^[\s-]?\p{L}+/u.exec(text.slice(end, end + AFTER))?.[0] ?? '');
  return `"${text.slice(start, end)}${following}"`;
}

function holds(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
