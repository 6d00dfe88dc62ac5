import { seededRandom } from './clock.js';

/**
 * Whether randomised tests run all their cases (`npm run test:soak`). Otherwise they run a tenth, with a new seed each time, so
 * that the cases add up over runs.
 */
export const IS_SOAK = process.env.ARBITER_SOAK === 'true';

/** @param all cases of a soak run, a whole number from 1 */
export function soakCount(all: number): number {
  return IS_SOAK ? all : Math.ceil(all / 10);
}

/**
 * Requests of a fuzzer: `ARBITER_FUZZ_REQUESTS` sets them, whether the run is a soak or not.
 *
 * @param all of a soak run, @param few of any other; whole numbers from 1
 */
export function fuzzCount(all: number, few: number): number {
  const told = Number(process.env.ARBITER_FUZZ_REQUESTS ?? (IS_SOAK ? all : few));
  if (Number.isInteger(told) && told >= 1) return told;
  throw new RangeError('ARBITER_FUZZ_REQUESTS must be a whole number from 1');
}

/**
 * The printed seed of this run; `ARBITER_SOAK_SEED` repeats it.
 *
 * @param what the subject of the test, for the printed line
 */
export function soakSeed(what: string): number {
  const seed = Number(process.env.ARBITER_SOAK_SEED ?? Math.floor(Math.random() * 2 ** 31));
  process.stderr.write(`${what}: ARBITER_SOAK_SEED=${seed}\n`);
  return seed;
}

/**
 * A sample of cases of one class, in order. It changes with every run; a soak run uses all cases.
 *
 * @param what the cases, for the printed line
 */
export function soakSample<T>(what: string, cases: readonly T[], count: number): T[] {
  if (IS_SOAK) return [...cases];
  const random = seededRandom(soakSeed(what));
  const drawn = cases.map((one, index) => ({ one, index, rank: random() })).sort((a, b) => a.rank - b.rank);
  return drawn
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ one }) => one);
}
