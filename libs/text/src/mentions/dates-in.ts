import {
  ARTICLES,
  AUXILIARIES,
  CONJUNCTIONS,
  isIrregularPast,
  isRegularPast,
  MONTHS,
  POSSESSIVES,
  PREPOSITIONS,
  RELATIVES,
  SUBJECT_PRONOUNS,
} from '@arbiter/english';
import type { Span } from '../span.js';

export interface DateMention extends Span {
  /** As it stands in the text. */
  readonly text: string;
  readonly year: number | null;
  /** Name of the month in lower case, of any calendar; of an ISO date the English name. */
  readonly month: string | null;
  /** 1–99: invented calendars have months of any length. */
  readonly day: number | null;
}

const MONTH = String.raw`(?<month>\p{Lu}\p{Ll}{2,}(?:['’-]\p{L}+)?)`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
/** Letters that date a year: AD, BCE, and those of invented reckonings (AK, A.K.). */
const ERA = String.raw`(?:\s(?:\p{Lu}{2,3}|\p{Lu}\.\s?\p{Lu}\.))?(?![\p{L}\p{N}])`;
const BEFORE = String.raw`(?<![\p{L}\p{N}.,/$€£-])`;
const AFTER = String.raw`(?![\p{L}\p{N}%/]|[.,]\d)`;

/** How many of the last patterns find bare numbers. */
const BARE = 2;
/** The most telling pattern first: a later one may not overlap what an earlier one found. */
const PATTERNS: readonly RegExp[] = [
  new RegExp(
    String.raw`${BEFORE}(?<year>\d{4})-(?<monthNumber>0[1-9]|1[0-2])-(?<day>0[1-9]|[12]\d|3[01])${AFTER}`,
    'gu',
  ),
  new RegExp(String.raw`${BEFORE}${DAY}(?:\s+of)?\s+${MONTH}(?:,?\s+(?<year>\d{1,4})${AFTER}${ERA})?`, 'gu'),
  new RegExp(String.raw`(?=\p{Lu})(?<![\p{L}\p{N}])${MONTH}\s+${DAY},\s+(?<year>\d{1,4})${AFTER}${ERA}`, 'gu'),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?<month>${MONTHS.map(capital).join('|')}),?\s+(?<year>\d{3,4})${AFTER}${ERA}`,
    'gu',
  ),
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?<month>${MONTHS.map(capital).join('|')})\s+${DAY}${AFTER}`, 'gu'),
  new RegExp(String.raw`(?<![\p{L}\p{N}])[Yy]ear\s+(?<year>\d{1,4})${AFTER}${ERA}`, 'gu'),
  new RegExp(String.raw`${BEFORE}(?<year>\d{1,4})\s(?:AD|BC|CE|BCE)(?![\p{L}\p{N}])`, 'gu'),
  new RegExp(
    String.raw`(?<=(?<!\p{L})(?:[Ii]n|[Ss]ince|[Uu]ntil|[Bb]y|[Bb]efore|[Aa]fter|[Ff]rom|[Oo]f)\s)(?<year>\d{3})${AFTER}`,
    'gu',
  ),
  new RegExp(String.raw`${BEFORE}(?<year>1\d{3}|20\d{2})(?:s)?${AFTER}`, 'gu'),
];

/** A bare number is a year unless what can be counted follows: a lower-case word that is neither of these nor a past tense. */
const GOES_ON: ReadonlySet<string> = new Set(
  [ARTICLES, SUBJECT_PRONOUNS, POSSESSIVES, PREPOSITIONS, CONJUNCTIONS, RELATIVES, AUXILIARIES].flatMap((words) => [
    ...words,
  ]),
);

function isCounted(after: string): boolean {
  const word = /^[\s-](\p{Ll}\p{L}*)/u.exec(after)?.[1];
  return word !== undefined && !GOES_ON.has(word) && !isIrregularPast(word) && !isRegularPast(word);
}

/**
 * The dates that a text states, in order. Months of any calendar are recognised by their capital. Forms:
 * - ISO dates
 * - day and month, with or without a year ("12 Harvestmoon 412", "3rd of March")
 * - month and year
 * - "the year 412", "since 405"
 * - bare years from 1000 to 2099
 */
export function datesIn(text: string): DateMention[] {
  const found: DateMention[] = [];
  const taken = new Uint8Array(text.length);
  PATTERNS.forEach((pattern, index) => {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (taken.subarray(start, end).includes(1)) continue;
      if (index >= PATTERNS.length - BARE && isCounted(text.slice(end, end + 24))) continue;
      const { year, month, monthNumber, day } = match.groups ?? {};
      taken.fill(1, start, end);
      found.push({
        start,
        end,
        text: match[0],
        year: year === undefined ? null : Number(year),
        month: month?.toLowerCase() ?? (monthNumber === undefined ? null : (MONTHS[Number(monthNumber) - 1] ?? null)),
        day: day === undefined ? null : Number(day),
      });
    }
  });
  return found.sort((a, b) => a.start - b.start);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
