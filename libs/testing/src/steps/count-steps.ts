import { Worker } from 'node:worker_threads';
import type { CountedCalls } from './counting-thread.js';

/** Threads run what is built. This one reads TypeScript as specs do, so that it counts the code that the spec tests. */
const HOOKS = new URL('../../../../tools/jest/hooks.mjs', import.meta.url);
const ENTRY = new URL('./counting-thread.ts', import.meta.url);
const BOOT = `require('node:module').register('${HOOKS.href}'); import('${ENTRY.href}');`;

/**
 * The steps of calls of one function: what grows with the input shows here and in no
 * clock. A step is a block of code that runs, a character that a regular expression or a search in a string passes over, or an
 * element that a search, a copy or an iterator passes over. Backtracking inside an expression is not seen;
 * tools/end-to-end/src/patterns refuses what backtracks.
 *
 * Code is counted only if it was compiled under the counter, hence a thread of its own: about a second, so count all calls at once.
 *
 * @param module the source file that exports the function
 * @param name of the exported function; it may return a promise
 * @param calls arguments of each call, which can be cloned; they are made one after the other
 * @returns steps of each call, in order
 * @throws what the function throws
 */
export async function countSteps(
  module: URL,
  name: string,
  calls: readonly (readonly unknown[])[],
): Promise<readonly number[]> {
  const worker = new Worker(BOOT, {
    eval: true,
    workerData: { module: module.href, name, calls } satisfies CountedCalls,
  });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  } finally {
    await worker.terminate();
  }
}
