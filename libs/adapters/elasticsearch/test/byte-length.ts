/** Lengths up to here are kept as they are (Lucene's SmallFloat: 255 minus the code of the largest int). */
const FREE_VALUES = 24;

/**
 * What Lucene's `SmallFloat.intToByte4` and back leave of the length of a text: the four highest bits of what is above 24.
 *
 * @param length ≥ 0
 */
export function storedLength(length: number): number {
  const above = length - FREE_VALUES;
  if (above < 8) return length;
  const step = 2 ** Math.max(0, Math.floor(Math.log2(above)) - 3);
  return FREE_VALUES + Math.floor(above / step) * step;
}
