import { soakCount, soakSeed } from '@arbiter/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { graphOf, logOf, statusIn, TOWN, worldOf } from '../../test/towns.js';
import { readTarget } from './question-target.js';
import { DEFAULT_WEIGHTS, type EvidenceSentence, rankEntities } from './rank-entities.js';

const graph = graphOf();
const share = fc.double({ min: 0, max: 1, noNaN: true });
const evidence = fc
  .record({
    page: fc.nat(TOWN.length - 1),
    from: fc.nat(40),
    length: fc.integer({ min: 1, max: 80 }),
    probability: share,
    span: share,
  })
  .map(({ page, from, length, probability, span }): EvidenceSentence => ({
    ...{ documentId: TOWN[page]!.id, start: from, end: from + length, text: '', probability },
    span: span < 0.5 ? null : { start: from, end: from + 10, probability: span },
  }));
const question = fc.constantFrom(
  'Where can we grind corn?',
  'Who keeps the Grey Mill?',
  'Is the Great Wheel running?',
  'Which hamlet was destroyed?',
  'Grey Mill',
);
const log = logOf(statusIn(1, 'orsolya-beck', 'dead'), statusIn(3, 'low-sedge', 'destroyed'));

describe('rankEntities', () => {
  it('gives five signals from 0 to 1 whose weighted sum is the score, and offers nothing gone before what can be used', () => {
    const drawn = fc.record({ question, sentences: fc.array(evidence, { maxLength: 10 }), session: fc.nat(4) });
    fc.assert(
      fc.property(drawn, ({ question: asked, sentences, session }) => {
        const world = worldOf(graph, log, { session });
        const ranked = rankEntities(readTarget(asked, graph), sentences, world);
        for (const { id, score, signals, isUsable, isOffered } of ranked) {
          expect(Object.keys(signals).sort()).toEqual(['centrality', 'proximity', 'recency', 'semantic', 'status']);
          for (const signal of Object.values(signals)) {
            expect(signal).toBeGreaterThanOrEqual(0);
            expect(signal).toBeLessThanOrEqual(1 + 1e-9);
          }
          const names = Object.keys(signals) as (keyof typeof signals)[];
          expect(score).toBeCloseTo(names.reduce((sum, name) => sum + DEFAULT_WEIGHTS[name] * signals[name], 0));
          if (!isUsable) expect([world.isUnavailable(id), isOffered]).toEqual([true, false]);
        }
        expect(new Set(ranked.map(({ node }) => node)).size).toBe(ranked.length);
        const order = ranked.map(({ isUsable, score }) => (isUsable ? 1_000 : 0) + score);
        expect(order).toEqual(order.toSorted((a, b) => b - a));
      }),
      { numRuns: soakCount(3_000), seed: soakSeed('signals of ranked entities') },
    );
  });

  it('ranks nothing in an empty graph', () => {
    const empty = graphOf([]);
    expect(rankEntities(readTarget('Who keeps the Grey Mill?', empty), [], worldOf(empty))).toEqual([]);
  });
});
