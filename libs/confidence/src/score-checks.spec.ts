import { QUERY_TYPES } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { scoreChecks, type CheckedAnswer } from './score-checks.js';

const good: CheckedAnswer = {
  relevance: { token: 'relevant', score: 0.8 },
  support: 'fully_supported',
  supportScore: 0.8,
  usefulness: { token: 'useful', score: 0.8 },
  queryType: 'simple_lookup',
};
const scoreOf = (change: Partial<CheckedAnswer>): number => scoreChecks({ ...good, ...change }).score;

const share = fc.double({ min: 0, max: 1, noNaN: true });
/** From the worst to the best. */
const SUPPORT = ['no_support', 'partially_supported', 'fully_supported'] as const;

const answers = fc.record({
  relevance: fc.record({ token: fc.constantFrom('irrelevant' as const, 'relevant' as const), score: share }),
  support: fc.constantFrom(...SUPPORT, null),
  supportScore: share,
  usefulness: fc.record({ token: fc.constantFrom('not_useful' as const, 'useful' as const), score: share }),
  queryType: fc.constantFrom(...QUERY_TYPES),
});

function holdsForAll(change: Partial<CheckedAnswer>, holds: (score: number) => boolean): void {
  fc.assert(fc.property(answers, (answer) => holds(scoreChecks({ ...answer, ...change }).score)));
}

describe('scoreChecks, the published bands', () => {
  const relevant = { token: 'relevant', score: 0 } as const;

  it('give a fully supported answer from relevant sources at least .9, whatever else', () => {
    holdsForAll({ support: 'fully_supported', relevance: relevant }, (score) => score >= 0.9);
  });

  it('give a partially supported one from relevant sources .5 to .7', () => {
    holdsForAll({ support: 'partially_supported', relevance: relevant }, (score) => score >= 0.5 && score < 0.7);
  });

  it('give an unsupported one less than .3', () => {
    holdsForAll({ support: 'no_support' }, (score) => score < 0.3);
  });

  it('give one from irrelevant sources less than .5', () => {
    holdsForAll({ relevance: { token: 'irrelevant', score: 1 } }, (score) => score < 0.5);
  });

  it('give one that claims nothing .3 to .5, and do not read the support score', () => {
    holdsForAll({ support: null, relevance: relevant }, (score) => score >= 0.3 && score <= 0.5);
    expect(scoreOf({ support: null, supportScore: 0 })).toBe(scoreOf({ support: null, supportScore: 1 }));
  });
});

describe('scoreChecks', () => {
  it('tells better from worse inside a band', () => {
    expect(scoreOf({ supportScore: 0.9 })).toBeGreaterThan(scoreOf({}));
  });

  it('weighs .3, .4 and .3 as published, and support most in a chain of questions', () => {
    expect(scoreChecks(good).weights).toEqual({ relevance: 0.3, support: 0.4, usefulness: 0.3 });
    expect(scoreOf({ supportScore: 0.2, queryType: 'multi_hop' })).toBeLessThan(scoreOf({ supportScore: 0.2 }));
  });

  it.each(QUERY_TYPES)('says by which weights it scored a question of type %s: they sum to 1', (queryType) => {
    const { relevance, support, usefulness } = scoreChecks({ ...good, queryType }).weights;
    expect(relevance + support + usefulness).toBeCloseTo(1, 12);
  });

  it('never falls when a score rises', () => {
    fc.assert(
      fc.property(answers, share, fc.constantFrom('relevance', 'supportScore', 'usefulness'), (answer, score, name) => {
        const higher: CheckedAnswer =
          name === 'supportScore'
            ? { ...answer, supportScore: Math.max(score, answer.supportScore) }
            : { ...answer, [name]: { ...answer[name], score: Math.max(score, answer[name].score) } };
        expect(scoreChecks(higher).score).toBeGreaterThanOrEqual(scoreChecks(answer).score - 1e-12);
      }),
    );
  });

  it('never falls when a verdict improves', () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const { score } = scoreChecks(answer);
        const better = answer.support === null ? undefined : SUPPORT[SUPPORT.indexOf(answer.support) + 1];
        const improved: CheckedAnswer[] = [
          { ...answer, relevance: { ...answer.relevance, token: 'relevant' } },
          ...(better ? [{ ...answer, support: better }] : []),
        ];
        for (const one of improved) expect(scoreChecks(one).score).toBeGreaterThanOrEqual(score - 1e-12);
      }),
    );
  });

  it.each([
    { supportScore: 1.1 },
    { supportScore: Number.NaN },
    { relevance: { token: 'relevant', score: -0.1 } as const },
    { usefulness: { token: 'useful', score: 2 } as const },
  ])('refuses %j', (change) => {
    expect(() => scoreChecks({ ...good, ...change })).toThrow(RangeError);
  });
});
