import { singularOf } from '@arbiter/english';
import { datesIn, numbersIn, type Span } from '@arbiter/text';
import { plainRanges, readRow, type RowCell } from './read-row.js';
import { type SpokenRow, SpokenText } from './spoken-text.js';

const BARE_NUMBER = /^[+−-]?\d[\d,.]*(?:\s?(?:[-–]|to)\s?\d[\d,.]*)?$/;
const CLOCK_TIME = /^\d{1,2}[:.]\d{2}\b/;
const ABBREVIATION = /^(?:[^\p{Ll}]+|\p{L}{1,2})$/u;
/** Name and value are divided by a colon rather than a space from so many words of the name on. */
const LONG_NAME = 3;
/** A value of so many words is a statement, and needs no name. */
const STATEMENT_WORDS = 4;
const TIGHT_UNIT = /^(?:%|‰|°)/;
const SIGN = /^[$€£¥]$/;
const IN_BRACKETS = /(?<!\s)\s*[([](?:in\s+)?(?<unit>[^()[\]]{1,16})[)\]]\s*$/d;
const AFTER_WORD = /(?:,\s*(?:in\s+)?|(?<!\s)\s+in\s+)(?<unit>[^\s,]{1,16})\s*$/d;
/** "USD", "%", "mg/kg", "km²", "°C". */
const SYMBOL = /^(?:\p{Lu}{3}|[%$€£¥‰]|°?\p{L}{1,3}[²³]?(?:\/\p{L}{1,4}[²³]?)+|°\p{L}|\p{L}{1,2}[²³])$/u;
const PLURAL = /^\p{Ll}{2,}[^s]s$/u;

/** Names of columns that say nothing that their values do not. */
const SAYS_NOTHING =
  /^(?:what|meaning|description|value|values|notes?|text|features?|answer|effects?|contents?|holds|details?|comments?|remarks?|explanation|purpose|function|definition|means|does)$/i;
