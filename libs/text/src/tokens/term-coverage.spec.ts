import { describe, expect, it } from '@jest/globals';
import { TermCoverage } from './term-coverage.js';

describe('TermCoverage', () => {
  const coverage = new TermCoverage('burning beacons of Gull Point', [
    'The beacon at Gull Point burns all night.',
    'Gull Point has a well.',
    'A recipe for eel pie.',
  ]);

  it('is 1 for a passage that holds every term in any form', () => {
    expect(coverage.of(0)).toBe(1);
  });

  it('counts rare terms more than common ones', () => {
    // Two of four terms, but the commoner two.
    expect(coverage.of(1)).toBeGreaterThan(0);
    expect(coverage.of(1)).toBeLessThan(0.5);
  });

  it('is 0 for a passage that holds none', () => {
    expect(coverage.of(2)).toBe(0);
  });

  it('is 0 for a query without terms', () => {
    expect(new TermCoverage('who is it?', ['Anything.']).of(0)).toBe(0);
  });

  it('refuses a passage that is not there', () => {
    expect(() => coverage.of(3)).toThrow(RangeError);
  });
});
