/** Hexadecimal digits of a number's sortable form. */
const DIGITS = 16;
const LAST = (1n << 64n) - 1n;

/**
 * A finite number as 16 hexadecimal digits whose order is that of the numbers: the bits of the IEEE 754 double with the
 * sign bit turned round, all bits for a negative one (as Lucene's NumericUtils does).
 */
export function sortableHex(number: number): string {
  return hexOf(sortableBits(number));
}

/**
 * The prefixes of sortable forms that together cover a range, each number by exactly one: the trie decomposition of
 * Schindler and Diepenbroek, "Generic XML-based framework for metadata portals", Computers & Geosciences 34 (2008).
 *
 * @param range bounds of finite numbers; at most 480 prefixes come of it
 * @returns the empty prefix for a range that holds every number; nothing for an empty range
 */
export function prefixesOfRange({
  gt,
  gte,
  lt,
  lte,
}: {
  readonly gt?: number;
  readonly gte?: number;
  readonly lt?: number;
  readonly lte?: number;
}): string[] {
  const lows = [
    0n,
    ...(gt === undefined ? [] : [sortableBits(gt) + 1n]),
    ...(gte === undefined ? [] : [sortableBits(gte)]),
  ];
  const highs = [
    LAST,
    ...(lt === undefined ? [] : [sortableBits(lt) - 1n]),
    ...(lte === undefined ? [] : [sortableBits(lte)]),
  ];
  const high = highs.reduce((least, bits) => (bits < least ? bits : least));
  let low = lows.reduce((most, bits) => (bits > most ? bits : most));
  const prefixes: string[] = [];
  while (low <= high) {
    const free = freeDigits(low, high);
    prefixes.push(hexOf(low).slice(0, DIGITS - free));
    low += 1n << BigInt(4 * free);
  }
  return prefixes;
}

/** How many digits at the end may take any value when the block that begins at `low` must stay within `high`. */
function freeDigits(low: bigint, high: bigint): number {
  let free = 0;
  while (free < DIGITS) {
    const size = 1n << BigInt(4 * (free + 1));
    if (low % size !== 0n || low + size - 1n > high) return free;
    free += 1;
  }
  return free;
}

function sortableBits(number: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  // −0 and 0 are the same number.
  view.setFloat64(0, number === 0 ? 0 : number);
  const bits = view.getBigUint64(0);
  return bits >> 63n === 1n ? bits ^ LAST : bits | (1n << 63n);
}

function hexOf(bits: bigint): string {
  return bits.toString(16).padStart(DIGITS, '0');
}
