/**
 * The same order for the same seed, on every machine: Fisher–Yates with mulberry32 (T. Ettinger), a generator of 32 bits.
 */
export function seededOrder<T>(items: readonly T[], seed: number): T[] {
  const ordered = [...items];
  let state = seed >>> 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let last = ordered.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [ordered[last], ordered[other]] = [ordered[other] as T, ordered[last] as T];
  }
  return ordered;
}
