/** Letters that may differ for a key to be taken for a misspelt other. */
const SLIPS = 2;

/** Known keys that an unknown one is likely to mean, the unknown ones of an object that mean none left out. */
export function nearMisses(keys: readonly string[], known: readonly string[]): { key: string; meant: string }[] {
  const missing = known.filter((one) => !keys.includes(one));
  return keys
    .filter((key) => !known.includes(key))
    .flatMap((key) => {
      const meant = missing.find((one) => editDistance(key.toLowerCase(), one.toLowerCase()) <= SLIPS);
      return meant === undefined ? [] : [{ key, meant }];
    });
}

/** Levenshtein, "Binary codes capable of correcting deletions, insertions, and reversals", 1966, row by row. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
