import { wrongFilter } from './wrong-filter.js';

export type FilterScalar = string | number | boolean;

/** One value and the comma or end behind it: in quotation marks, as JSON writes texts, or bare. */
const VALUE = /(?:\s*(?<quoted>"(?:[^"\\]|\\.)*")\s*|(?<bare>[^,]*))(?<end>,|$)/sy;
/** Numbers as JSON writes them (RFC 8259, section 6): `007` and `+1` are texts. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Values between commas. What reads as a number, `true` or `false` is one, as in a document's front matter; quotation
 * marks make a text of anything, commas included.
 *
 * @param key whose values they are, for the error
 * @returns empty for a blank text
 * @throws ArbiterError INVALID_REQUEST for a value that is missing, not closed, or begins with a sign
 */
export function parseFilterValues(key: string, text: string): readonly FilterScalar[] {
  if (text.trim() === '') return [];
  const values: FilterScalar[] = [];
  VALUE.lastIndex = 0;
  for (;;) {
    const { quoted, bare = '', end } = VALUE.exec(text)?.groups ?? {};
    values.push(quoted === undefined ? scalarOf(key, bare.trim()) : textOf(key, quoted));
    if (end !== ',') return values;
  }
}

function scalarOf(key: string, bare: string): FilterScalar {
  if (bare === '') throw wrongFilter(key, 'has an empty value between commas; the empty text is ""');
  if (bare.startsWith('"')) throw wrongFilter(key, `has a value whose quotation marks do not close: ${bare}`);
  if (/^[=<>!~]/.test(bare)) {
    throw wrongFilter(key, `has a value that begins with "${bare.charAt(0)}": the signs are =, !=, >, >=, < and <=`);
  }
  if (bare === 'true' || bare === 'false') return bare === 'true';
  if (!NUMBER.test(bare)) return bare;
  const number = Number(bare);
  // An integer that a number cannot hold is an identifier.
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? bare : number;
}

function textOf(key: string, quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch (error) {
    throw wrongFilter(key, `has a value that is no text as JSON writes it: ${quoted}`, error);
  }
}
