import { describe, expect, it } from '@jest/globals';
import { chooseSample, extrapolate, NOTHING_SAMPLED } from './read-sample.js';

const MIB = 1_024 * 1_024;

describe('a sample', () => {
  it('is everything that can be read quickly', () => {
    const few = [{ size: 10 }, { size: 20 }];
    expect(chooseSample(few)).toEqual(few);
    expect(chooseSample([])).toEqual([]);
  });

  it('of many is a hundred from all over the listing, each once and the same each time', () => {
    const many = Array.from({ length: 1_000 }, (_, place) => ({ size: 10, place }));
    const sample = chooseSample(many);
    expect(sample).toHaveLength(100);
    expect(new Set(sample).size).toBe(100);
    expect([sample[0]!.place, sample[99]!.place]).toEqual([5, 995]);
    expect(chooseSample(many)).toEqual(sample);
  });

  it('of large documents is as many as 16 MiB hold, and one at least', () => {
    expect(chooseSample(Array.from({ length: 20 }, () => ({ size: 4 * MIB })))).toHaveLength(4);
    expect(chooseSample([{ size: 100 * MIB }])).toHaveLength(1);
  });
});

describe('what is reckoned from a sample', () => {
  const sampled = { documents: 2, bytes: 100, chunks: 4, embedded: 3, tokens: 60, characters: 240, ms: 8 };

  it('grows with the bytes', () => {
    expect(extrapolate(sampled, { documents: 10, bytes: 250 })).toEqual({
      documents: 10,
      bytes: 250,
      chunks: 10,
      embedded: 8,
      tokens: 150,
      characters: 600,
      ms: 20,
    });
  });

  it('grows with the documents where nobody knows their bytes', () => {
    expect(extrapolate({ ...sampled, bytes: 0 }, { documents: 10, bytes: 0 }).chunks).toBe(20);
  });

  it('is nothing where nothing could be read', () => {
    expect(extrapolate(NOTHING_SAMPLED, { documents: 0, bytes: 0 }).tokens).toBe(0);
  });
});
