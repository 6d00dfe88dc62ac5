import { describe, expect, it } from '@jest/globals';
import { ascending, shuffle } from './index-arrays.js';
import { seededRandom } from './seeded-random.js';

describe('shuffle', () => {
  it('gives each order of three items about as often', () => {
    const random = seededRandom(1);
    const counts = new Map<string, number>();
    for (let i = 0; i < 6_000; i += 1) {
      const items = ascending(3);
      shuffle(items, random);
      counts.set(items.join(), (counts.get(items.join()) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  it('draws only the first places when so many are asked for', () => {
    const items = ascending(100);
    shuffle(items, seededRandom(1), 3);
    expect(new Set(items).size).toBe(100);
    const moved = [...items].filter((item, place) => item !== place);
    expect(moved.length).toBeLessThanOrEqual(6);
    expect([...items.subarray(0, 3)]).not.toEqual([0, 1, 2]);
  });

  it('leaves an empty array alone', () => {
    expect(() => shuffle(new Uint32Array(0), seededRandom(1))).not.toThrow();
  });
});
