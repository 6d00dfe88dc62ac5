import type { Comparative } from './computation.js';

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
    // The measure of what is "shorter" is how long it is, of "cheaper" what it costs.
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

/** @param word one of `COMPARATIVE_WORDS`, in any case */
export function comparativeOf(word: string): AskedComparative | null {
  return ALL.get(word.toLowerCase().replace(/\s+/g, ' ')) ?? null;
}
