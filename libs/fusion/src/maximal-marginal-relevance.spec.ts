import { describe, expect, it } from '@jest/globals';
import { selectByMaximalMarginalRelevance, type DiversityCandidate } from './maximal-marginal-relevance.js';

const candidate = (id: string, relevance: number, ...vector: number[]): DiversityCandidate => ({
  id,
  relevance,
  vector: vector.length > 0 ? Float32Array.from(vector) : null,
});
const best = candidate('best', 0.9, 1, 0);
const copy = candidate('copy', 0.8, 1, 0);
const other = candidate('other', 0.6, 0, 1);

describe('selectByMaximalMarginalRelevance', () => {
  it('prefers a new passage to a copy of a better one', () => {
    const selected = selectByMaximalMarginalRelevance([best, copy, other]);
    expect(selected.map(({ passage }) => passage.id)).toEqual(['best', 'other', 'copy']);
  });

  it('says what each passage is like, and what that cost', () => {
    const [, , third] = selectByMaximalMarginalRelevance([best, copy, other]);
    expect(third).toMatchObject({ passage: copy, similarity: 1, nearest: 'best' });
    expect(third?.score).toBeCloseTo(0.7 * 0.8 - 0.3, 12);
  });

  it('keeps the order of relevance at λ = 1', () => {
    const selected = selectByMaximalMarginalRelevance([other, copy, best], { lambda: 1 });
    expect(selected.map(({ passage }) => passage.id)).toEqual(['best', 'copy', 'other']);
  });

  it('begins with the most relevant passage', () => {
    expect(selectByMaximalMarginalRelevance([other, best])[0]).toEqual({
      passage: best,
      score: 0.7 * 0.9,
      similarity: 0,
      nearest: null,
    });
  });

  it('counts the greatest similarity to any that was selected', () => {
    const between = candidate('between', 0.1, 0.6, 0.8);
    const selected = selectByMaximalMarginalRelevance([best, other, between]);
    expect(selected.at(-1)).toMatchObject({ passage: between, nearest: 'other' });
    expect(selected.at(-1)?.similarity).toBeCloseTo(0.8, 6);
  });

  it('takes a passage without a vector for unlike all others', () => {
    const selected = selectByMaximalMarginalRelevance([best, copy, candidate('bare', 0.5)]);
    expect(selected.map(({ passage }) => passage.id)).toEqual(['best', 'bare', 'copy']);
  });

  it('rewards a passage that points away from those selected', () => {
    const opposite = candidate('opposite', 0.5, -1, 0);
    const selected = selectByMaximalMarginalRelevance([best, other, opposite]);
    expect(selected[1]).toMatchObject({ passage: opposite, similarity: -1 });
  });

  it('stops at the limit', () => {
    expect(selectByMaximalMarginalRelevance([best, copy, other], { limit: 1 })).toHaveLength(1);
    expect(selectByMaximalMarginalRelevance([best], { limit: 5 })).toHaveLength(1);
  });

  it('orders ties by id', () => {
    const ids = (candidates: DiversityCandidate[]): string[] =>
      selectByMaximalMarginalRelevance(candidates).map(({ passage }) => passage.id);
    expect(ids([candidate('b', 0.5), candidate('a', 0.5)])).toEqual(['a', 'b']);
  });

  it.each([{ lambda: -0.1 }, { lambda: 1.1 }, { lambda: Number.NaN }, { limit: -1 }])('refuses %j', (options) => {
    expect(() => selectByMaximalMarginalRelevance([best], options)).toThrow(RangeError);
  });

  it('refuses vectors of different length', () => {
    expect(() => selectByMaximalMarginalRelevance([best, candidate('short', 0.5, 1)])).toThrow(RangeError);
  });
});
