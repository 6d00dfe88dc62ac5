import type { Span } from '../span.js';
import { SCALES } from './number-words.js';

const DICE =
  /(?<![\p{L}\p{N}])(?<count>\d{0,3})d(?<sides>\d{1,4}|%)(?:\s?(?<sign>[+−–-])\s?(?<bonus>\d{1,3}))?(?![\p{L}\p{N}])/giu;
const NUMBER =
  /(?<![\p{L}\p{N}_]|\d[.,/:])(?<currency>[$€£¥]\s?)?(?<sign>(?<![\p{L}\p{N})])[-−])?(?<whole>\d{1,3}(?:,\d{3})+(?!\d)|\d{1,15})(?<decimals>\.\d{1,15})?(?:\/(?<divisor>\d{1,4})(?![\d/]))?(?<vulgar>[½¼¾⅓⅔])?(?:(?<raised>[⁺⁻]?[⁰¹²³⁴-⁹]{1,3})|\^(?<power>[-−]?\d{1,3}))?(?!\d|[.,/]\d)|(?<alone>[½¼¾⅓⅔])/gu;
const SUFFIX =
  /\s?(?:%|per\s?cent\b)|(?<ordinal>st|nd|rd|th)\b|s\b|\s(?<scale>dozen|hundred|thousand|million|billion|trillion)\b|(?<thousands>k)\b|-?(?<unit>[a-z]{1,2})\b(?![²³])/iuy;
/** "12. " or "3) " at the head of a line numbers a list item. */
const LIST_NUMBER = /^\d{1,3}[.)]\s/;
const VULGAR: Readonly<Record<string, number>> = { '½': 1 / 2, '¼': 1 / 4, '¾': 3 / 4, '⅓': 1 / 3, '⅔': 2 / 3 };

/** A number written in digits, before its head word is looked for. */
export interface DigitNumber extends Span {
  readonly kind: 'cardinal' | 'ordinal' | 'percent' | 'currency' | 'fraction' | 'dice';
  readonly value: number;
  readonly unit: string | null;
}

/** Numbers in digits, in order: thousands separators, decimals, percent, currency, ordinals, fractions, powers, dice. */
export function digitNumbers(text: string): DigitNumber[] {
  const dice = diceIn(text);
  const starts = new Set(dice.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)));
  const numbers: DigitNumber[] = [];
  for (const match of text.matchAll(NUMBER)) {
    if (starts.has(match.index) || isListNumber(text, match.index)) continue;
    const number = readNumber(text, match);
    if (number) numbers.push(number);
  }
  return [...dice, ...numbers].sort((a, b) => a.start - b.start);
}

/** 2d6+3 counts as the value 2 in the unit "d6+3": two rolls are the same only if both agree. */
function diceIn(text: string): DigitNumber[] {
  return Array.from(text.matchAll(DICE), (match) => {
    const { count = '', sides = '', sign, bonus } = match.groups ?? {};
    const modifier = bonus === undefined ? '' : `${sign === '+' ? '+' : '-'}${bonus}`;
    return {
      start: match.index,
      end: match.index + match[0].length,
      kind: 'dice',
      value: count === '' ? 1 : Number(count),
      unit: `d${sides}${modifier}`,
    };
  });
}

function isListNumber(text: string, at: number): boolean {
  if (!LIST_NUMBER.test(text.slice(at, at + 5))) return false;
  let before = at - 1;
  while (before >= 0 && (text.charAt(before) === ' ' || text.charAt(before) === '\t')) before--;
  return before < 0 || text.charAt(before) === '\n';
}

function readNumber(text: string, match: RegExpExecArray): DigitNumber | null {
  const groups = match.groups ?? {};
  const end = match.index + match[0].length;
  const value = valueOf(groups);
  const suffix = Number.isFinite(value) ? suffixAt(text, end) : null;
  if (!suffix) return null;
  const currency = CURRENCY_SIGNS.get(groups.currency?.trim() ?? '') ?? null;
  const isFraction = groups.divisor !== undefined || groups.alone !== undefined;
  const own = currency !== null ? 'currency' : isFraction ? 'fraction' : 'cardinal';
  return {
    start: match.index,
    end: end + suffix.length,
    kind: suffix.kind ?? own,
    value: value * (suffix.times ?? 1) * (groups.sign === undefined ? 1 : -1),
    unit: suffix.unit ?? currency,
  };
}

