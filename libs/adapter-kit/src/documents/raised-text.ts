import { apart, isSmallPrint, powerText } from './script-forms.js';

/** What stands around raised text. */
export interface RaisedPlace {
  /** The end of what stands before it in its block; empty at the start. */
  readonly before: string;
  readonly after: string;
  /** It is the upper half of a fraction. */
  readonly isNumerator: boolean;
}

const SYMBOL = /^[*†‡§¶#‖✝°]+$/u;
const DEGREE = /^[°o]$/;
const BRACKETED = /^[[(]?\s*(?:\d{1,3}|\p{L}|\p{L}{1,3}\s?\d{1,3}|[ivx]{1,5}|[*†‡§¶#])\s*[\])]$/u;
/** `3`, `1,2`, `4–6`. */
const NUMBERS = /^\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*$/;
const TRADE_MARKS: Readonly<Record<string, string>> = { TM: '™', '(TM)': '™', SM: '℠', R: '®', '(R)': '®', '®': '®' };
/** Endings of ordinal numbers behind a digit: English, French, Dutch, Spanish, Portuguese, Italian. */
const ORDINAL_ENDING =
  /^(?:st|nd|rd|th|ers?|res?|nde?s?|de|[ièe]?[eè]?mes?|e|os|as|ro|ra|to|ta|mo|ma|vo|va|no|na|ª|º)$/iu;
/** Ordinals of Romance languages, which may be marks of notes as well. */
const ORDINAL_LETTERS: Readonly<Record<string, string>> = { a: 'ª', o: 'º' };
/** Names of unknowns; the first letters of the alphabet are note marks. */
const VARIABLE = /^[ijkmnpqrstwxyz]$/i;

const NUMBER = /(?<![\d.,])(?:\d[\d.,]{0,30})?\d$/;
const WORD = /\p{L}{1,40}$/u;
/** Lengths, of which areas and volumes are powers; those that are words as well only behind a number. */
const LENGTH = /(?<!\p{L})(?:[mcdkµμn]?m|ha)$/u;
const MEASURED_LENGTH = /(?:\d|\/|per|square|cubic)\s*(?:ft|in|yd|mi|s|h|kg|K|V|A|W|Pa|Hz|px)$/u;
const FUNCTION = /(?<!\p{L})(?:a?(?:sin|cos|tan|sec|csc|cot)h?|log|lg|ln|exp|det)$/u;
const OPERATOR_BEFORE = /[=×·⋅∙*^≈+]\s*$/u;
const TIMES_BEFORE = /(?:[=×·⋅∙*^≈~+−/(]|(?<!\p{L})[xX])\s*$/u;
const OPERATOR_AFTER = /^\s*[=×·⋅∙^≈]|^\s*\+\s*\p{L}?\d/u;
/** Words that make a number an amount of money. */
const MONEY =
  /[$€£¥₹₽₩]|(?<!\p{L})(?:costs?|prices?|priced|fees?|fares?|tolls?|rents?|pays?|paid|charges?|wages?|salar(?:y|ies)|deposit|fine|crowns?|dollars?|euros?|pounds?|cents?|pence|francs?|marks?|shillings?|coins?|rupees?|roubles?|yen|EUR|USD|GBP|CHF|kostet|kosten|Preis|Gebühr|Kronen|coûte|prix|tarif|cuesta|cuestan|precio|costa|prezzo)(?!\p{L})/iu;

/**
 * What raised text says behind what it stands: nothing where it is the mark of a note, since kept, it would lengthen the number or
 * word before it; a power in raised digits (`10⁵`, `m²`); the ending of an ordinal as it is (`1st`). In doubt digits stay
 * raised: `25³` is neither 253 nor lost.
 *
 * @param isNoted the page explains a note of this name
 */
export function raisedText(raised: string, { before, after, isNumerator }: RaisedPlace, isNoted: boolean): string {
  const text = raised.trim();
  if (text === '') return '';
  if (isNumerator && /^\d+$/.test(text)) return /\d$/.test(before) ? ` ${text}` : text;
  if (isSmallPrint(text)) return apart(text, before);
  if (isDegree(text, before, after)) return '°';
  const tradeMark = TRADE_MARKS[text];
  if (tradeMark !== undefined && /\p{L}$/u.test(before)) return tradeMark;
  if (SYMBOL.test(text)) return '';
  if (BRACKETED.test(text)) return /(?<!\p{L})\p{L}$/u.test(before) ? powerText(text) : '';
  if (NUMBERS.test(text)) return isPower(text, before, after, isNoted) ? powerText(text) : '';
  if (/^\p{L}+$/u.test(text)) return isNoted ? '' : raisedLetters(text, before, after);
  return powerText(text);
}

function isDegree(text: string, before: string, after: string): boolean {
  return text === '°' || (DEGREE.test(text) && /\d$/.test(before) && /^\s?[CF]\b/.test(after));
}

function raisedLetters(text: string, before: string, after: string): string {
  if (/\d$/.test(before)) {
    const letter = ORDINAL_LETTERS[text];
    if (letter !== undefined) return isMoney(before, after) ? '' : letter;
    if (ORDINAL_ENDING.test(text)) return text;
    return text.length === 1 && !VARIABLE.test(text) ? '' : powerText(text);
  }
  if (text.length > 1) return text;
  if (/(?<!\p{L})\p{L}$/u.test(before)) return VARIABLE.test(text) ? powerText(text) : text;
  // "Mª" and "nº" are abbreviations; behind a whole word a letter marks a note.
  return /\p{L}{3}$|[^\p{L}\s]$/u.test(before) ? '' : text;
}

function isPower(text: string, before: string, after: string, isNoted: boolean): boolean {
  const base = before.trimEnd();
  const isApart = base !== before;
  // "¹⁴C": an isotope, before its symbol.
  if ((isApart || base === '') && /^\d{1,3}$/.test(text) && /^[A-Z][a-z]?(?!\p{L})/u.test(after)) return true;
  if (base === '') return false;
  const number = NUMBER.exec(base)?.[0];
  if (number !== undefined) return isPowerOfNumber(number, text, base, after, isNoted);
  if (isApart || !/^\d{1,3}$/.test(text)) return false;
  if (/[)\]]$/.test(base)) return isFormula(base);
  const word = WORD.exec(base)?.[0];
  return word !== undefined && isPowerOfWord(word, text, base, isNoted);
}

function isPowerOfWord(word: string, text: string, base: string, isNoted: boolean): boolean {
  if (LENGTH.test(base) || MEASURED_LENGTH.test(base)) return /^[2-4]$/.test(text);
  if (word.length === 1 || FUNCTION.test(base)) return true;
  const isTerm = word.length <= 3 && OPERATOR_BEFORE.test(base.slice(0, -word.length));
  return isTerm || (!isNoted && /^\p{Lu}{2}$/u.test(word));
}

function isPowerOfNumber(number: string, text: string, base: string, after: string, isNoted: boolean): boolean {
  const left = base.slice(0, -number.length);
  if (number === '10' && TIMES_BEFORE.test(left)) return true;
  if (!/^\d{1,3}$/.test(text)) return false;
  if (OPERATOR_BEFORE.test(left) || OPERATOR_AFTER.test(after)) return true;
  if (isNoted || isMoney(left, after)) return false;
  if (number === '10') return true;
  if (/^[01]$/.test(text) || /[.,]/.test(number) || number.length > 3) return false;
  return true;
}

function isMoney(before: string, after: string): boolean {
  return MONEY.test(before.slice(-60)) || MONEY.test(after.slice(0, 24));
}

/** Whether brackets at the end hold a term rather than words. */
function isFormula(base: string): boolean {
  const start = Math.max(base.lastIndexOf('('), base.lastIndexOf('['));
  return start >= 0 && !/\p{L}{3}/u.test(base.slice(start));
}
