import type { Span } from '@arbiter/text';
import type { Quantity } from '../quantities/quantities-in.js';

/** A part of a question that names something whose amount must be found. Offsets count in the question. */
export interface AskedOperand extends Span {
  /** As the question says it. */
  readonly text: string;
  /** Asks for this amount alone: "How much does a bed at the Drowned Heron cost?". Null where the text is the amount. */
  readonly question: string | null;
  /** How many of it the question wants: 3 for "three nights". 1 where it does not say. */
  readonly times: number;
}

/** How the first operand is compared with the second. */
export interface Comparative {
  /** "more", "longer", "cheaper". */
  readonly word: string;
  /** Word for the opposite outcome: "less", "shorter", "dearer". */
  readonly opposite: string;
  /** The smaller amount is the one that is "cheaper", "younger", "less". */
  readonly favoursSmaller: boolean;
}

/** What a question wants computed, and of what. */
export interface Computation {
  /**
   * - `difference` of two operands
   * - `total` of operands, each with its `times`
   * - `ratio` of the first to the second
   * - `rate`: the first per the second
   * - `span` between two dates
   * - `choice` of the greater of two
   */
  readonly kind: 'difference' | 'total' | 'ratio' | 'rate' | 'span' | 'choice';
  /** One or more for total, else two. In the order of the question. */
  readonly operands: readonly AskedOperand[];
  /** Null where the question compares nothing. */
  readonly comparative: Comparative | null;
  /** The unit, or the counted noun, in which the question wants the answer ("years", "quarters"); null where it says none. */
  readonly unit: string | null;
}

/** An amount as a source states it; of `quantitiesIn`, or put together by hand. */
export type Amount = Pick<Quantity, 'value' | 'to' | 'unit' | 'text'> &
  Partial<Pick<Quantity, 'unitText' | 'kind' | 'date' | 'per'>>;

export interface Computed {
  readonly ok: true;
  /** The sum, said: "Five wicks more: eight wicks against three." */
  readonly sentence: string;
  readonly value: number;
  /** As `Quantity.unit`; of a rate that of the first operand, of a ratio null. */
  readonly unit: string | null;
}

export interface NotComputed {
  readonly ok: false;
  /**
   * `missing`: an amount was not found. `range`: one is a range or dice. `units_differ`: no certain ratio, or not per the
   * same. `undefined`: a division by zero. `uncertain_date`: a date lacks the year, its calendar is unknown, or it stands
   * where an amount is wanted.
   */
  readonly reason: 'missing' | 'range' | 'units_differ' | 'undefined' | 'uncertain_date';
}

/** Comparative, its opposite, and how one asks for the measure of it ("How long is …?"). */
const LARGER: readonly (readonly [string, string, string])[] = [
  ['more', 'less', 'much'],
  ['longer', 'shorter', 'long'],
  ['older', 'younger', 'old'],
  ['taller', 'shorter', 'tall'],
  ['higher', 'lower', 'high'],
  ['deeper', 'shallower', 'deep'],
  ['wider', 'narrower', 'wide'],
  ['broader', 'narrower', 'broad'],
  ['thicker', 'thinner', 'thick'],
  ['heavier', 'lighter', 'heavy'],
  ['farther', 'nearer', 'far'],
  ['further', 'nearer', 'far'],
  ['larger', 'smaller', 'large'],
  ['bigger', 'smaller', 'big'],
  ['greater', 'smaller', 'great'],
  ['faster', 'slower', 'fast'],
  ['quicker', 'slower', 'quick'],
  ['hotter', 'colder', 'hot'],
  ['warmer', 'colder', 'warm'],
  ['stronger', 'weaker', 'strong'],
  ['later', 'earlier', 'late'],
  ['dearer', 'cheaper', 'cost'],
  ['costlier', 'cheaper', 'cost'],
  ['pricier', 'cheaper', 'cost'],
  ['more expensive', 'cheaper', 'cost'],
];

export interface AskedComparative extends Comparative {
  /** The word after "How" in a question for the measure; "cost" where a price is asked for. */
  readonly measure: string;
}

const ALL: ReadonlyMap<string, AskedComparative> = new Map<string, AskedComparative>([
  ...LARGER.toReversed().map(([word, opposite, measure]) => {
    // "Shorter" is measured by length, "cheaper" by cost.
    return [opposite, { word: opposite, opposite: word, favoursSmaller: true, measure }] as const;
  }),
  ...LARGER.map(([word, opposite, measure]) => [word, { word, opposite, favoursSmaller: false, measure }] as const),
  ['fewer', { word: 'fewer', opposite: 'more', favoursSmaller: true, measure: 'many' }] as const,
  ['less expensive', { word: 'cheaper', opposite: 'dearer', favoursSmaller: true, measure: 'cost' }] as const,
  ['nearer', { word: 'nearer', opposite: 'farther', favoursSmaller: true, measure: 'far' }] as const,
  ['closer', { word: 'closer', opposite: 'farther', favoursSmaller: true, measure: 'far' }] as const,
]);

/** The longest first, since "more expensive" begins with "more". */
export const COMPARATIVE_WORDS = [...ALL.keys()].sort((a, b) => b.length - a.length).join('|');

/** The same for a pattern: any white space between two words of one. */
export const COMPARATIVE_PATTERN = COMPARATIVE_WORDS.replaceAll(' ', String.raw`\s+`);

/** @param word one of `COMPARATIVE_WORDS`, in any case */
export function comparativeOf(word: string): AskedComparative | null {
  return ALL.get(word.toLowerCase().replace(/\s+/g, ' ')) ?? null;
}
