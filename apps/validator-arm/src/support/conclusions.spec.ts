import { describe, expect, it } from '@jest/globals';
import { carryOut } from '@arbiter/text';
import { judged, sourceOf } from '../../test/claim-support.js';
import { drawingConclusions } from './conclusions.js';
import type { ClaimSupport } from './support-scorer.js';

const REGISTER = sourceOf('register', 'The Gull was built in 1702. The Tern was built in 1704 at Pell.');
const PRICES = sourceOf('prices', 'A phial costs 9 wicks. A lantern costs 5 wicks.');
const SOURCES = [REGISTER, PRICES];

function spanOf(text: string) {
  const source = SOURCES.find(({ content }) => content.includes(text))!;
  const start = source.content.indexOf(text);
  return { sourceId: source.id, start, end: start + text.length };
}

const conclude = (claims: readonly ClaimSupport[]) => carryOut(drawingConclusions(claims, SOURCES));

const GULL = judged('The Gull was built in 1702.', 'fully_supported', [spanOf('The Gull was built in 1702.')]);
const TERN = judged('The Tern was built in 1704.', 'fully_supported', [spanOf('The Tern was built in 1704 at Pell.')], {
  probability: 0.8,
});

describe('a conclusion of an answer', () => {
  it('is as well supported as the weakest of the claims that it follows from, and rests on their sources', () => {
    const older = judged('The Gull is two years older than the Tern.', 'no_support', [
      spanOf('The Gull was built in 1702.'),
    ]);
    const [, , concluded] = conclude([GULL, TERN, older]);
    expect(concluded).toMatchObject({
      support: 'fully_supported',
      probability: 0.8,
      method: 'computed',
      spans: [spanOf('The Gull was built in 1702.'), spanOf('The Tern was built in 1704 at Pell.')],
      settled: true,
    });
  });

  it('may follow from sentences of sources that the answer does not repeat', () => {
    const dearer = judged('A phial costs four wicks more than a lantern.', 'partially_supported', [
      spanOf('A phial costs 9 wicks.'),
      spanOf('A lantern costs 5 wicks.'),
    ]);
    expect(conclude([dearer])).toMatchObject([{ support: 'fully_supported', method: 'computed' }]);
  });

  it.each([
    ['is miscomputed', 'The Gull is three years older than the Tern.'],
    ['is the wrong way round', 'The Tern is two years older than the Gull.'],
    ['names another thing', 'The Gull is two years older than the Tern and the Heron.'],
    ['says more', 'The Gull, a blue whaler with a crooked mast, is two years older than the Tern.'],
    ['concludes nothing', 'The Gull was built at Pell.'],
  ])('stays unsupported where it %s', (_, text) => {
    const claim = judged(text, 'no_support', [spanOf('The Gull was built in 1702.')]);
    expect(conclude([GULL, TERN, claim])[2]).toBe(claim);
  });

  it('does not follow from what is not supported itself', () => {
    const invented = judged('The Tern was built in 1704.', 'partially_supported');
    const older = judged('The Gull is two years older than the Tern.', 'no_support');
    expect(conclude([GULL, invented, older])[2]).toBe(older);
  });
});