/** Headers of the column that holds the subject of a row, if another column comes first. */
const NAMES_SUBJECT = /^(?:name|title|item|article|product|what|subject|term|label|feature|event)$/i;
const NUMBERS_ROWS = /^(?:#|no\.?|nr\.?|number|id|rank|pos(?:ition)?\.?|row|key|index)$/i;
const SAYS_PRICE = /\b(?:price|cost|toll|fee|fare|duty|charge|rent|tax|rate|tuition|admission)s?\b/i;

/** A cell with what is read aloud of it. */
interface SpokenCell {
  readonly name: readonly Span[];
  readonly nameText: string;
  readonly value: readonly Span[];
  readonly valueText: string;
  /** The unit that the column's name gives to a bare number. */
  readonly unit: Span | null;
}

/**
 * Says a stored row of a table as a person would: "Item: Cordial, phial; Price: 9 wicks" is "Cordial, phial: 9 wicks",
 * "Inn: Drowned Heron; Bed: 4 wicks; Bath: 1 wick" is "Drowned Heron: bed 4 wicks, bath 1 wick". Names of columns are kept
 * where a value does not speak for itself, and the unit of a name is joined to the number ("Price (wicks): 9").
 *
 * @param row one line of a chunk's text
 * @returns null where the line is no row
 */
export function speakRow(row: string): SpokenRow | null {
  const cells = readRow(row)?.map((cell) => spokenCell(row, cell));
  const all = cells?.filter(({ value }) => value.length > 0) ?? [];
  if (all.length < 2) return null;
  const subject = subjectOf(all);
  const said = new SpokenText(row);
  const rest = all.filter((cell) => cell !== subject);
  if (subject) {
    if (isNumber(subject) && subject.nameText !== '') said.quote(subject.name).say(' ');
    sayValue(said, row, subject);
    said.say(': ');
  }
  const firstLong = rest.findIndex(isLong);
  rest.forEach((cell, index) => {
    if (index > 0) said.say(firstLong !== -1 && firstLong <= index ? '; ' : ', ');
    const isAlone = rest.length === 1 && subject !== undefined;
    if (isCount(cell)) {
      sayCount(said, cell);
      return;
    }
    if (isNamed(cell, isAlone)) sayName(said, cell, subject === undefined && index === 0);
    sayValue(said, row, cell);
  });
  return said.finish();
}

function spokenCell(row: string, { name, value }: RowCell): SpokenCell {
  const valueRanges = plainRanges(row, value);
  const valueText = textOf(row, valueRanges).trim();
  const own = { value: valueText === '' ? [] : valueRanges, valueText };
  if (!name) return { ...own, name: [], nameText: '', unit: null };
  const { length, unit } = readColumnName(row.slice(name.start, name.end));
  const isJoined = unit !== null && BARE_NUMBER.test(valueText);
  const nameRanges = plainRanges(row, isJoined ? { start: name.start, end: name.start + length } : name);
  return {
    ...own,
    name: nameRanges,
    nameText: textOf(row, nameRanges).trim(),
    unit: isJoined ? { start: name.start + unit.start, end: name.start + unit.end } : null,
  };
}

/** The first cell, unless it numbers the rows beside a column of names, or is a measure, which no row is about. */
function subjectOf(cells: readonly SpokenCell[]): SpokenCell | undefined {
  const [first] = cells;
  if (!first) return undefined;
  const named = cells.find(({ nameText }) => namesSubject(nameText));
  if (named && numbersRows(first.nameText)) return named;
  return first.nameText !== '' && isMeasure(first) ? named : first;
}

function isNumber({ valueText }: SpokenCell): boolean {
  return BARE_NUMBER.test(valueText);
}

/** "9 wicks", "12 %": all of the value, and no date. */
function isMeasure({ valueText, unit }: SpokenCell): boolean {
  if (unit !== null) return true;
  if (BARE_NUMBER.test(valueText) || CLOCK_TIME.test(valueText) || datesIn(valueText).length > 0) return false;
  const [number] = numbersIn(valueText);
  // "Two Sisters" is a name.
  if (/\s\p{Lu}\p{Ll}/u.test(valueText)) return false;
  return (
    number?.start === 0 && number.kind !== 'ordinal' && valueText.slice(number.end).trim().split(/\s+/).length <= 1
  );
}

function isNamed(cell: SpokenCell, isAlone: boolean): boolean {
  const { nameText, valueText } = cell;
  if (nameText === '' || saysNothing(nameText)) return false;
  if (!isAlone) return true;
  if (cell.unit !== null || isStatement(valueText) || namesSubject(nameText)) return false;
  if (/^free$/i.test(valueText)) return !saysPrice(nameText);
  return isNumber(cell) || !holdsMeasure(valueText);
}

function holdsMeasure(text: string): boolean {
  return numbersIn(text).some(({ unit, head, kind }) => kind !== 'ordinal' && (unit !== null || head !== null));
}

function isStatement(text: string): boolean {
  return text.split(/\s+/).length >= STATEMENT_WORDS;
}

function isLong({ valueText }: SpokenCell): boolean {
  return /[,;](?:\s|$)/.test(valueText) || valueText.split(/\s+/).length > 2 * STATEMENT_WORDS;
}

/** "Beds: 32" is "32 beds"; a price counts nothing, and its name may be a plural too. */
function isCount({ nameText, valueText, unit }: SpokenCell): boolean {
  const isPlural = /^\p{L}{4,}$/u.test(nameText) && singularOf(nameText) !== nameText && !saysPrice(nameText);
  return isPlural && unit === null && /^\d[\d,]*$/.test(valueText);
}

function sayCount(said: SpokenText, { name, nameText, value, valueText }: SpokenCell): void {
  const one = singularOf(nameText);
  said.quote(value).say(' ');
  if (valueText !== '1') said.quote(name, isLowered(nameText));
  else if (nameText.startsWith(one)) {
    said.quote(
      name.map(({ start }) => ({ start, end: start + one.length })),
      isLowered(nameText),
    );
  } else said.say(one);
}

function sayName(said: SpokenText, { name, nameText, valueText }: SpokenCell, isFirst: boolean): void {
  said.quote(name, !isFirst && isLowered(nameText));
  const isLongName = nameText.split(/\s+/).length >= LONG_NAME;
  said.say(isLongName || (isStatement(valueText) && !holdsMeasure(valueText)) ? ': ' : ' ');
}

/** Abbreviations and names of several capitals keep theirs. */
function isLowered(name: string): boolean {
  const [first = '', ...others] = name.split(/\s+/);
  if (ABBREVIATION.test(first) || /\p{Lu}/u.test(first.slice(1))) return false;
  return !others.some((word) => /^\p{Lu}/u.test(word));
}

function sayValue(said: SpokenText, row: string, { value, valueText, unit }: SpokenCell): void {
  const unitText = unit === null ? '' : row.slice(unit.start, unit.end);
  if (unit !== null && SIGN.test(unitText)) said.quote([unit]);
  said.quote(value);
  if (unit === null || SIGN.test(unitText)) return;
  const one = valueText === '1' ? singularOf(unitText) : unitText;
  said.say(TIGHT_UNIT.test(unitText) ? '' : ' ');
  // A singular that is spelt otherwise ("feet", "foot") stands nowhere in the row.
  if (unitText.startsWith(one)) said.quote([{ start: unit.start, end: unit.start + one.length }]);
  else said.say(one);
}

function textOf(row: string, ranges: readonly Span[]): string {
  return ranges.map(({ start, end }) => row.slice(start, end)).join('');
}

/** A column's name, read as one says it. Offsets count in the name. */
interface ColumnName {
  /** The name without its unit. */
  readonly length: number;
  /** Where the unit stands ("Price (wicks)"); null where the name has none. */
  readonly unit: { readonly start: number; readonly end: number } | null;
}

/** Finds the unit in a column's name: "Price (wicks)", "Height [ft]", "Weight, kg", "Price in scales". */
function readColumnName(name: string): ColumnName {
  const bracketed = IN_BRACKETS.exec(name);
  const match = bracketed ?? AFTER_WORD.exec(name);
  const unit = match?.groups?.unit ?? '';
  const at = match?.indices?.groups?.unit;
  if (!match || !at || match.index === 0 || !isUnit(unit, bracketed !== null))
    return { length: name.length, unit: null };
  return { length: match.index, unit: { start: at[0], end: at[1] } };
}

/** Outside brackets a plural may be anything ("Duty in goods"), but for those of known measures. */
function isUnit(word: string, isBracketed: boolean): boolean {
  if (SYMBOL.test(word)) return true;
  if (numbersIn(`2 ${word}`)[0]?.unit != null) return true;
  return PLURAL.test(word) && (isBracketed || word.length > 3);
}

function saysNothing(name: string): boolean {
  return SAYS_NOTHING.test(name);
}

function namesSubject(name: string): boolean {
  return NAMES_SUBJECT.test(name);
}

function numbersRows(name: string): boolean {
  return NUMBERS_ROWS.test(name);
}

function saysPrice(name: string): boolean {
  return SAYS_PRICE.test(name);
}
