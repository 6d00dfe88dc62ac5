import { seededRandom } from '@arbiter/evaluation';
import { describe, expect, it } from '@jest/globals';
import { summariseRun, type PageRecord } from './measure-pages.js';
import { pagesOfPassages } from './page-methods.js';
import { measurePages } from './summarise-pages.js';

/** Question n asks for page n, and finds it at the rank given, from 1. */
const records = (method: string, ranks: readonly number[]): PageRecord[] =>
  ranks.map((rank, n) => {
    const ids = Array.from({ length: 6 }, (_, index) => (index + 1 === rank ? `pump#${n}` : `other#${index}`));
    return {
      method,
      id: `q${n}`,
      query: '?',
      type: n % 2 === 0 ? 'diagram' : 'text',
      pageType: null,
      relevant: [`pump#${n}`],
      figures: measurePages(ids, new Map([[`pump#${n}`, 1]])),
      ranking: ids.map((id) => ({ id, score: 0.5 })),
      degraded: false,
      latencyMs: rank,
    };
  });

describe('summariseRun', () => {
  const random = () => seededRandom(1);

  it('compares two methods question by question, in all and within each type', () => {
    const methods = new Map([
      ['text', records('text', [5, 1, 5, 1, 5, 1, 5, 1, 5, 1, 5, 1])],
      ['fused', records('fused', [1, 1, 2, 1, 3, 1, 1, 1, 2, 1, 3, 1])],
    ]);
    const { n, metrics, latencyMs, significance, significanceByType } = summariseRun(methods, { random });
    expect([n, metrics.text?.['recall@3'], metrics.fused?.['recall@3']]).toEqual([12, 0.5, 1]);
    expect(metrics.fused).not.toHaveProperty('byPageType');
    expect([latencyMs.p95, latencyMs.methods.fused?.p95]).toEqual([5, 3]);
    const pair = { a: 'text', b: 'fused' };
    // Six questions differ, all in one direction: 2 of 64 assignments of signs.
    expect(significance).toEqual([
      { metric: 'recall@3', ...pair, difference: -0.5, pValue: 2 / 64 },
      { metric: 'ndcg@5', ...pair, difference: expect.any(Number), pValue: 2 / 64 },
    ]);
    expect(significanceByType.diagram?.[0]).toMatchObject({ metric: 'recall@3', difference: -1, pValue: 2 / 64 });
    expect(significanceByType.text?.[0]).toMatchObject({ metric: 'recall@3', difference: 0, pValue: 1 });
  });

  it('compares nothing where there is one method', () => {
    const run = summariseRun(new Map([['text', records('text', [1])]]), { random });
    expect(run).toMatchObject({ significance: [], significanceByType: {} });
  });
});

describe('pagesOfPassages', () => {
  /** The second page is empty, and begins where the third does. */
  const pages = [0, 100, 100, 200].map((start, index) => ({ number: index + 1, start }));
  const stored = new Map([['d1', { name: 'a', pages, length: 300 }]]);
  const passage = (start: number, end: number, relevance_score = 0.5, document_id = 'd1') => ({
    relevance_score,
    metadata: { document_id, start, end, chunk_id: 'c', collection: 'corpus', title: '', section: [], page: null },
  });
  const found = (...passages: ReturnType<typeof passage>[]) => pagesOfPassages(passages, stored).map(({ id }) => id);

  it('counts a passage for every page with some of it, the one with most first, never for an empty page', () => {
    expect(found(passage(90, 220))).toEqual(['a#3', 'a#4', 'a#1']);
    expect(found(passage(50, 150))).toEqual(['a#1', 'a#3']);
  });

  it('does not count it for the page at which it ends', () => {
    expect(found(passage(0, 100))).toEqual(['a#1']);
    expect(found(passage(200, 300))).toEqual(['a#4']);
  });

  it('gives a page the place and score of its best passage', () => {
    expect(pagesOfPassages([passage(150, 250, 0.9), passage(0, 150, 0.8), passage(200, 300, 0.7)], stored)).toEqual([
      { id: 'a#3', score: 0.9 },
      { id: 'a#4', score: 0.9 },
      { id: 'a#1', score: 0.8 },
    ]);
  });

  it('leaves out what is of no PDF of the set', () => {
    expect(found(passage(0, 50, 0.9, 'other'))).toEqual([]);
  });
});
