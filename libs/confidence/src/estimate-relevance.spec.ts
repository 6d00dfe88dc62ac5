import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { estimateRelevance, monotoneAlongRank } from './estimate-relevance.js';

const unit = fc.double({ min: 0, max: 1, noNaN: true });

describe('estimateRelevance', () => {
  it('rises with the cosine and with the coverage', () => {
    const base = estimateRelevance({ cosine: 0.4, coverage: 0.5 });
    expect(estimateRelevance({ cosine: 0.5, coverage: 0.5 })).toBeGreaterThan(base);
    expect(estimateRelevance({ cosine: 0.4, coverage: 0.6 })).toBeGreaterThan(base);
  });

  it('stays within 0 and 1', () => {
    fc.assert(
      fc.property(fc.option(fc.double({ min: -1, max: 1, noNaN: true })), unit, (cosine, coverage) => {
        const relevance = estimateRelevance({ cosine, coverage });
        expect(relevance).toBeGreaterThan(0);
        expect(relevance).toBeLessThan(1);
      }),
    );
  });
});

describe('monotoneAlongRank', () => {
  it('leaves what already falls as it is', () => {
    expect(monotoneAlongRank([0.9, 0.5, 0.5, 0.1])).toEqual([0.9, 0.5, 0.5, 0.1]);
  });

  it('averages a rise away', () => {
    expect(monotoneAlongRank([0.9, 0.2, 0.6, 0.1])).toEqual([0.9, 0.4, 0.4, 0.1]);
  });

  it('never rises along the ranking and keeps the mean', () => {
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), (values) => {
        const monotone = monotoneAlongRank(values);
        expect(monotone).toHaveLength(values.length);
        monotone.slice(1).forEach((value, index) => expect(value).toBeLessThanOrEqual((monotone[index] ?? 0) + 1e-12));
        const sum = (list: number[]) => list.reduce((total, value) => total + value, 0);
        expect(sum(monotone)).toBeCloseTo(sum(values), 9);
      }),
    );
  });
});
