// Which spec files of the soak tier one run of CI tries: a few, others each time, so that they add up.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { tierOf } from './tiers.mjs';

/** A tenth of the cases of one file takes about a minute of two processors. */
const FILES = 2;
const FOLDERS = ['apps', 'libs', 'tools', 'domains'];

/**
 * @param {string} root of the repository
 * @param {number} seed whole number
 * @returns {string[]} paths below the root
 */
export function drawSoak(root, seed, count = FILES) {
  const random = randomBy(seed);
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)),
  )
    .filter((path) => tierOf(path) === 'soak' && !path.includes('node_modules'))
    .sort()
    .map((path) => ({ path, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ path }) => path);
}

/** Numbers from 0 to 1, as `seededRandom` of libs/ports gives them: Tommy Ettinger's Mulberry32, public domain. */
function randomBy(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
