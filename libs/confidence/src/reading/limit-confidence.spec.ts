import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { limitConfidence, type ConfidenceLimits } from './limit-confidence.js';

const unlimited: ConfidenceLimits = {
  relevance: 'relevant',
  support: 'fully_supported',
  supportScore: 0.9,
  isContradicted: false,
};
const confidenceOf = (rightness: number, change: Partial<ConfidenceLimits> = {}): number =>
  limitConfidence(rightness, { ...unlimited, ...change }).confidence;

const share = fc.double({ min: 0, max: 1, noNaN: true });
/** From the worst to the best. */
const SUPPORT = ['no_support', 'partially_supported', 'fully_supported'] as const;

const limits = fc.record({
  relevance: fc.constantFrom('irrelevant' as const, 'relevant' as const),
  support: fc.constantFrom(...SUPPORT, null),
  supportScore: share,
  isContradicted: fc.boolean(),
});

describe('limitConfidence', () => {
  it('is the probability that was read where nothing limits it', () => {
    expect(confidenceOf(0.42)).toBe(0.42);
  });

  it.each([
    ['an answer that its sources do not support', { support: 'no_support' }, 0.29],
    ['one that they support in part', { support: 'partially_supported', supportScore: 1 }, 0.39],
    ['one that claims nothing', { support: null }, 0.39],
    ['one from sources beside the question', { relevance: 'irrelevant' }, 0.49],
    ['one whose sources contradict each other', { isContradicted: true }, 0.6],
    ['one that calculates wrongly', { isMiscalculated: true }, 0.29],
    ['one to a question that names what no source mentions', { unmentioned: ['Puffin'] }, 0.38],
  ] as const)('caps %s, however surely it was read', (_, change, most) => {
    expect(confidenceOf(1, { supportScore: 1, ...change })).toBe(most);
    expect(confidenceOf(0.1, { supportScore: 1, ...change })).toBe(0.1);
  });

  it('is never surer than .99', () => {
    expect(confidenceOf(1)).toBe(0.99);
    fc.assert(fc.property(share, limits, (rightness, limit) => confidenceOf(rightness, limit) <= 0.99));
  });

  it('is never surer than what was read', () => {
    fc.assert(fc.property(share, limits, (rightness, limit) => confidenceOf(rightness, limit) <= rightness));
  });

  it('counts the doubtful claims of a partly supported answer', () => {
    expect(confidenceOf(0.6, { support: 'partially_supported', supportScore: 0.5 })).toBeCloseTo(0.3, 12);
  });

  it('never falls when what was read or the support rises', () => {
    fc.assert(
      fc.property(share, share, share, limits, (rightness, other, supportScore, limit) => {
        const higher = Math.max(rightness, other);
        const better = { ...limit, supportScore: Math.max(supportScore, limit.supportScore) };
        return confidenceOf(higher, better) >= confidenceOf(rightness, limit);
      }),
    );
  });

  it('never rises when a verdict worsens', () => {
    fc.assert(
      fc.property(share, limits, (rightness, limit) => {
        const worse = limit.support === null ? undefined : SUPPORT[SUPPORT.indexOf(limit.support) - 1];
        const worsened: Partial<ConfidenceLimits>[] = [
          { ...limit, relevance: 'irrelevant' },
          { ...limit, isContradicted: true },
          ...(worse ? [{ ...limit, support: worse }] : []),
        ];
        return worsened.every((one) => confidenceOf(rightness, one) <= confidenceOf(rightness, limit));
      }),
    );
  });

  it('names what limits it, lowest first', () => {
    const { reasons } = limitConfidence(0.9, {
      relevance: 'irrelevant',
      support: 'no_support',
      supportScore: 0.1,
      isContradicted: true,
    });
    expect(reasons).toEqual([
      'The sources do not support the answer.',
      'The sources are not about the question.',
      'The sources contradict each other, or the answer.',
    ]);
  });

  it('says of an answer that nothing limits how many of its like are right, and never that all are', () => {
    expect(limitConfidence(0.83, unlimited).reasons).toEqual([expect.stringContaining('83 of 100')]);
    expect(limitConfidence(1, unlimited).reasons).toEqual([expect.stringContaining('99 of 100')]);
  });

  it.each([
    [1.1, {}],
    [Number.NaN, {}],
    [0.5, { supportScore: -0.1 }],
  ])('refuses %p with %j', (rightness, change) => {
    expect(() => confidenceOf(rightness, change)).toThrow(RangeError);
  });
});
