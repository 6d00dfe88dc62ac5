import { beforeAll, describe, expect, it } from '@jest/globals';
import { countSteps, soakCount, soakSample, soakSeed } from '@arbiter/testing';
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
    const next = random(soakSeed('sessions of garbage'));
    for (let round = 0; round < soakCount(300); round++) {
      const text = Array.from({ length: 60 }, () => PIECES[Math.floor(next() * PIECES.length)]).join(
        next() < 0.5 ? ' ' : '',
      );
      expect(proposeChanges(sessionOf(text), KNOWN)).toEqual(proposeChanges(sessionOf(text), KNOWN));
    }
  });

  describe('takes steps that grow with its length', () => {
    /** Characters: one step for each pair of sentences of the longer text would be a tenth of all its steps. */
    const LENGTHS = [3_000, 12_000];
    /** Four times the text takes four times the steps, less what the shortest text takes; quadratic work takes sixteen times. */
    const LINEAR = 4.3;
    const REPEATED = {
      'one word': 'closed ',
      capitals: 'VANE ',
      quotes: '"',
      brackets: '(',
      commas: 'The Mill, ',
      and: 'The Mill and ',
      prepositions: 'of the Mill ',
      sentences: 'The Mill was closed. ',
      'lines of a log': '06:10 P-1 tripped\n',
      nothing: ' ',
      digits: '0:0',
      names: 'Ab Cd. ',
    };
    const KINDS = soakSample('repeated pieces', Object.entries(REPEATED), 4);
    let counted: readonly number[];
    beforeAll(async () => {
      const texts = KINDS.flatMap(([, piece]) =>
        LENGTHS.map((length) => piece.repeat(Math.ceil(length / piece.length))),
      );
      counted = await countSteps(
        new URL('./propose-changes.ts', import.meta.url),
        'proposeChanges',
        texts.map((text) => [sessionOf(text), KNOWN]),
      );
    });

    it.each(KINDS.map(([name], index) => [name, index] as const))('%s', (_, index) => {
      const [short = 0, long = 0] = counted.slice(2 * index);
      expect(short).toBeGreaterThan(0);
      expect(long).toBeLessThan(LINEAR * short);
    });
  });
});
