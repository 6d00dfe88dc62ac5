/**
 * A sample without replacement, the same for the same seed: the first steps of a Fisher–Yates shuffle, driven by
 * mulberry32 (Ettinger, 2017).
 *
 * @param size ≥ 0; all items when there are fewer
 * @param seed any 32-bit integer
 */
export function sample<T>(items: readonly T[], size: number, seed: number): T[] {
  const random = mulberry32(seed);
  const pool = [...items];
  const taken: T[] = [];
  while (taken.length < size && pool.length > 0) {
    const [item] = pool.splice(Math.floor(random() * pool.length), 1);
    if (item !== undefined) taken.push(item);
  }
  return taken;
}

/** @returns numbers in [0, 1) */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
