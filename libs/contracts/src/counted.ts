/**
 * A number with its noun, for people: `1 document`, `1,204 documents`.
 *
 * @param many the plural; by default with an s
 */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
