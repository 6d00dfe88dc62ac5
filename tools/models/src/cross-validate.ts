/** Whether an item is held out in a fold. */
export type Fold<T> = (item: T) => boolean;

/**
 * Judges the held-out items of each fold with a model that has not seen them.
 *
 * @returns what each fold gave, in the order of the folds; a fold that holds nothing out gives nothing
 */
export function crossValidate<T, M, R>(
  items: readonly T[],
  folds: readonly Fold<T>[],
  fit: (seen: readonly T[]) => M,
  judge: (held: readonly T[], model: M) => R,
): R[] {
  return folds.flatMap((isHeld) => {
    const held = items.filter(isHeld);
    return held.length === 0 ? [] : [judge(held, fit(items.filter((item) => !isHeld(item))))];
  });
}

/**
 * Folds that hold out whole groups, dealt out in turn.
 *
 * @param groups in the order in which they are dealt
 * @param count of folds; fewer where there are fewer groups
 */
export function dealFolds<T>(groups: readonly string[], count: number, groupOf: (item: T) => string): Fold<T>[] {
  const foldOf = new Map(groups.map((group, index) => [group, index % count]));
  return Array.from({ length: Math.min(count, groups.length) }, (_, fold): Fold<T> => {
    return (item) => foldOf.get(groupOf(item)) === fold;
  });
}

/**
 * Folds that hold out whole groups and are of about one size: the largest group goes first, into the smallest fold.
 *
 * @param count of folds, ≥ 2
 */
export function balanceFolds<T>(items: readonly T[], count: number, groupOf: (item: T) => string): Fold<T>[] {
  const sizes = new Map<string, number>();
  for (const item of items) sizes.set(groupOf(item), (sizes.get(groupOf(item)) ?? 0) + 1);
  const filled = Array.from({ length: count }, () => 0);
  const foldOf = new Map<string, number>();
  for (const [group, size] of [...sizes].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))) {
    const smallest = filled.indexOf(Math.min(...filled));
    foldOf.set(group, smallest);
    filled[smallest] = (filled[smallest] ?? 0) + size;
  }
  return filled.map(
    (_, fold): Fold<T> =>
      (item) =>
        foldOf.get(groupOf(item)) === fold,
  );
}

/** The distinct groups of some items, in the order in which they first appear. */
export function groupsOf<T>(items: readonly T[], groupOf: (item: T) => string): string[] {
  return [...new Set(items.map(groupOf))];
}
