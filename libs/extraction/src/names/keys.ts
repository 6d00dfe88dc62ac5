/** Appends to the list of a key. */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/**
 * An id that no other thing has: the second of an id gets `-2`.
 *
 * @param used how often each id was given; counted on
 */
export function uniqueId(id: string, used: Map<string, number>): string {
  const count = (used.get(id) ?? 0) + 1;
  used.set(id, count);
  return count === 1 ? id : `${id}-${count}`;
}