function valueOf({ whole = '0', decimals = '', divisor = '1', vulgar, raised, power, alone }: MatchedGroups): number {
  const value = (Number(whole.replaceAll(',', '') + decimals) + (VULGAR[vulgar ?? alone ?? ''] ?? 0)) / Number(divisor);
  // Raised digits behind any other number are the mark of a note as often as a power.
  const exponent = power ?? (whole + decimals === '10' ? raised?.normalize('NFKC') : undefined);
  return exponent === undefined ? value : value ** Number(exponent.replace('−', '-'));
}

type MatchedGroups = Readonly<Partial<Record<string, string>>>;

/** What stands right behind digits: "st", "k", "million", "%", "mm". */
interface Suffix {
  /** In UTF-16 code units; 0 where nothing does. */
  readonly length: number;
  readonly kind?: DigitNumber['kind'];
  readonly unit?: string;
  readonly times?: number;
}

/** @returns null where the digits are part of a word */
function suffixAt(text: string, end: number): Suffix | null {
  SUFFIX.lastIndex = end;
  const match = SUFFIX.exec(text);
  if (!match) {
    const isInWord = /^[\p{L}_]/u.test(text.slice(end, end + 2)) && !/[ªº]/.test(text.charAt(end));
    return isInWord ? null : { length: 0 };
  }
  const length = match[0].length;
  const { ordinal, scale, thousands, unit } = match.groups ?? {};
  if (unit !== undefined) {
    const known = UNITS.get(unit.toLowerCase());
    return known === undefined ? null : { length, unit: known };
  }
  if (scale !== undefined) return { length, times: SCALES.get(scale.toLowerCase()) ?? 1 };
  if (thousands !== undefined) return { length, times: 1_000 };
  if (ordinal !== undefined) return { length, kind: 'ordinal' };
  return /^s$/i.test(match[0]) ? { length } : { length, kind: 'percent', unit: '%' };
}

/** Spelling to the one name under which a unit is compared. Units are not converted into each other. */
export const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mm: 'millimetre millimeter millimetres millimeters',
    cm: 'centimetre centimeter centimetres centimeters',
    m: 'metre meter metres meters',
    km: 'kilometre kilometer kilometres kilometers',
    in: 'inch inches',
    ft: 'foot feet',
    yd: 'yard yards',
    mi: 'mile miles',
    fathom: 'fathoms',
    league: 'leagues',
    mg: 'milligram milligrams',
    g: 'gram grams gramme grammes',
    kg: 'kilogram kilograms kilo kilos',
    oz: 'ounce ounces',
    lb: 'lbs pound pounds',
    ton: 'tons tonne tonnes',
    ml: 'millilitre milliliter millilitres milliliters',
    l: 'litre liter litres liters',
    gal: 'gallon gallons',
    pint: 'pints',
    ms: 'millisecond milliseconds',
    s: 'sec secs second seconds',
    min: 'mins minute minutes',
    h: 'hr hrs hour hours',
    day: 'days',
    week: 'weeks',
    month: 'months',
    year: 'years yr yrs',
    decade: 'decades',
    century: 'centuries',
    '%': 'percent',
    '°C': 'celsius',
    '°F': 'fahrenheit',
    hz: 'hertz',
    kb: 'kilobyte kilobytes',
    mb: 'megabyte megabytes',
    gb: 'gigabyte gigabytes',
    cp: 'copper coppers',
    sp: 'silver silvers',
    gp: 'gold',
    pp: 'platinum',
    hp: 'hitpoints',
    xp: 'experience',
    USD: 'dollar dollars',
    EUR: 'euro euros',
    GBP: 'sterling',
  }).flatMap(([unit, spellings]) => [unit, ...spellings.split(' ')].map((spelling) => [spelling, unit] as const)),
);

const CURRENCY_SIGNS: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
]);
