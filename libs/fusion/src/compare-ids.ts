/** Code-unit order: the same on every machine, unlike a locale's. What every ranking here falls back to in a tie. */
export function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
