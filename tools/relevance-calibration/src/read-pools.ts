import { createReadStream } from 'node:fs';
import { streamJsonLines } from '@arbiter/evaluation';
import { SearchedPool } from './searched-pool.js';

/**
 * Reads a file of pools, one a line.
 *
 * @throws ArbiterError INVALID_REQUEST that names file and line of the first line that is no pool; what reading fails with
 */
export async function readPools(file: string): Promise<SearchedPool[]> {
  const pools: SearchedPool[] = [];
  for await (const { value } of streamJsonLines(createReadStream(file, 'utf8'), file, SearchedPool)) pools.push(value);
  return pools;
}
