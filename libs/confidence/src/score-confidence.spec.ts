import { QUERY_TYPES } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_ACCEPT_THRESHOLD, scoreConfidence, type ConfidenceInput } from './score-confidence.js';

const good: ConfidenceInput = {
  relevance: { token: 'relevant', score: 0.8 },
  support: 'fully_supported',
  supportScore: 0.8,
  usefulness: { token: 'useful', score: 0.8 },
  queryType: 'simple_lookup',
};
const irrelevant = { token: 'irrelevant', score: 0.9 } as const;
const notUseful = { token: 'not_useful', score: 0.9 } as const;

const share = fc.double({ min: 0, max: 1, noNaN: true });
/** Verdicts from the worst to the best. */
const RELEVANCE = ['irrelevant', 'relevant'] as const;
const SUPPORT = ['no_support', 'partially_supported', 'fully_supported'] as const;
const USEFULNESS = ['not_useful', 'useful'] as const;

const inputs = fc.record({
  relevance: fc.record({ token: fc.constantFrom(...RELEVANCE), score: share }),
  support: fc.constantFrom(...SUPPORT, null),
  supportScore: share,
  usefulness: fc.record({ token: fc.constantFrom(...USEFULNESS), score: share }),
  queryType: fc.constantFrom(...QUERY_TYPES),
  threshold: share,
});

const holdsForAll = (change: Partial<ConfidenceInput>, holds: (confidence: number) => boolean): void =>
  fc.assert(fc.property(inputs, (input) => holds(scoreConfidence({ ...input, ...change, threshold: 0.7 }).confidence)));

describe('scoreConfidence', () => {
  it('of a fully supported, relevant and useful answer is at least .9', () => {
    fc.assert(
      fc.property(inputs, ({ relevance, usefulness, ...rest }) => {
        const { confidence } = scoreConfidence({
          ...rest,
          support: 'fully_supported',
          relevance: { ...relevance, token: 'relevant' },
          usefulness: { ...usefulness, token: 'useful' },
        });
        return confidence >= 0.9;
      }),
    );
  });

  it('of a partially supported, relevant and useful answer is .5 to .7, and never enough to be accepted', () => {
    fc.assert(
      fc.property(inputs, ({ relevance, usefulness, ...rest }) => {
        const { confidence } = scoreConfidence({
          ...rest,
          support: 'partially_supported',
          relevance: { ...relevance, token: 'relevant' },
          usefulness: { ...usefulness, token: 'useful' },
        });
        return confidence >= 0.5 && confidence < DEFAULT_ACCEPT_THRESHOLD;
      }),
    );
  });

  it('of an unsupported answer is below .3, whatever else', () => {
    holdsForAll({ support: 'no_support' }, (confidence) => confidence < 0.3);
  });

  it('of an answer from irrelevant sources is below .5, whatever else', () => {
    holdsForAll({ relevance: { token: 'irrelevant', score: 1 } }, (confidence) => confidence < 0.5);
  });

  it('of an answer that is not useful is below the threshold, whatever that is', () => {
    fc.assert(
      fc.property(inputs, fc.double({ min: 0.01, max: 1, noNaN: true }), (input, threshold) => {
        return scoreConfidence({ ...input, usefulness: notUseful, threshold }).confidence < threshold;
      }),
    );
  });

  it('of an answer with nothing to verify is too low to be accepted, and does not read the support score', () => {
    const { confidence, reasons } = scoreConfidence({ ...good, support: null });
    expect(confidence).toBeLessThan(DEFAULT_ACCEPT_THRESHOLD);
    expect(reasons).toEqual(['The answer makes no claim that could be checked.']);
    expect(scoreConfidence({ ...good, support: null, supportScore: 0 }).confidence).toBe(confidence);
  });

  it('tells better from worse inside a band', () => {
    const better = scoreConfidence({ ...good, supportScore: 0.9 }).confidence;
    expect(better).toBeGreaterThan(scoreConfidence(good).confidence);
  });

  it('weighs support most in a chain of questions', () => {
    const unsure = { ...good, supportScore: 0.2 };
    const lookup = scoreConfidence(unsure).confidence;
    expect(scoreConfidence({ ...unsure, queryType: 'multi_hop' }).confidence).toBeLessThan(lookup);
  });

  it('names the ruling limit first', () => {
    expect(scoreConfidence({ ...good, relevance: irrelevant, usefulness: notUseful }).reasons).toEqual([
      'The sources are not about the question.',
      'The answer does not answer the question.',
      'Every claim is supported by the sources.',
    ]);
  });

  it('never falls when a score rises', () => {
    fc.assert(
      fc.property(inputs, share, fc.constantFrom('relevance', 'supportScore', 'usefulness'), (input, score, name) => {
        const higher: ConfidenceInput =
          name === 'supportScore'
            ? { ...input, supportScore: Math.max(score, input.supportScore) }
            : { ...input, [name]: { ...input[name], score: Math.max(score, input[name].score) } };
        expect(scoreConfidence(higher).confidence).toBeGreaterThanOrEqual(scoreConfidence(input).confidence - 1e-12);
      }),
    );
  });

  it('never falls when a verdict improves', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { confidence } = scoreConfidence(input);
        const improved: ConfidenceInput[] = [
          { ...input, relevance: { ...input.relevance, token: 'relevant' } },
          { ...input, usefulness: { ...input.usefulness, token: 'useful' } },
        ];
        const better = input.support === null ? undefined : SUPPORT[SUPPORT.indexOf(input.support) + 1];
        if (better) improved.push({ ...input, support: better });
        for (const one of improved) expect(scoreConfidence(one).confidence).toBeGreaterThanOrEqual(confidence - 1e-12);
      }),
    );
  });

  it.each([
    { supportScore: 1.1 },
    { supportScore: Number.NaN },
    { relevance: { token: 'relevant', score: -0.1 } as const },
    { usefulness: { token: 'useful', score: 2 } as const },
    { threshold: 2 },
  ])('refuses %j', (change) => {
    expect(() => scoreConfidence({ ...good, ...change })).toThrow(RangeError);
  });
});
