import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { estimateRelevance, monotoneAlongRank, relevanceModelsOf } from './estimate-relevance.js';

const MODELS = relevanceModelsOf('bge-small-en-v1.5');
const unit = fc.double({ min: 0, max: 1, noNaN: true });

describe('estimateRelevance', () => {
  it('rises with the cosine and with the coverage', () => {
    const base = estimateRelevance({ cosine: 0.4, coverage: 0.5 }, MODELS);
    expect(estimateRelevance({ cosine: 0.5, coverage: 0.5 }, MODELS)).toBeGreaterThan(base);
    expect(estimateRelevance({ cosine: 0.4, coverage: 0.6 }, MODELS)).toBeGreaterThan(base);
  });

  it('stays within 0 and 1', () => {
    fc.assert(
      fc.property(fc.option(fc.double({ min: -1, max: 1, noNaN: true })), unit, (cosine, coverage) => {
        const relevance = estimateRelevance({ cosine, coverage }, MODELS);
        expect(relevance).toBeGreaterThan(0);
        expect(relevance).toBeLessThan(1);
      }),
    );
  });
});

describe('the shipped weights', () => {
  it('take a passage that is near and holds half the words for evidence, and one that is far and holds few for none', () => {
    expect(estimateRelevance({ cosine: 0.75, coverage: 0.5 }, MODELS)).toBeGreaterThan(0.9);
    expect(estimateRelevance({ cosine: 0.35, coverage: 0.1 }, MODELS)).toBeLessThan(0.1);
    expect(estimateRelevance({ cosine: null, coverage: 0.6 }, MODELS)).toBeGreaterThan(0.9);
    expect(estimateRelevance({ cosine: null, coverage: 0.05 }, MODELS)).toBeLessThan(0.2);
  });

  it('know the cosines of no other embedding model: words alone judge there', () => {
    const ofAnother = relevanceModelsOf('nomic-embed-text');
    const byWords = estimateRelevance({ cosine: null, coverage: 0.6 }, MODELS);
    expect(estimateRelevance({ cosine: 0.9, coverage: 0.6 }, ofAnother)).toBe(byWords);
    expect(estimateRelevance({ cosine: 0.1, coverage: 0.6 }, ofAnother)).toBe(byWords);
  });

  it('give way to others', () => {
    const even = { intercept: 0, cosine: 0, coverage: 0 };
    expect(estimateRelevance({ cosine: 0.9, coverage: 0.9 }, { withVectors: even, withoutVectors: even })).toBe(0.5);
  });
});

describe('monotoneAlongRank', () => {
  it('leaves what already falls as it is', () => {
    expect(monotoneAlongRank([0.9, 0.5, 0.5, 0.1])).toEqual([0.9, 0.5, 0.5, 0.1]);
  });

  it('does not hide a sure passage behind doubtful ones that are ranked above it', () => {
    expect(monotoneAlongRank([0.2, 0.1, 0.9, 0.1])).toEqual([0.9, 0.9, 0.9, 0.1]);
  });

  it('lifts nothing that is ranked below', () => {
    expect(monotoneAlongRank([0.9, 0.1, 0.3])).toEqual([0.9, 0.3, 0.3]);
  });

  it('is the lowest sequence that never rises and is nowhere below the estimates', () => {
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), (values) => {
        const monotone = monotoneAlongRank(values);
        expect(monotone).toHaveLength(values.length);
        monotone.forEach((value, rank) => expect(value).toBe(Math.max(...values.slice(rank))));
      }),
    );
  });
});
