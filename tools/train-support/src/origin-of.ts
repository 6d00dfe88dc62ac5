/** What a set was made from: all files of one project are of one origin, so that none of them is seen when it is left out. */
export function originOf(set: string): string {
  return set.split('_', 1)[0] ?? set;
}
