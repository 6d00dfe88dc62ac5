/**
 * Work in bounded steps: a caller that serves others lets them have a turn between two of them. A text of megabytes,
 * worked through at once, would hold up every other request.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** All of it at once. */
export function carryOut<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
