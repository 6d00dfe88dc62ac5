import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FeedbackPassage } from './feedback-terms.js';
import { DEFAULT_FEEDBACK, feedbackCandidates, relevanceFeedback, type SearchQuery } from './relevance-feedback.js';

const lamp: FeedbackPassage = {
  id: 'lamp',
  score: 2,
  terms: ['lamp', 'oil', 'oil', 'wick'],
  vector: Float32Array.of(0, 1),
};
const oil: FeedbackPassage = { id: 'oil', score: 1, terms: ['oil', 'whale'], vector: Float32Array.of(1, 0) };
const passages = [lamp, oil];
const query: SearchQuery = { terms: [{ term: 'lamp', weight: 1 }], vector: Float32Array.of(1, 0) };
const rare = new Map(['lamp', 'oil', 'wick', 'whale'].map((term) => [term, 0.01]));
/** Softmax of the scores 2 and 1 at temperature 2. */
const LAMP_SHARE = 1 / (1 + Math.exp(-2));
const OIL_SHARE = 1 - LAMP_SHARE;

describe('relevanceFeedback', () => {
  it('believes a passage by the softmax of its fused score', () => {
    const shares = relevanceFeedback(query, passages, rare).passages;
    expect(shares.map(({ id }) => id)).toEqual(['lamp', 'oil']);
    expect(shares[0]?.share).toBeCloseTo(LAMP_SHARE, 12);
    expect(shares[1]?.share).toBeCloseTo(OIL_SHARE, 12);
  });

  it('believes by the distance of scores, on any scale', () => {
    const raised = passages.map((passage) => ({ ...passage, score: passage.score + 5_000 }));
    expect(relevanceFeedback(query, raised, rare)).toEqual(relevanceFeedback(query, passages, rare));
  });

  it('adds terms by how much of the passages they are, three in all', () => {
    const { added } = relevanceFeedback(query, passages, rare);
    const estimates = {
      oil: LAMP_SHARE / 2 + OIL_SHARE / 2,
      lamp: LAMP_SHARE / 4,
      wick: LAMP_SHARE / 4,
      whale: OIL_SHARE / 2,
    };
    expect(added.map(({ term }) => term)).toEqual(['oil', 'lamp', 'wick', 'whale']);
    for (const { term, weight } of added) {
      expect(weight).toBe(Math.round(8 * 3 * estimates[term as keyof typeof estimates]) / 8);
    }
  });

  it("adds to the query's own terms", () => {
    const { terms, added } = relevanceFeedback(query, passages, rare);
    const strengthened = added.find(({ term }) => term === 'lamp')?.weight ?? 0;
    expect(terms[0]).toEqual({ term: 'lamp', weight: 1 + strengthened });
    expect(terms.map(({ term }) => term)).toEqual(['lamp', 'oil', 'wick', 'whale']);
  });

  it('says which passages a term was taken from', () => {
    const { added } = relevanceFeedback(query, passages, rare);
    expect(added.map(({ term, passages: from }) => [term, from])).toEqual([
      ['oil', ['lamp', 'oil']],
      ['lamp', ['lamp']],
      ['wick', ['lamp']],
      ['whale', ['oil']],
    ]);
  });

  it('leaves out terms that many chunks hold, and those of unknown frequency', () => {
    const frequency = new Map([
      ['oil', 0.11],
      ['wick', 0.1],
    ]);
    const { added } = relevanceFeedback(query, passages, frequency);
    expect(added).toMatchObject([{ term: 'wick', weight: 3 }]);
  });

  it('adds no more than ten terms, the likeliest', () => {
    const terms = Array.from({ length: 12 }, (_, index) => `t${index}`).flatMap((term, index) =>
      Array.from({ length: 12 - index }, () => term),
    );
    const { added } = relevanceFeedback(query, [{ ...lamp, terms }], new Map(terms.map((term) => [term, 0])));
    expect(added.map(({ term }) => term)).toEqual(['t0', 't1', 't2', 't3', 't4', 't5', 't6', 't7', 't8', 't9']);
    expect(added.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(3, 0);
  });

  it('adds weights in eighths, so that engines can count them out, and nothing that rounds to none', () => {
    const rarely = Array.from({ length: 300 }, (_, index) => (index < 295 ? 'oil' : 'whale'));
    const { added, terms } = relevanceFeedback(query, [{ ...lamp, terms: rarely }], rare);
    expect(added).toMatchObject([{ term: 'oil', weight: 3 }]);
    expect(terms.every(({ weight }) => Number.isInteger(weight * 8))).toBe(true);
  });

  it("moves the vector towards the passages' mean, by 6 / (3 + length of the query)", () => {
    const { vector, step } = relevanceFeedback(query, passages, rare);
    expect(step).toBe(6 / 4);
    const x = 1 + step * OIL_SHARE;
    const y = step * LAMP_SHARE;
    expect(vector?.[0]).toBeCloseTo(x / Math.hypot(x, y), 6);
    expect(vector?.[1]).toBeCloseTo(y / Math.hypot(x, y), 6);
  });

  it('moves the vector of a long query less', () => {
    const long = { ...query, terms: [{ term: 'lamp', weight: 27 }] };
    expect(relevanceFeedback(long, passages, rare).step).toBe(6 / 30);
  });

  it('believes the first five passages only', () => {
    const many = ['1', '2', '3', '4', '5', '6'].map((id) => ({ ...lamp, id, terms: [id] }));
    const frequency = new Map(many.map(({ id }) => [id, 0]));
    const { passages: believed, added } = relevanceFeedback(query, many, frequency);
    expect(believed.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5']);
    expect(added.map(({ term }) => term)).not.toContain('6');
  });

  it('without a keyword index only moves the vector', () => {
    const found = passages.map((passage) => ({ ...passage, terms: null }));
    const expanded = relevanceFeedback(query, found, rare);
    expect(expanded.terms).toEqual(query.terms);
    expect(expanded.added).toEqual([]);
    expect(expanded.vector?.[1]).toBeGreaterThan(0.5);
  });

  it('without vectors only adds terms', () => {
    const found = passages.map((passage) => ({ ...passage, vector: null }));
    const expanded = relevanceFeedback({ ...query, vector: null }, found, rare);
    expect(expanded).toMatchObject({ vector: null, step: 0 });
    expect(expanded.added).toHaveLength(4);
  });

  it('without passages leaves the query as it is', () => {
    expect(relevanceFeedback(query, [], rare)).toEqual({ ...query, passages: [], added: [], step: 0 });
  });

  it('keeps a vector that the passages would cancel', () => {
    const opposite = [{ ...lamp, vector: Float32Array.of(-1, 0) }];
    const settings = { ...DEFAULT_FEEDBACK, vectorWeight: 4 };
    expect(relevanceFeedback(query, opposite, rare, settings)).toMatchObject({ vector: query.vector, step: 0 });
  });

  it('changes nothing that it is given, and always gives a unit vector', () => {
    const component = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(component, component), { minLength: 1, maxLength: 8 }), (vectors) => {
        const found = vectors.map(([x, y], index) => ({ ...lamp, id: String(index), vector: Float32Array.of(x, y) }));
        const before = structuredClone({ query, found });
        const { vector } = relevanceFeedback(query, found, rare);
        expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5);
        expect({ query, found }).toEqual(before);
      }),
    );
  });

  it.each([
    ['a score', [{ ...lamp, score: Number.NaN }], DEFAULT_FEEDBACK, 'the score NaN'],
    ['a vector', [{ ...lamp, vector: Float32Array.of(1) }], DEFAULT_FEEDBACK, '1 dimensions'],
    ['a weight', passages, { ...DEFAULT_FEEDBACK, termWeight: -1 }, 'termWeight must not be negative'],
    ['a step', passages, { ...DEFAULT_FEEDBACK, weightStep: 0 }, 'weightStep must be above 0'],
    ['an offset', passages, { ...DEFAULT_FEEDBACK, vectorOffset: 0 }, 'vectorOffset must be above 0'],
  ])('refuses %s out of range', (_, found, settings, message) => {
    const act = (): unknown => relevanceFeedback(query, found, rare, settings);
    expect(act).toThrow(RangeError);
    expect(act).toThrow(message);
  });
});

describe('feedbackCandidates', () => {
  it('names the terms of the believed passages, the likeliest first', () => {
    expect(feedbackCandidates(passages)).toEqual(['oil', 'lamp', 'wick', 'whale']);
  });

  it('asks for no more than the frequencies of 50 terms', () => {
    const terms = Array.from({ length: 200 }, (_, index) => `t${index}`);
    expect(feedbackCandidates([{ ...lamp, terms }])).toHaveLength(50);
  });
});
