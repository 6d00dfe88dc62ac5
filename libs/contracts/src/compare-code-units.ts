/** Order of UTF-16 code units, the same on every machine, unlike a locale's. All our lists and ties use it. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
