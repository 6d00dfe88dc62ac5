import { describe, expect, it } from '@jest/globals';
import { compareWithBaseline, describeVerdict, type QueryFigures } from './compare-with-baseline.js';

const figures = (values: readonly number[]): QueryFigures =>
  Object.fromEntries(values.map((value, n) => [`q${n}`, value]));

const fifty = Array.from({ length: 50 }, () => 0.8);

describe('compareWithBaseline', () => {
  it('passes what has not changed, and what is better', () => {
    expect(compareWithBaseline(figures(fifty), figures(fifty))).toMatchObject({ passed: true, pValue: 1, fallen: [] });
    const better = fifty.map((value) => value + 0.1);
    expect(compareWithBaseline(figures(fifty), figures(better))).toMatchObject({ passed: true, fallen: [] });
  });

  it('fails a fall over many queries, and names them, the worst first', () => {
    const worse = fifty.map((value, n) => (n < 10 ? value - 0.05 - n / 100 : value));
    const verdict = compareWithBaseline(figures(fifty), figures(worse));
    expect(verdict).toMatchObject({ passed: false, before: expect.closeTo(0.8), after: expect.closeTo(0.781) });
    expect(verdict.fallen).toHaveLength(10);
    expect(verdict.fallen[0]).toEqual({ id: 'q9', before: 0.8, after: expect.closeTo(0.66) });
    expect(describeVerdict('a set', verdict)).toMatch(
      /^a set: nDCG@10 0\.7810, was 0\.8000 .* FAILED\n {2}q9: 0\.8000 → 0\.6600\n/,
    );
  });

  it('lets pass what may be chance: a great fall of one query, or a fall and a rise', () => {
    const one = fifty.with(3, 0);
    expect(compareWithBaseline(figures(fifty), figures(one))).toMatchObject({ passed: true, pValue: 1 });
    const mixed = fifty.map((value, n) => (n % 2 === 0 ? value - 0.3 : value + 0.2));
    expect(compareWithBaseline(figures(fifty), figures(mixed))).toMatchObject({ passed: true });
  });

  it('lets pass a fall that is sure but small', () => {
    const less = fifty.map((value) => value - 0.004);
    const verdict = compareWithBaseline(figures(fifty), figures(less));
    expect(verdict.passed).toBe(true);
    expect(verdict.pValue).toBeLessThan(0.001);
  });

  it('fails when the queries are others', () => {
    const verdict = compareWithBaseline(figures([1, 1]), figures([1, 1, 1]));
    expect(verdict).toMatchObject({ passed: false, unmatched: ['q2'] });
    expect(describeVerdict('a set', verdict)).toContain('other queries (q2)');
  });
});
