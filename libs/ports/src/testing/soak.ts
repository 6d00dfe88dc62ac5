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
