import { seededRandom } from './seeded-random.js';

/**
 * Whether parts that try many random cases try all of them (`npm run test:soak`). Else they try a tenth, with another seed each
 * time, so that the cases add up over runs.
 */
export const IS_SOAK = process.env.ARBITER_SOAK === 'true';

/** @param all cases of a soak run, a whole number from 1 */
export function soakCount(all: number): number {
  return IS_SOAK ? all : Math.ceil(all / 10);
}

/**
 * A seed of this run, printed: `ARBITER_SOAK_SEED` repeats it.
 *
 * @param what is tried, as the line names it
 */
export function soakSeed(what: string): number {
  const seed = Number(process.env.ARBITER_SOAK_SEED ?? Math.floor(Math.random() * 2 ** 31));
  process.stderr.write(`${what}: ARBITER_SOAK_SEED=${seed}\n`);
  return seed;
}

/**
 * Some of many cases of one class, in their order: others in each run, and all of them in a soak run.
 *
 * @param what they are, as the line of the seed names it
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
