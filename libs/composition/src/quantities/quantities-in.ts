import { MONTHS } from '@arbiter/english';
import { type DateMention, datesIn, type NumberMention, numbersIn, type Span } from '@arbiter/text';
import { type Counter, counterAfter, unitOfWord } from './counted-noun.js';
import { isDuration, isMoney, unitRatio } from './unit-families.js';

const PER =
  /^\s*(?:(?:an?|per|for each|for every|each|every)\s+(?<noun>\p{L}{2,})|\/\s?(?<slash>\p{L}+)|(?<each>each|apiece)\b)/iu;
/** "An hour", "a mile": one of it, unless it says for each of what. */
const ARTICLE_UNIT = /(?<![\p{L}\p{N}])an?\s+(?<unit>\p{Ll}{3,})(?!\p{L})/giu;
const AND_A_HALF = /^\s+and\s+a\s+half\b/i;
/** "Once a day", "four times an hour". */
const OFTEN = /\b(?:once|twice|thrice|times|much|many)$/i;
/** Words that join the parts of "3 feet 6 inches" and "two hours and ten minutes". */
const JOINS_PARTS = /^(?:,?\s+(?:and\s+)?)$/;
/** Symbol after a number that looks like a unit of measure: "kWh", "Mbit/s", "°C". */
const SYMBOL =
  /^\s?(?<symbol>°\s?[CFK]?|(?!\p{Lu}\p{Ll}{2,}(?![\p{L}/]))(?=[\p{L}µΩ/]*[\p{Lu}Ω/])[\p{L}µΩ]{1,5}(?:\/\p{L}{1,4})?)(?![\p{L}\p{N}])/u;
const CURRENCY_BEFORE = /^[$€£¥]/;

/** An amount that a text states. Offsets count in the text; `text` is the slice between them. */
export interface Quantity extends Span {
  /** With its unit and counted noun: "two and a half miles", "20 to 30 wicks". */
  readonly text: string;
  readonly kind: 'count' | 'measure' | 'money' | 'duration' | 'percent' | 'fraction' | 'dice' | 'date';
  /** The value; of a range its lower end, of dice how many are rolled, of a date its year (NaN without one). */
  readonly value: number;
  /** The upper end of a range, else null. */
  readonly to: number | null;
  /**
   * By which quantities are compared: a known measure ("ft"), a currency ("EUR"), "%", dice ("d6"), else the singular of
   * the counted noun ("wick") or the sign of another measure ("kWh"); null for a bare number and for dates.
   */
  readonly unit: string | null;
  /** The unit as the text writes it ("wicks", "€"); null where it writes none. */
  readonly unitText: string | null;
  /** For each of what: "night" of "4 wicks a night", "each" of "3 scales each"; else null. */
  readonly per: string | null;
  /** Year, month and day of a date, else null. */
  readonly date: Pick<DateMention, 'year' | 'month' | 'day'> | null;
}

/**
 * The amounts that a text states, in order, without overlaps: numbers in digits and words with their units, ranges, sums
 * of money, percentages, dice, durations, and dates apart from them. Ordinals are left out.
 */
export function quantitiesIn(text: string): Quantity[] {
  const numbers = numbersIn(text);
  const dates = datesIn(text).filter((date) => isDate(text, date, numbers));
  const stated = numbers.filter(
    ({ kind, ...span }) => kind !== 'ordinal' && !dates.some((date) => overlap(date, span)),
  );
  const starts = [...stated, ...dates].map(({ start }) => start);
  const amounts = stated.map((number) =>
    amountOf(text, number, Math.min(text.length, ...starts.filter((start) => start >= number.end))),
  );
  const ones = articleUnits(text, [...amounts, ...dates]);
  const apart = amounts.filter((amount) => !ones.some((one) => overlap(one, amount)));
  const all = joinParts(
    text,
    [...apart, ...ones].sort((x, y) => x.start - y.start),
  );
  return [...all.map((amount) => withRate(text, amount)), ...dates.map(quantityOfDate)].sort(
    (a, b) => a.start - b.start,
  );
}

/** A bare number before its counted noun is no year, and "10 Warriors" is no day of a month. */
function isDate(text: string, date: DateMention, numbers: readonly NumberMention[]): boolean {
  const within = numbers.filter((number) => overlap(number, date));
  if (/^\D*\d{1,4}$/.test(date.text) && date.month === null) {
    return !within.some((number) => number.kind === 'range' && counterAfter(text, number) !== null);
  }
  return date.year !== null || date.month === null || MONTHS.includes(date.month);
}

function amountOf(whole: string, number: NumberMention, limit: number): Quantity {
  const text = whole.slice(0, limit);
  const counter = number.kind === 'dice' || number.kind === 'percent' ? null : counterAfter(text, number);
  const written = counter ?? attachedUnit(number) ?? symbolAfter(text, number);
  const known = number.kind === 'range' && !counter ? number.unit : (attachedUnit(number)?.unit ?? null);
  const unit = ['dice', 'percent', 'currency'].includes(number.kind) ? number.unit : (known ?? written?.unit ?? null);
  const end = Math.max(number.end, written?.end ?? 0);
  return {
    start: number.start,
    end,
    text: text.slice(number.start, end),
    kind: kindOf(number, unit),
    value: number.value,
    to: number.to,
    unit,
    unitText: writtenUnit(number, written),
    per: null,
    date: null,
  };
}

