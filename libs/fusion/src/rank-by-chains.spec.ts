import { describe, expect, it } from '@jest/globals';
import { rankByChains, scoreChain, scoreDirect, type PassageChain } from './rank-by-chains.js';

const CHAIN: PassageChain = {
  from: 'river',
  to: 'falls',
  fromRank: 1,
  toRank: null,
  followedRank: 1,
  coverage: 1,
  mentions: false,
  mentionedBy: false,
};
const found = (...coverages: number[]) =>
  ['river', 'lake', 'delta'].slice(0, coverages.length).map((id, i) => ({ id, rank: i + 1, coverage: coverages[i]! }));

describe('rankByChains', () => {
  it('puts both ends of a good chain before what was found for the question', () => {
    const order = rankByChains(found(0.5, 0.5, 0.5), [CHAIN]).map(({ id }) => id);
    expect(order).toEqual(['river', 'falls', 'lake', 'delta']);
  });

  it('leaves the order as it was where following led nowhere', () => {
    const astray = { ...CHAIN, fromRank: 3, from: 'delta', followedRank: 9, coverage: 0.5 };
    const order = rankByChains(found(0.9, 0.5, 0.5), [astray]).map(({ id }) => id);
    expect(order).toEqual(['river', 'lake', 'delta', 'falls']);
  });

  it('gives a passage the best of its chains', () => {
    const [best] = rankByChains([], [{ ...CHAIN, followedRank: 5 }, CHAIN]);
    expect(best).toEqual({ id: 'river', score: scoreChain(CHAIN) });
  });

  it('does not depend on the order of the chains', () => {
    const other = { ...CHAIN, from: 'lake', fromRank: 2, to: 'dam' };
    expect(rankByChains(found(0.5, 0.5), [CHAIN, other])).toEqual(rankByChains(found(0.5, 0.5), [other, CHAIN]));
  });

  it('of nothing is nothing', () => {
    expect(rankByChains([], [])).toEqual([]);
  });
});

describe('scoreChain', () => {
  it('is a weighted sum of the logarithms of ranks, of coverage and links', () => {
    // 0.6 − 1.6 ln 2 − 0.3 ln 60 − 2.3 ln 3 + 2.4 · 0.5 + 1.4
    const chain = { ...CHAIN, fromRank: 2, followedRank: 3, coverage: 0.5, mentions: true };
    expect(scoreChain(chain)).toBeCloseTo(-1.6641, 3);
  });

  it.each<[string, Partial<PassageChain>]>([
    ['starts lower', { fromRank: 2 }],
    ['was followed to a lower rank', { followedRank: 2 }],
    ['covers less of the question', { coverage: 0.8 }],
  ])('is less for a chain that %s', (_, worse) => {
    expect(scoreChain({ ...CHAIN, ...worse })).toBeLessThan(scoreChain(CHAIN));
  });

  it.each<[string, Partial<PassageChain>]>([
    ['that mentions where it leads', { mentions: true }],
    ['whose end mentions its start', { mentionedBy: true }],
    ['whose end the question finds, too', { toRank: 4 }],
  ])('is more for a chain %s', (_, better) => {
    expect(scoreChain({ ...CHAIN, ...better })).toBeGreaterThan(scoreChain(CHAIN));
  });
});

describe('scoreDirect', () => {
  it('falls with the rank and rises with coverage', () => {
    expect(scoreDirect({ id: 'a', rank: 2, coverage: 0.5 })).toBeCloseTo(-1.9 * Math.log(2) + 1.05, 12);
  });
});
