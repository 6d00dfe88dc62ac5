import { describe, expect, it } from '@jest/globals';
import type { Source } from '@arbiter/contracts';
import type { Steps } from '@arbiter/text';
import { sourceOf } from '../../test/claim-support.js';
import { extractClaims, extractingClaims } from '../claims/extract-claims.js';
import { findingContradictions } from '../contradictions/find-contradictions.js';
import { EvidenceIndex } from './usefulness-check.js';
import { checkingRelevance } from './relevance-check.js';

const CLAIM = 'A bell costs 3 marks.';

/** How often the work lets others have a turn. */
function stepsOf(work: Steps<unknown>): number {
  let steps = 0;
  while (!work.next().done) steps += 1;
  return steps;
}

const WORK: Record<string, (sources: readonly Source[]) => Steps<unknown>> = {
  relevance: (sources) => checkingRelevance('What does a bell cost?', sources, { model: 'none', cosines: new Map() }),
  'rarity of words': (sources) => EvidenceIndex.reading(sources),
};

describe('checks of megabytes', () => {
  describe.each(Object.keys(WORK))('of %s', (check) => {
    it.each([
      ['one sentence', 'bell '],
      ['sentences', 'A bell of brass costs 3 marks. '],
      ['rows', 'Item: bell; Price: 3 marks\n'],
    ])('go through %s in steps that do not grow with them', (_, piece) => {
      const steps = [4_000, 80_000].map((count) => stepsOf(WORK[check]!([sourceOf('s', piece.repeat(count))])));
      expect(steps[0]).toBeGreaterThan(2);
      expect(steps[1]).toBeGreaterThan(10 * (steps[0] ?? 0));
    });
  });

  it('read the sentences of an answer one a step', () => {
    expect(stepsOf(extractingClaims('The bell rings. '.repeat(5_000)))).toBeGreaterThan(5_000);
  });

  it('compare two statements a step', () => {
    const claims = extractClaims(Array.from({ length: 100 }, (_, n) => `The lamp of tower ${n} burns.`).join(' '));
    expect(stepsOf(findingContradictions(claims, []))).toBeGreaterThanOrEqual((100 * 99) / 2);
    const sources = [sourceOf('s', 'The bell rings. '.repeat(5_000))];
    expect(stepsOf(findingContradictions(extractClaims(CLAIM), sources))).toBeGreaterThan(1_900);
  });

  it('read no more of titles and other names than tells what a source speaks of', () => {
    const steps = [5_000, 500_000].map((length) => {
      const named = sourceOf('s', CLAIM, { title: 'bell '.repeat(length), aliases: ['lamp '.repeat(length)] });
      return Object.values(WORK).map((work) => stepsOf(work([named])));
    });
    expect(steps[1]).toEqual(steps[0]);
  });
});
