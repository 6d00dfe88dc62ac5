/** Order of UTF-16 code units: the same on every machine, unlike a locale's. What every list and every tie of ours is in. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
