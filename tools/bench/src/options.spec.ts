import { describe, expect, it } from '@jest/globals';
import { scaleBenchOptions } from './scale.bench.js';
import { searchBenchOptions } from './search.bench.js';

describe('searchBenchOptions', () => {
  it('refuses a method that there is not', () => {
    expect(() => searchBenchOptions({ methods: 'keyword,slow' })).toThrow('There is no method "slow"');
  });
});

describe('scaleBenchOptions', () => {
  it('takes sizes and counts from the command line', () => {
    expect(scaleBenchOptions({ chunks: '5,6', queries: '7' })).toEqual({ chunks: [5, 6], queries: 7 });
  });
});
