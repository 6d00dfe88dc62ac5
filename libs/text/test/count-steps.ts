import type { Steps } from '../src/steps.js';

/** How often work lets others have a turn before it is done. */
export function countSteps(work: Steps<unknown>): number {
  let steps = 0;
  while (!work.next().done) steps += 1;
  return steps;
}
