import type { Fragment } from './fragment.js';
import type { Row } from './page-fragments.js';

/** Raised and lowered signs are at most this share of the height of the text beside them; half to three quarters in print. */
const MAX_SIZE = 0.85;
/** They stand off its baseline by at least this share of its height; small capitals and mixed fonts stand on it. */
const MIN_RAISE = 0.12;
const MIN_DROP = 0.06;
/** They stand close behind it; programs place them with a gap of up to two word spaces. */
const MAX_GAP = 0.5;
/** Behind the mark of a note its text follows, after a space or a tabulator. */
const MAX_NOTE_GAP = 3;
/** A longer run of signs is no exponent, index or mark of a note. */
const MAX_SIGNS = 12;

const RAISED = signTable('0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ');
const LOWERED = signTable('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎');

const SIGNS = /^(?=[^\d]*\d)[\d+−=(),\s-]+$/u;
const EXPONENT = /^[+−=()-]?[\dni]+$/u;
const NOTE_NUMBER = /^\(?(\d{1,3})[.)]?$/;
/** A note in small type begins with its number: "3 Per night." */
const NOTE_START = /^\(?(\d{1,3})[.)]?\s+\p{L}/u;
/** What a raised number is an exponent of: a power of ten behind a sign of multiplication, or a unit of length. */
const POWER_BASE = /(?:^|[×x·*⋅]\s*)10$/u;
const UNIT = /(?:^|[\d\s/·])(?:[kcdmµ]?m|ft|in|yd|mi)$/u;

/** A fragment as it is written: scripts as Unicode has them, marks of notes as nothing. */
interface WrittenFragment extends Fragment {
  /** It stands right at the fragment before it, whatever gap its position leaves. */
  readonly isScript?: boolean;
}

type Shift = 'raised' | 'lowered';

/**
 * Writes small raised and lowered digits as superscripts and subscripts, so that "25" with the mark of note 3 is not read as
 * 253. The mark of a note that stands on the same page is left out.
 *
 * @param notes numbers of the notes of the page
 */
export function writeScripts(row: Row, notes: ReadonlySet<string>): WrittenFragment[] {
  let base: Fragment | undefined;
  let before = '';
  return row.map((fragment, index) => {
    const shift = shiftOf(row, index, base);
    if (shift === undefined) {
      if (fragment.text.trim() !== '') [base, before] = [fragment, fragment.text.trimEnd()];
      return fragment;
    }
    const text = fragment.text.trim();
    const isMark = base !== undefined && shift === 'raised' && isNoteMark(text, before, notes);
    const signs = shift === 'raised' ? RAISED : LOWERED;
    // Behind the number of a note, at the start of its line, its text goes on after a space.
    const end = base === undefined ? ' ' : '';
    return {
      ...fragment,
      text: isMark ? '' : Array.from(text, (sign) => signs.get(sign) ?? sign).join('') + end,
      isScript: base !== undefined,
    };
  });
}

/** Numbers of the notes on a page: a raised number that begins a row, or any number that begins a row of small type. */
export function noteNumbers(rows: readonly Row[], textSize: number): ReadonlySet<string> {
  const notes = new Set<string>();
  for (const row of rows) {
    const [first] = row;
    if (!first) continue;
    const small = first.size <= MAX_SIZE * textSize ? NOTE_START.exec(startOf(row))?.[1] : undefined;
    const raised = shiftOf(row, 0, undefined) === 'raised' ? NOTE_NUMBER.exec(first.text.trim())?.[1] : undefined;
    const number = raised ?? small;
    if (number !== undefined) notes.add(number);
  }
  return notes;
}

function startOf([first, second]: Row): string {
  return `${first?.text ?? ''} ${second?.text ?? ''}`;
}

/** @param base the last text before it that is neither raised nor lowered; undefined at the start of a row */
function shiftOf(row: Row, index: number, base: Fragment | undefined): Shift | undefined {
  const fragment = row[index];
  const text = fragment?.text.trim() ?? '';
  if (!fragment || text.length > MAX_SIGNS || !(SIGNS.test(text) || EXPONENT.test(text))) return undefined;
  const beside = base ?? row[index + 1];
  if (!beside || fragment.size > MAX_SIZE * beside.size) return undefined;
  const neighbour = base ? row[index - 1] : fragment;
  const next = base ? fragment : beside;
  const gap = next.x - (neighbour ? neighbour.x + neighbour.width : 0);
  if (gap > (base ? MAX_GAP : MAX_NOTE_GAP) * beside.size) return undefined;
  const raise = (beside.y - fragment.y) / beside.size;
  if (raise >= MIN_RAISE) return 'raised';
  return raise <= -MIN_DROP ? 'lowered' : undefined;
}

function isNoteMark(text: string, before: string, notes: ReadonlySet<string>): boolean {
  if (POWER_BASE.test(before) || (UNIT.test(before) && /^[23]$/.test(text))) return false;
  const numbers = text.match(/\d+/g) ?? [];
  return /^[\d(),.\s]+$/.test(text) && numbers.every((number) => notes.has(number));
}

function signTable(signs: string, written: string): ReadonlyMap<string, string> {
  return new Map(Array.from(signs, (sign, index) => [sign, written.charAt(index)]));
}
