import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../testing/seeded-random.js';
import { prefixesOfRange, sortableHex } from './sortable-number.js';

const NUMBERS = [
  -Number.MAX_VALUE,
  -1e9,
  -1.5,
  -1,
  -Number.MIN_VALUE,
  0,
  Number.MIN_VALUE,
  0.1,
  1,
  2,
  2.0000000000000004,
  1204,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_VALUE,
];

describe('sortableHex', () => {
  it('orders as the numbers do', () => {
    const hexes = NUMBERS.map(sortableHex);
    expect([...hexes].sort()).toEqual(hexes);
    expect(new Set(hexes).size).toBe(NUMBERS.length);
  });

  it('makes no difference between 0 and −0', () => {
    expect(sortableHex(-0)).toBe(sortableHex(0));
  });
});

describe('prefixesOfRange', () => {
  const covers = (prefixes: readonly string[], hex: string): number =>
    prefixes.filter((prefix) => hex.startsWith(prefix)).length;

  it('covers each number of the range by exactly one prefix, and no other', () => {
    const random = seededRandom(7);
    const numbers = [
      ...NUMBERS,
      ...Array.from({ length: 60 }, () => (random() - 0.5) * 10 ** Math.floor(random() * 8)),
    ];
    const hexes = numbers.map(sortableHex);
    const wrong: object[] = [];
    for (let round = 0; round < 200; round += 1) {
      const pick = (): number => numbers[Math.floor(random() * numbers.length)] ?? 0;
      const [low, high] = [pick(), pick()];
      const [withLow, withHigh] = [prefixesOfRange({ gte: low, lt: high }), prefixesOfRange({ gt: low, lte: high })];
      for (const [index, number] of numbers.entries()) {
        const hex = hexes[index] ?? '';
        const [ofLow, ofHigh] = [covers(withLow, hex), covers(withHigh, hex)];
        const expected = [number >= low && number < high ? 1 : 0, number > low && number <= high ? 1 : 0];
        if (ofLow !== expected[0] || ofHigh !== expected[1]) wrong.push({ low, high, number, ofLow, ofHigh });
      }
    }
    expect(wrong).toEqual([]);
  });

  it('needs one prefix, the empty one, for all numbers, and none for an empty range', () => {
    expect(prefixesOfRange({})).toEqual(['']);
    expect(prefixesOfRange({ gt: 5, lt: 5 })).toEqual([]);
    expect(prefixesOfRange({ gte: 6, lte: 5 })).toEqual([]);
  });

  it('needs at most 480 prefixes', () => {
    const random = seededRandom(3);
    for (let round = 0; round < 500; round += 1) {
      const bounds = { gt: (random() - 0.9) * 1e12, lt: (random() + 0.1) * 1e-12 + random() * 1e15 };
      expect(prefixesOfRange(bounds).length).toBeLessThanOrEqual(480);
    }
  });
});
