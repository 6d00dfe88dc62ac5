import { describe, expect, it } from '@jest/globals';
import { SourceQuality, type Contradiction } from '@arbiter/contracts';
import { judged, sourceOf } from '../../test/claim-support.js';
import { qualityRestedOn, rateSources } from './rate-sources.js';

const [OLD, NEW] = [sourceOf('old', 'x', { date: '2010-01-01' }), sourceOf('new', 'x', { date: '2020-01-01' })];
const supports = [judged('a', 'fully_supported', [{ sourceId: 'new', start: 0, end: 1 }]), judged('b', 'no_support')];

function against(first: string, second: string): Contradiction {
  const side = (sourceId: string) => ({ sourceId, start: 0, end: 1, quote: 'x' });
  return { between: 'sources', conflict: 'number', message: '', statements: [side(first), side(second)], newer: null };
}

describe('rateSources', () => {
  it('halves recency every five years behind the newest', () => {
    const [old, fresh] = rateSources([OLD, NEW], [], []);
    expect(fresh?.recency).toBe(1);
    expect(old?.recency).toBeCloseTo(0.25, 2);
  });

  it('takes authority from the metadata, where it is a share', () => {
    const sources = [0.7, 7, '0.7', undefined].map((authority) => sourceOf('a', 'x', { authority }));
    expect(rateSources(sources, [], []).map(({ authority }) => authority)).toEqual([0.7, null, null, null]);
  });

  it('counts the other sources that contradict it, each once', () => {
    const sources = ['a', 'b', 'c'].map((id) => sourceOf(id, 'x'));
    const rated = rateSources(sources, [], [against('a', 'b'), against('b', 'a')]);
    expect(rated.map(({ agreement }) => agreement)).toEqual([0.5, 0.5, 1]);
    expect(rateSources([OLD], [], [])[0]?.agreement).toBeNull();
  });

  it('counts the claims that it supports', () => {
    expect(rateSources([OLD, NEW], supports, []).map(({ completeness }) => completeness)).toEqual([0, 0.5]);
  });

  it('says what it knows and what it does not', () => {
    const [rated] = rateSources([sourceOf('a', 'x')], [], []);
    expect(SourceQuality.parse(rated)).toMatchObject({ score: 0.5, authority: null, recency: null });
    expect(rated?.reasoning).toBe('Nothing is known of it. Not known: authority, recency, agreement, completeness.');
  });
});

describe('qualityRestedOn', () => {
  it('is that of the sources that claims rest on alone', () => {
    const rated = rateSources([OLD, NEW], supports, []);
    expect(qualityRestedOn(rated, supports)).toBe(rated[1]?.score);
    expect(qualityRestedOn(rated, [judged('b', 'no_support', [{ sourceId: 'old', start: 0, end: 1 }])])).toBeNull();
  });
});
