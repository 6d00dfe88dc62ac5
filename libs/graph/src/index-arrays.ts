import type { Random } from './seeded-random.js';

/** 0, 1, …, count − 1 */
export function ascending(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) numbers[i] = i;
  return numbers;
}

/** Puts the first `count` places of an array into random order, drawn from all of it (Fisher and Yates). In place. */
export function shuffle(items: Uint32Array, random: Random, count: number = items.length): void {
  const last = Math.min(count, items.length - 1);
  for (let i = 0; i < last; i += 1) {
    const j = i + Math.floor(random() * (items.length - i));
    const item = items[i] ?? 0;
    items[i] = items[j] ?? 0;
    items[j] = item;
  }
}

export interface SortedByKey {
  /** Places in the list of keys, by key; those of one key in the order that they had. */
  readonly order: Uint32Array;
  /** Where each key begins in `order`; one more than there are keys. */
  readonly starts: Uint32Array;
}

/**
 * A stable counting sort, in time that grows with the sum of keys and places.
 *
 * @param keys below `keyCount`
 * @param from order before the sort; default: the order of the list
 */
export function sortByKey(keyCount: number, keys: Uint32Array, from?: Uint32Array): SortedByKey {
  const starts = new Uint32Array(keyCount + 1);
  for (const key of keys) starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  for (let key = 0; key < keyCount; key += 1) starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0);
  const free = starts.slice(0, keyCount);
  const order = new Uint32Array(keys.length);
  for (let i = 0; i < keys.length; i += 1) {
    const place = from === undefined ? i : (from[i] ?? 0);
    const key = keys[place] ?? 0;
    const at = free[key] ?? 0;
    order[at] = place;
    free[key] = at + 1;
  }
  return { order, starts };
}
