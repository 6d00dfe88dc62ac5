import { describe, expect, it } from '@jest/globals';
import { claimOf } from '../../test/lamp.js';
import type { ClaimSupport } from './support-scorer.js';
import { weighJudgement } from './weigh-judgement.js';

const SUPPORT: ClaimSupport = {
  claim: claimOf('No, not before noon.'),
  probability: 0.15,
  support: 'no_support',
  method: 'semantic_similarity',
  reasoning: 'The nearest passage differs: the source does not deny it.',
  spans: [],
  mismatches: [{ kind: 'negation', message: 'the source does not deny it' }],
  settled: true,
  similarity: 0.7,
};
const judged = (support: number) => ({ unsupported: 1 - support, answers: support, beside: 0 });

describe('weighJudgement', () => {
  it('does not let a mismatch refute free words of which the judge is sure, and names it', () => {
    const weighed = weighJudgement(SUPPORT, judged(0.97));
    expect(weighed).toMatchObject({ support: 'fully_supported', mismatches: SUPPORT.mismatches });
    expect(weighed.reasoning).toContain('They may differ: the source does not deny it.');
    expect(weighed).not.toHaveProperty('settled');
    expect(weighJudgement(SUPPORT, judged(0.3))).toBe(SUPPORT);
  });

  it.each<[string, ClaimSupport['mismatches'], number, boolean]>([
    ['another value, of which the judge is not sure', [{ kind: 'number', message: 'nine, not six' }], 0.3, true],
    ['another value that the judge finds supported', [{ kind: 'number', message: 'nine, not six' }], 0.95, false],
    ['a certain one, whatever the judge says', [{ kind: 'number', message: 'six', certain: true }], 0.99, true],
    ['a wrong calculation, whatever the judge says', [{ kind: 'arithmetic', message: 'six' }], 0.99, true],
  ])('lets a mismatch refute %s', (_, mismatches, support, isRefuted) => {
    const weighed = weighJudgement({ ...SUPPORT, mismatches }, judged(support));
    expect(weighed.support === 'no_support').toBe(isRefuted);
  });

  it('takes a name that no source has for invented, unless the judge is very sure', () => {
    const { settled: _, ...open } = SUPPORT;
    const unknown = { ...open, mismatches: [{ kind: 'name', message: 'no Ostreach', missing: true }] as const };
    expect(weighJudgement(unknown, judged(0.8)).support).toBe('no_support');
    expect(weighJudgement(unknown, judged(0.97)).support).toBe('fully_supported');
  });

  it('is surer the surer the judge is, and counts what is supported beside the question', () => {
    const { settled: _, ...open } = SUPPORT;
    const probabilities = [0.05, 0.3, 0.6, 0.95].map((each) => weighJudgement(open, judged(each)).probability);
    expect([...probabilities].sort((a, b) => a - b)).toEqual(probabilities);
    expect(new Set(probabilities).size).toBe(4);
    const beside = { unsupported: 0.05, answers: 0, beside: 0.95 };
    expect(weighJudgement(open, beside).probability).toBeCloseTo(probabilities[3] ?? 0, 12);
  });

  it.each<[string, Partial<ClaimSupport>]>([
    ['stands word for word', { method: 'exact_match', probability: 1, support: 'fully_supported', mismatches: [] }],
    ['is calculated wrongly', { mismatches: [{ kind: 'arithmetic', message: '"16 weeks" does not follow' }] }],
  ])('leaves alone what %s', (_, over) => {
    const support = { ...SUPPORT, ...over };
    expect(weighJudgement(support, judged(0.5))).toBe(support);
  });

  it('leaves a claim to the features that nobody has judged', () => {
    expect(weighJudgement(SUPPORT, null)).toBe(SUPPORT);
  });
});
