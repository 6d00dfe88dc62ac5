/** Edits that still look like a slip of the finger. */
const MAX_EDITS = 2;

/** The candidate that differs from what was given in at most two edits, the nearest first; undefined when none does. */
export function didYouMean(given: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    // A longer or shorter name is too far away: a graph has a hundred thousand of them.
    .filter((candidate) => Math.abs(candidate.length - given.length) <= MAX_EDITS)
    .map((candidate) => ({ candidate, edits: editDistance(given.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= MAX_EDITS && edits < candidate.length)
    .sort((a, b) => a.edits - b.edits);
  return best?.candidate;
}

/**
 * `There is no collection "lantern-cost"; did you mean "lantern-coast"?`, or a plain sentence where no name is near.
 *
 * @param begin such as `There is no collection`
 * @param known only names that the caller may see
 */
export function unknownName(begin: string, given: string, known: readonly string[]): string {
  const near = didYouMean(given, known);
  return near === undefined ? `${begin} "${given}".` : `${begin} "${given}"; did you mean "${near}"?`;
}

/** Insertions, deletions and substitutions between two words (Wagner and Fischer, "The String-to-String Correction Problem", 1974). */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? a.length;
}
