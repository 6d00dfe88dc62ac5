/** Comparisons of conditions, under the names of the format; the last is a newer editor's. */
export const COMPARISONS: ReadonlyMap<string, (count: number, bound: number) => boolean> = new Map([
  ['atLeast', (count, bound) => count >= bound],
  ['atMost', (count, bound) => count <= bound],
  ['greaterThan', (count, bound) => count > bound],
  ['lessThan', (count, bound) => count < bound],
  ['equalTo', (count, bound) => count === bound],
  ['notEqualTo', (count, bound) => count !== bound],
  ['greaterThanOrEqualTo', (count, bound) => count >= bound],
]);
