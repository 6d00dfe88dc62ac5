/**
 * Work that its caller carries on with, a step at a time: whoever serves others takes turns with them, where sources without end
 * would hold them all up.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** All of it at once. */
export function carryOut<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
