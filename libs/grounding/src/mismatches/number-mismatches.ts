import { stem, type NumberMention, type Span } from '@arbiter/text';
import type { TextMentions } from '../mentions/text-mentions.js';
import { isMeasuredOtherwise, sameValue } from '../features/number-features.js';
import type { ComparedTexts } from './compared-texts.js';
import type { Mismatch } from './mismatch.js';

/**
 * Numbers by value, unit and head word. The value must stand in the nearest sentence, or in the window beside the same
 * head word: that it stands somewhere else in the passage is what a swapped number looks like.
 */
export function numberMismatches({ claim, sentence, window }: ComparedTexts): Mismatch[] {
  const around = window.flatMap(({ numbers }) => numbers);
  const left = sentence.numbers.filter((number) => !claim.numbers.some((other) => sameValue(other, number)));
  return claim.numbers.flatMap((number): Mismatch[] => {
    const said = quoted(claim.text, number);
    const isHead = ({ head }: NumberMention): boolean => head !== null && head === number.head;
    if (
      saysHowOften(number, sentence.stems) ||
      isPartOfName(claim.text, number) ||
      isWithinBound(claim.text, number, sentence.numbers)
    )
      return [];
    const alike = sentence.numbers.filter((other) => sameValue(number, other));
    if (alike.length === 0) {
      const statedBeside = around.some((other) => sameValue(number, other) && isHead(other));
      if (statedBeside && left.length === 0) return [];
      const kind = claim.dates.some((date) => holds(date, number)) ? 'date' : 'number';
      const instead = left.find(isHead) ?? left[0];
      return [
        {
          kind,
          message: instead
            ? `the source says ${quoted(sentence.text, instead)}, not ${said}`
            : `the source does not say ${said}`,
        },
      ];
    }
    const isCountedAs = (other: NumberMention): boolean =>
      isThings(claim, number) &&
      isThings(sentence, other) &&
      !sentence.stems.has(number.head ?? '') &&
      !claim.stems.has(other.head ?? '');
    const otherwise =
      isMeasuredOtherwise(number, sentence.numbers) || alike.every(isCountedAs)
        ? ({ kind: 'unit', other: alike[0] } as const)
        : alike.some((other) => isHead(other) || other.head === null)
          ? null
          : ({
              kind: 'number',
              other: sentence.numbers.find((other) => isHead(other) && !sameValue(number, other)),
            } as const);
    if (!otherwise?.other) return [];
    return [
      { kind: otherwise.kind, message: `the source says ${quoted(sentence.text, otherwise.other)}, not ${said}` },
    ];
  });
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

/** Whether a plural stands right after a number: what is counted, not how it is. */
function isThings({ words }: TextMentions, { end, head }: NumberMention): boolean {
  const next = words.find(({ start }) => start >= end);
  return next?.stem === head && next.start - end <= 1 && /[^s]s$/.test(next.form);
}

const OFTEN: ReadonlyMap<number, string> = new Map(['once', 'twice', 'thrice'].map((word, i) => [i + 1, stem(word)]));
const TIMES = stem('times');

/** "Two times" is "twice". */
function saysHowOften({ value, head }: NumberMention, sentence: ReadonlySet<string>): boolean {
  return head === TIMES && sentence.has(OFTEN.get(value) ?? '');
}

/** "kinesin-8" counts nothing. */
function isPartOfName(text: string, { start }: Span): boolean {
  return /\p{L}[-‐]$/u.test(text.slice(Math.max(0, start - 2), start));
}

const BOUND =
  /\b(?:(?<over>more than|over|at least|above|exceed\w*)|(?<under>less than|fewer than|under|at most|below|up to))\s+$/i;

/** "More than 50 %" where the source says 89 %. */
function isWithinBound(
  text: string,
  { start, value, unit, head }: NumberMention,
  others: readonly NumberMention[],
): boolean {
  const { over, under } = BOUND.exec(text.slice(Math.max(0, start - BOUND_REACH), start))?.groups ?? {};
  const alike = others.filter((other) => other.unit === unit && (unit !== null || other.head === head));
  if (over !== undefined) return alike.some((other) => other.value > value);
  return under !== undefined && alike.some((other) => other.value < value);
}

/** Characters before a number that hold its bound. */
const BOUND_REACH = 14;

/** Characters after a number that show what it counts. */
const AFTER = 16;

function quoted(text: string, { start, end, kind }: NumberMention): string {
  const following = kind === 'dice' ? '' : (/^[\s-]?\p{L}+/u.exec(text.slice(end, end + AFTER))?.[0] ?? '');
  return `"${text.slice(start, end)}${following}"`;
}

function holds(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
