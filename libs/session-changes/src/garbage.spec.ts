import { performance } from 'node:perf_hooks';
import { describe, expect, it } from '@jest/globals';
import { proposeChanges } from './propose-changes.js';
import type { Session } from './session-changes.js';

const KNOWN = {
  entities: [
    { id: 'mill', name: 'The Mill', type: 'place' },
    { id: 'vane', name: 'Corporal Vane', type: 'person' },
    { id: 'p-1', name: 'P-1', type: 'pump' },
  ],
  relations: [{ from: 'mill', type: 'kept_by', to: 'vane' }],
};
const sessionOf = (text: string): Session => ({
  id: 's.md',
  title: '',
  text,
  sections: [],
  blocks: [],
  metadata: { session: 1, date: '2026-01-01' },
});

/** mulberry32 */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const PIECES =
  'The Mill|Corporal Vane|P-1|was|closed|not|,|.|;|:|–|"|“|(|)|and|but|who|to|tried|had|been|of|by|the|it|she|him|is|out of service|died|gave|took|over|from|\n|\n\n|| |06:10|GM:|?|’s|correction|since 3 May|if|no longer|says|keys|🙂|\u0000|é|Ω|-|1'.split(
    '|',
  );

describe('any text', () => {
  it('is read without an error, and twice the same', () => {
    const next = random(7);
    for (let round = 0; round < 300; round++) {
      const text = Array.from({ length: 60 }, () => PIECES[Math.floor(next() * PIECES.length)]).join(
        next() < 0.5 ? ' ' : '',
      );
      expect(proposeChanges(sessionOf(text), KNOWN)).toEqual(proposeChanges(sessionOf(text), KNOWN));
    }
  });

  it.each([
    ['one word', 'closed '],
    ['capitals', 'VANE '],
    ['quotes', '"'],
    ['brackets', '('],
    ['commas', 'The Mill, '],
    ['and', 'The Mill and '],
    ['prepositions', 'of the Mill '],
    ['sentences', 'The Mill was closed. '],
    ['lines of a log', '06:10 P-1 tripped\n'],
    ['nothing', ' '],
    ['digits', '0:0'],
    ['names', 'Ab Cd. '],
  ])(
    'takes time that grows with its length: %s',
    (_, piece) => {
      const timeOf = (length: number): number => {
        const session = sessionOf(piece.repeat(Math.ceil(length / piece.length)));
        const start = performance.now();
        proposeChanges(session, KNOWN);
        return performance.now() - start;
      };
      timeOf(20_000);
      const [short, long] = [Math.min(timeOf(50_000), timeOf(50_000)), timeOf(400_000)];
      // Eight times the text; quadratic time would be 64 times as long.
      expect(long).toBeLessThan(Math.max(24 * short, 1_500));
    },
    60_000,
  );
});
