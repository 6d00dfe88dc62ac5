/**
 * Numbers from 0 to below 1, the same for the same seed on every machine: mulberry32 (T. Ettinger), a generator of 32 bits.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same order for the same seed: Fisher–Yates. */
export function seededOrder<T>(items: readonly T[], seed: number): T[] {
  const ordered = [...items];
  const random = seededRandom(seed);
  for (let last = ordered.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [ordered[last], ordered[other]] = [ordered[other] as T, ordered[last] as T];
  }
  return ordered;
}
