import { describe, expect, it } from '@jest/globals';
import type { ChunkHit } from '@arbiter/ports';
import { takeRanked } from './chunk-index.js';

const hit = (chunkId: string, score: number): ChunkHit => ({ chunkId, score });

/** A store that gives what ties in an order of its own, here the reverse of the ids'. */
function storeOf(scores: Readonly<Record<string, number>>) {
  const asked: number[] = [];
  const stored = Object.entries(scores).map(([id, score]) => hit(id, score));
  stored.sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? 1 : -1));
  const fetch = (count: number) => {
    asked.push(count);
    return Promise.resolve(stored.slice(0, count));
  };
  return { fetch, asked };
}

const idsOf = (hits: readonly ChunkHit[]): string[] => hits.map(({ chunkId }) => chunkId);
const tied = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`d${String(i).padStart(5, '0')}`, 1]));

describe('takeRanked', () => {
  it('gives the best, ties by id, with one look where few tie', async () => {
    const { fetch, asked } = storeOf({ b: 1, a: 1, c: 2, z: 0 });
    expect(idsOf(await takeRanked(3, fetch))).toEqual(['c', 'a', 'b']);
    expect(asked).toHaveLength(1);
  });

  it('looks further while the cut goes through a tie, so that the first ids win', async () => {
    const { fetch, asked } = storeOf(tied(500));
    expect(idsOf(await takeRanked(2, fetch))).toEqual(['d00000', 'd00001']);
    expect(asked.length).toBeGreaterThan(1);
  });

  it('stops looking at a tie without end', async () => {
    const { fetch, asked } = storeOf(tied(20_000));
    expect(await takeRanked(2, fetch)).toHaveLength(2);
    expect(Math.max(...asked)).toBeLessThan(5_000);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses a limit of %p before it asks', async (limit) => {
    const { fetch, asked } = storeOf({ a: 1 });
    await expect(takeRanked(limit, fetch)).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { limit } });
    expect(asked).toEqual([]);
  });
});
