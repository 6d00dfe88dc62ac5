import { numbersIn } from '@arbiter/text';

/** A column's name, read as one says it. Offsets count in the name. */
export interface ColumnName {
  /** The name without its unit. */
  readonly length: number;
  /** Where the unit stands ("Price (wicks)"); null where the name has none. */
  readonly unit: { readonly start: number; readonly end: number } | null;
}

const IN_BRACKETS = /(?<!\s)\s*[([](?:in\s+)?(?<unit>[^()[\]]{1,16})[)\]]\s*$/d;
const AFTER_WORD = /(?:,\s*(?:in\s+)?|(?<!\s)\s+in\s+)(?<unit>[^\s,]{1,16})\s*$/d;
/** "USD", "%", "mg/kg", "km²", "°C". */
const SYMBOL = /^(?:\p{Lu}{3}|[%$€£¥‰]|°?\p{L}{1,3}[²³]?(?:\/\p{L}{1,4}[²³]?)+|°\p{L}|\p{L}{1,2}[²³])$/u;
const PLURAL = /^\p{Ll}{2,}[^s]s$/u;

/** Finds the unit in a column's name: "Price (wicks)", "Height [ft]", "Weight, kg", "Price in scales". */
export function readColumnName(name: string): ColumnName {
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

/** Names of columns that say nothing that their values do not. */
const SAYS_NOTHING =
  /^(?:what|meaning|description|value|values|notes?|text|features?|answer|effects?|contents?|holds|details?|comments?|remarks?|explanation|purpose|function|definition|means|does)$/i;
/** Names of the column that holds what a row is about, where another stands first. */
const NAMES_SUBJECT = /^(?:name|title|item|article|product|what|subject|term|label|feature|event)$/i;
const NUMBERS_ROWS = /^(?:#|no\.?|nr\.?|number|id|rank|pos(?:ition)?\.?|row|key|index)$/i;
const SAYS_PRICE = /\b(?:price|cost|toll|fee|fare|duty|charge|rent|tax|rate|tuition|admission)s?\b/i;

export function saysNothing(name: string): boolean {
  return SAYS_NOTHING.test(name);
}

export function namesSubject(name: string): boolean {
  return NAMES_SUBJECT.test(name);
}

export function numbersRows(name: string): boolean {
  return NUMBERS_ROWS.test(name);
}

export function saysPrice(name: string): boolean {
  return SAYS_PRICE.test(name);
}
