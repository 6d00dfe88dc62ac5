import { STOP_WORDS } from '../tokens/terms.js';
import { ABBREVIATIONS, ENGLISH_ABBREVIATIONS, WELL_KNOWN } from './abbreviations.js';
import { FUNCTION_WORDS, type FunctionWordLanguage } from './function-words.js';
import type { TextLanguage } from './text-language.js';

/** Longest word that is looked back for: keeps the work per full stop bounded. */
const LOOK_BACK = 24;
const LAST_WORD = /[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}.]{0,200}[\p{L}\p{N}\p{M}])?$/u;
const FIRST_WORD = /[\p{L}\p{M}]+(?:['’]\p{L}+)?/uy;
const LOWER_CASE = /^\p{Ll}/u;
const CONTINUES = /^[,;:.!?…،؛、，]/u;

/** Marks that end sentences and nothing else, and need no space behind them. */
const SURE_MARKS = '。！？｡．।॥։።፧';
const CLOSERS_OF_QUOTES = '」』）】》';
/** A particle after a quote goes on with the sentence around it. */
const PARTICLE = /^\p{Script=Hiragana}/u;
/** Scripts that write a full stop for abbreviations only. */
const WITHOUT_STOPS = /[\p{Script=Thai}\p{Script=Lao}]$/u;

/** Languages that write an ordinal with a full stop. */
const WITH_ORDINALS: ReadonlySet<string> = new Set(['cs', 'da', 'de', 'fi', 'hu', 'no', 'pl', 'tr']);
/** Of those, the ones that name a subject by a number without an article before it. */
const WITHOUT_ARTICLES: ReadonlySet<string> = new Set(['tr']);
const ORDINAL = /^(?:\d{1,3}|[IVXL]{1,7})$/;
const ROMAN = /^[IVXL]/;
const DAY = /^\d{1,2}$/;
const DAY_BEFORE_YEAR = /^\d{1,2}\.\s?\d{4}(?!\d)/;
const YEAR_BEFORE = /^\d{1,2}\.\s?\d{1,2}\.(?!\d)/;
/** Words before a number that is a count or an hour. */
const BEFORE_COUNT: ReadonlySet<string> = new Set(['um', 'klokken', 'klo', 'kl']);
/** As languages write them that put a full stop behind the day; those that are also English are no proof in an English text. */
const MONTH =
  /^(?:januar|jänner|februar|feber|märz|mai|juni|juli|oktober|dezember|jan|feb|mär|mrz|okt|dez|januari|februari|mars|maj|desember|december|marts|april|august|september|november|apr|aug|sept?|nov)$/u;
const ENGLISH_MONTH = /^(?:mars|april|august|september|november|december|jan|feb|apr|aug|sept?|nov)$/;

const SINGLE_LETTER = /^\p{L}\p{M}?$/u;
const INITIAL = /^(?:\p{Lu}|\p{Lo}\p{M}?)$/u;
const DOTTED = /^\p{L}{1,2}(?:\.\p{L}{1,2})+$/u;
const ABBREVIATED_NEXT = /^\p{L}{1,3}\.(?!\p{L}{4})/u;
const ABBREVIATED_BEFORE = /(?:^|[^\p{L}\p{N}])\p{L}{1,3}\.\s?$/u;
/** German names of streets: "Hauptstr. 9". */
const STREET = /^\p{L}{2,}str$/u;
/** All of a sentence so far is a date before it: "12 июня 2026 г.", "W XIX w." */
const OPENING_DATE = /^(?:\p{L}{1,2}\s)?(?:\p{N}{1,4}|[IVXL]{1,5})(?:\s\S{1,12}){0,3}$/u;
/** Longest such date. */
const DATE_LENGTH = 40;

/** Final marks and their surroundings, as indexes of the text. */
interface MarksPlace {
  readonly marks: number;
  /** Behind the marks and what closes after them. */
  readonly end: number;
  /** First character of what follows, quotes and brackets passed over. */
  readonly next: number;
  /** Where the sentence began. */
  readonly start: number;
}

/** Whether the marks before `end` are those of a script that writes no space behind them. */
export function closesWithoutSpace(text: string, end: number): boolean {
  const last = text.charAt(end - 1);
  if (SURE_MARKS.includes(last)) return last !== '．' || !/[\p{N}A-Za-z]/u.test(text.charAt(end));
  return (
    CLOSERS_OF_QUOTES.includes(last) && SURE_MARKS.includes(text.charAt(end - 2)) && !PARTICLE.test(text.charAt(end))
  );
}

/** Whether final marks end the sentence that began at `start`. */
export function endsSentence(text: string, place: MarksPlace, language: TextLanguage | undefined): boolean {
  const { marks, next } = place;
  const following = text.slice(next, next + 2);
  const first = text.charAt(marks);
  if (SURE_MARKS.includes(first)) return !CONTINUES.test(following);
  if (LOWER_CASE.test(following) || CONTINUES.test(following)) return false;
  if (first === '…' || text.startsWith('..', marks)) return wordAt(text, next) !== 'i';
  if (first !== '.') return true;

  const before = text.slice(Math.max(place.start, marks - LOOK_BACK), marks);
  const word = LAST_WORD.exec(before)?.[0];
  if (word === undefined) return true;
  if (WITHOUT_STOPS.test(word) || isListNumber(text, word, place) || isPartOfDate(text, word, place)) return false;
  if (language === undefined || language === 'en') return endsEnglish(text, word, place, language);
  return !isOrdinal(text, word, place, language) && endsInLanguage(text, word, place, language);
}

function endsEnglish(text: string, word: string, place: MarksPlace, language: TextLanguage | undefined): boolean {
  const { marks, end, next } = place;
  const lower = word.toLowerCase();
  const { neverLast, sometimesLast, beforeNumeral } = ENGLISH_ABBREVIATIONS;
  if (isNumeralAt(text, next) && beforeNumeral.has(lower)) return false;
  if (neverLast.has(lower) || isBeforeMonth(text, word, next, language)) return false;
  const isAbbreviation = INITIAL.test(word) || isListed(word, sometimesLast) || isOfChain(text, word, place);
  // One that can stand last does when a function word opens what follows.
  return !isAbbreviation || end > marks + 1 || opensSentence(text, next, STOP_WORDS);
}

function endsInLanguage(text: string, word: string, place: MarksPlace, language: FunctionWordLanguage): boolean {
  const { marks, end, next, start } = place;
  const lower = word.toLowerCase();
  const { neverLast, sometimesLast, beforeNumeral, afterNumeral } = ABBREVIATIONS[language];
  if (isNumeralAt(text, next) && beforeNumeral.has(lower)) return false;
  if (afterNumeral?.has(lower) && isAfterNumeral(text, word, place)) {
    const isOpening = marks - start <= DATE_LENGTH && OPENING_DATE.test(text.slice(start, marks).trim());
    return !isOpening && !isNumeralAt(text, next);
  }
  const isChained = isOfChain(text, word, place);
  if (neverLast.has(lower) && !(isChained && word.length === 1)) return false;
  const isAbbreviation = isChained || SINGLE_LETTER.test(word) || isListed(word, sometimesLast);
  return !isAbbreviation || end > marks + 1 || opensSentence(text, next, FUNCTION_WORDS[language]);
}

function isListed(word: string, sometimesLast: ReadonlySet<string>): boolean {
  const lower = word.toLowerCase();
  return sometimesLast.has(lower) || WELL_KNOWN.has(lower) || STREET.test(lower) || DOTTED.test(word);
}

/** "1.", "II." or "b." at the very beginning numbers a list item. */
function isListNumber(text: string, word: string, { marks, start }: MarksPlace): boolean {
  if (!/^(?:\p{N}{1,3}|\p{L}|[IVXL]{2,5})$/u.test(word)) return false;
  return text.slice(start, marks - word.length).trim() === '';
}

/** A part of "14. 6. 2026" or of "2026. 6. 14." that others follow or stand before. */
function isPartOfDate(text: string, word: string, { marks, end, next }: MarksPlace): boolean {
  if (!/^\d{1,4}$/.test(word) || end > marks + 1) return false;
  const from = marks - word.length;
  const before = text.slice(Math.max(0, from - 10), from);
  const after = text.slice(next, next + 10);
  if (/^\d{4}$/.test(word)) return YEAR_BEFORE.test(after);
  if (!DAY.test(word)) return false;
  if (DAY_BEFORE_YEAR.test(after) || (/\d{1,2}\.\s?$/.test(before) && /^\d{4}(?!\d)/.test(after))) return true;
  return /\d{4}\.\s?$/.test(before) ? /^\d{1,2}\.(?!\d)/.test(after) : /\d{4}\.\s?\d{1,2}\.\s?$/.test(before);
}

/** "14. Juni": the day before a month. */
function isBeforeMonth(text: string, word: string, next: number, language: TextLanguage | undefined): boolean {
  if (!DAY.test(word)) return false;
  const month = wordAt(text, next) ?? '';
  return MONTH.test(month) && !(language === 'en' && ENGLISH_MONTH.test(month));
}

/**
 * "der 2. Vorsitzende", "im XIX. Jahrhundert", "den 2. Verdenskrig": an ordinal stands behind a function word, or behind no word
 * at all, and before a word that opens no sentence.
 */
function isOrdinal(
  text: string,
  word: string,
  { marks, end, next, start }: MarksPlace,
  language: FunctionWordLanguage,
): boolean {
  if (!WITH_ORDINALS.has(language) || !ORDINAL.test(word) || end > marks + 1) return false;
  if (isBeforeMonth(text, word, next, language)) return true;
  const functionWords: ReadonlySet<string> = FUNCTION_WORDS[language];
  const following = wordAt(text, next);
  const isMonth = /^\d{1,2}\.(?!\d)/.test(text.slice(next, next + 4));
  if (following === null ? !isMonth : functionWords.has(following)) return false;
  const before = text.slice(Math.max(start, marks - word.length - LOOK_BACK), marks - word.length);
  const previous = /(?:^|[^\p{L}])(\p{L}+)\s$/u.exec(before)?.[1];
  if (previous === undefined) return /[,(/–—-]\s?$/u.test(before);
  const isName = /^\p{Lu}/u.test(previous) && before.trim() !== previous;
  if (functionWords.has(previous.toLowerCase())) return !BEFORE_COUNT.has(previous.toLowerCase());
  // "Karel IV. Lucemburský", but "page 5" of a book and "berth 12" of a harbour.
  return ROMAN.test(word) ? /^\p{Lu}/u.test(previous) : WITHOUT_ARTICLES.has(language) && !isName;
}

/** A letter or two of "z. B.", "p. ej.", "и т. д.". */
function isOfChain(text: string, word: string, { marks, end, next }: MarksPlace): boolean {
  if (!/^\p{L}{1,2}$/u.test(word) || end > marks + 1) return false;
  if (ABBREVIATED_NEXT.test(text.slice(next, next + 8))) return true;
  const from = marks - word.length;
  return ABBREVIATED_BEFORE.test(text.slice(Math.max(0, from - 6), from));
}

function isAfterNumeral(text: string, word: string, { marks }: MarksPlace): boolean {
  const from = marks - word.length;
  return /(?:\p{N}|\b[IVXL]{1,5})\s?$/u.test(text.slice(Math.max(0, from - 8), from));
}

function isNumeralAt(text: string, at: number): boolean {
  return /^[\p{N}№]/u.test(text.slice(at, at + 2));
}

function opensSentence(text: string, next: number, functionWords: ReadonlySet<string>): boolean {
  const word = wordAt(text, next);
  return word !== null && word.length > 1 && functionWords.has(word);
}

function wordAt(text: string, at: number): string | null {
  FIRST_WORD.lastIndex = at;
  return FIRST_WORD.exec(text)?.[0].toLowerCase().replace('’', "'") ?? null;
}
