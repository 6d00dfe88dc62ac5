import { describe, expect, it } from '@jest/globals';
import { sourceOf } from '../../test/claim-support.js';
import type { PlacedClaim } from './answer-reader.js';
import { EvidenceIndex, spokenShare } from './usefulness-check.js';

const LAMP = sourceOf('lamp', 'The lamp burns whale oil. The lamp was lit in 341. Its keeper is Mara Fell.', {
  title: 'Gull Point',
  section: 'The lamp',
  aliases: ['Old Bright'],
});
/** Speaks of the lamp in every stretch, and of its keeper in none. */
const DIARY = sourceOf('diary', Array.from({ length: 9 }, (_, day) => `On day ${day} the lamp was lit.`).join(' '));
const INDEX = EvidenceIndex.of([LAMP, DIARY]);

function shareOf(query: string, ...claims: readonly (string | PlacedClaim)[]) {
  const placed = claims.map((one) =>
    typeof one === 'string' ? { text: one, source: undefined, span: undefined } : one,
  );
  return spokenShare(query, placed, INDEX);
}

describe('spokenShare', () => {
  it('is 1 where all that the question is about is spoken of, and 0 where nothing is', () => {
    expect(shareOf('Which oil does the lamp burn?', 'The lamp burns oil of whales.').share).toBeCloseTo(1, 12);
    expect(shareOf('Which oil does the lamp burn?', 'Her captain is Odo Brand.').share).toBe(0);
  });

  it('is 1 of a question without words that could be spoken of', () => {
    expect(shareOf('Who?', 'Mara Fell.').share).toBe(1);
  });

  it('counts a rare word for more than one that is everywhere in the sources', () => {
    const query = 'Who is the keeper of the lamp?';
    expect(shareOf(query, 'The keeper is Mara Fell.').share).toBeGreaterThan(
      shareOf(query, 'The lamp is of brass.').share,
    );
  });

  it('adds up what several claims speak of', () => {
    const query = 'Who is the keeper of the lamp?';
    const one = shareOf(query, 'The keeper is Mara Fell.').share;
    expect(shareOf(query, 'The keeper is Mara Fell.', 'The lamp is of brass.').share).toBeGreaterThan(one);
  });

  it.each(['Gull Point', 'the lamp', 'Old Bright'])('counts %p, under which the claim stands', (name) => {
    const text = 'It was lit in 341.';
    const under = { text, source: LAMP, span: { start: 0, end: 10 } };
    const query = `When was ${name} lit?`;
    expect(shareOf(query, under).share).toBeCloseTo(1, 12);
    expect(shareOf(query, text).share).toBeLessThan(1);
  });

  it('does not ask for words that only name the kind of thing', () => {
    expect(shareOf('How heavy is the lamp?', 'The lamp weighs 40 pounds.')).toMatchObject({ share: 1, missing: [] });
  });

  it('takes the claim that provides the asked kind best', () => {
    expect(shareOf('Who keeps the lamp?', 'It is lit.', 'Mara Fell does.').kind).toBe(1);
    expect(shareOf('Who keeps the lamp?', 'It is lit.').kind).toBe(0);
    expect(shareOf('Why is the lamp lit?', 'It is lit.').kind).toBe(1);
  });

  it('names the words, as they were asked, of which neither the answer nor a source speaks', () => {
    expect(shareOf('Does the lamp burn oil in blizzards?', 'The lamp burns.').missing).toEqual(['blizzards']);
    expect(shareOf('Does the lamp burn in blizzards?', 'It burns in a blizzard.').missing).toEqual([]);
  });
});
