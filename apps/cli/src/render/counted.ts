/** `1 document`, `1,204 documents`: a number with its noun, whose plural ends in s. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
