import { describe, expect, it } from '@jest/globals';
import { seededRandom } from './seeded-random.js';

describe('seededRandom', () => {
  // From an implementation in Python after the authors' C (https://prng.di.unimi.it/xoshiro128starstar.c).
  it.each([
    [0, [3_809_008_728, 1_133_695_204, 53_579_671, 2_891_528_803]],
    [42, [2_837_322_924, 544_945_897, 479_756_282, 3_500_138_142]],
    [2 ** 40 + 7, [1_004_282_400, 2_200_021_487, 1_929_548_009, 3_760_230_548]],
    [-1, [835_879_718, 1_921_286_648, 1_938_757_670, 1_885_780_724]],
  ])('gives the numbers of xoshiro128** for the seed %d', (seed, numbers) => {
    const random = seededRandom(seed);
    expect(numbers.map(() => random() * 2 ** 32)).toEqual(numbers);
  });

  it.each([0.5, NaN, Infinity, 2 ** 53])('refuses %d as a seed', (seed) => {
    expect(() => seededRandom(seed)).toThrow(RangeError);
  });
});