/** "5kg", "30 %": the unit that stands inside the number. */
function attachedUnit({ text, kind, start }: NumberMention): Counter | null {
  if (kind === 'dice' || kind === 'percent' || kind === 'currency') return null;
  const match = /\d\s?-?(?<unit>\p{L}{1,2})$/u.exec(text);
  const word = match?.groups?.unit;
  const unit = word === undefined ? null : unitOfWord(word);
  if (word === undefined || unit === null || (/^(?:k|s)$/i.test(word) && unit !== 's')) return null;
  return { unit, text: word, start: start + text.length - word.length, end: start + text.length };
}

/** The sign of a measure that has no name here. */
function symbolAfter(text: string, { end, kind, unit }: NumberMention): Counter | null {
  if (unit !== null || kind === 'ordinal' || kind === 'fraction') return null;
  const match = SYMBOL.exec(text.slice(end));
  const symbol = match?.groups?.symbol;
  if (!match || symbol === undefined) return null;
  return { unit: symbol, text: symbol, start: end + match[0].length - symbol.length, end: end + match[0].length };
}

function writtenUnit(number: NumberMention, counter: Counter | null): string | null {
  if (number.kind === 'percent') return '%';
  if (number.kind === 'dice') return number.unit;
  if (number.kind === 'currency' || CURRENCY_BEFORE.test(number.text)) return number.text.charAt(0);
  return counter?.text ?? null;
}

function kindOf({ kind, unit: own }: NumberMention, unit: string | null): Quantity['kind'] {
  if (kind === 'dice' || kind === 'percent') return kind;
  if (unit === '%') return 'percent';
  if (isMoney(unit)) return 'money';
  if (isDuration(unit)) return 'duration';
  if (unit !== null && (unit === own || unitOfWord(unit) === unit)) return 'measure';
  return kind === 'fraction' && unit === null ? 'fraction' : 'count';
}

function articleUnits(text: string, stated: readonly Span[]): Quantity[] {
  return [...text.matchAll(ARTICLE_UNIT)].flatMap((match) => {
    const word = match.groups?.unit ?? '';
    const unit = unitOfWord(word);
    const before = text.slice(0, match.index).trimEnd();
    const from = { start: match.index, end: match.index + match[0].length };
    const isRate = OFTEN.test(before) || stated.some((other) => other.end === before.length || overlap(other, from));
    if (unit === null || isRate || !isCounted(unit)) return [];
    const half = AND_A_HALF.exec(text.slice(from.end))?.[0] ?? '';
    const end = from.end + half.length;
    const value = half === '' ? 1 : 1.5;
    const kind = isDuration(unit) ? 'duration' : 'measure';
    const own = { start: match.index, end, text: text.slice(match.index, end), kind, value } as const;
    return [{ ...own, to: null, unit, unitText: word, per: null, date: null }];
  });
}

/** "A second" and "a pound" say something else too often. */
function isCounted(unit: string): boolean {
  return !['s', 'lb', 'USD', 'cp', 'sp', 'gp', 'pp', 'hp', 'xp', '%', 'hz', 'in'].includes(unit);
}

/** "3 feet 6 inches" is one amount, in its larger unit. */
function joinParts(text: string, amounts: readonly Quantity[]): Quantity[] {
  const joined: Quantity[] = [];
  for (const amount of amounts) {
    const before = joined.at(-1);
    const ratio = before && partRatio(text, before, amount);
    if (!before || ratio == null) joined.push(amount);
    else {
      joined[joined.length - 1] = {
        ...before,
        end: amount.end,
        text: text.slice(before.start, amount.end),
        value: before.value + amount.value * ratio,
      };
    }
  }
  return joined;
}

/** Ratio of the later amount's unit to the earlier's; null if they are two amounts. */
function partRatio(text: string, before: Quantity, amount: Quantity): number | null {
  if (before.to !== null || amount.to !== null || before.unit === null || amount.unit === null) return null;
  if (!JOINS_PARTS.test(text.slice(before.end, amount.start)) || !Number.isInteger(before.value)) return null;
  const ratio = unitRatio(amount.unit, before.unit);
  return ratio !== null && ratio < 1 && amount.value * ratio < 1 ? ratio : null;
}

function withRate(text: string, amount: Quantity): Quantity {
  if (amount.unit === null || amount.kind === 'dice') return amount;
  const { noun, slash, each } = PER.exec(text.slice(amount.end))?.groups ?? {};
  const per = (noun ?? slash ?? each)?.toLowerCase() ?? null;
  return { ...amount, per: per === 'apiece' ? 'each' : per };
}

function quantityOfDate({ start, end, text, year, month, day }: DateMention): Quantity {
  const none = { to: null, unit: null, unitText: null, per: null };
  return { start, end, text, kind: 'date', value: year ?? Number.NaN, ...none, date: { year, month, day } };
}

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** The one amount that a stretch of a text states; null where it states none, or several. */
export function amountIn(text: string, span: Span): Quantity | null {
  const [amount, ...others] = quantitiesIn(text).filter(({ start, end }) => start < span.end && span.start < end);
  return amount && others.length === 0 ? amount : null;
}
