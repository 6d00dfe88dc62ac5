import { describe, expect, it } from '@jest/globals';
import { dropNearDuplicates } from './drop-near-duplicates.js';

const passage = (id: string, text: string): { id: string; terms: string[] } => ({
  id,
  terms: text.split(' ').filter(Boolean),
});
const TEXT = 'keeper lit great lamp dusk storm came ship saw light turn';

describe('dropNearDuplicates', () => {
  it('keeps the better ranked of two that say the same', () => {
    const { kept, dropped } = dropNearDuplicates([passage('z', TEXT), passage('a', TEXT)]);
    expect(kept.map(({ id }) => id)).toEqual(['z']);
    expect(dropped).toEqual([{ id: 'a', inFavourOf: 'z', resemblance: 1 }]);
  });

  it('measures the share of common shingles', () => {
    // 9 shingles each; a changed last term leaves 8 in common, 10 in all.
    const changed = passage('b', TEXT.replace('turn', 'sank'));
    expect(dropNearDuplicates([passage('a', TEXT), changed]).dropped).toEqual([
      { id: 'b', inFavourOf: 'a', resemblance: 0.8 },
    ]);
    expect(dropNearDuplicates([passage('a', TEXT), changed], 0.81).dropped).toEqual([]);
  });

  it('keeps the same words in another order', () => {
    const backwards = passage('b', TEXT.split(' ').reverse().join(' '));
    expect(dropNearDuplicates([passage('a', TEXT), backwards]).kept).toHaveLength(2);
  });

  it('compares with what was kept only, and names the one that resembles most', () => {
    const { dropped } = dropNearDuplicates([
      passage('far', 'ferry rope tide bell fog'),
      passage('near', TEXT),
      passage('copy', TEXT),
      passage('copy of copy', TEXT),
    ]);
    expect(dropped.map(({ id, inFavourOf }) => [id, inFavourOf])).toEqual([
      ['copy', 'near'],
      ['copy of copy', 'near'],
    ]);
  });

  it('compares texts that are shorter than a shingle', () => {
    const { dropped } = dropNearDuplicates([
      passage('a', 'great lamp'),
      passage('b', 'great lamp'),
      passage('c', 'lamp'),
    ]);
    expect(dropped).toEqual([{ id: 'b', inFavourOf: 'a', resemblance: 1 }]);
  });

  it('keeps passages without terms', () => {
    expect(dropNearDuplicates([passage('a', ''), passage('b', '')]).kept).toHaveLength(2);
  });

  it('gives back the very objects', () => {
    const only = passage('a', TEXT);
    expect(dropNearDuplicates([only]).kept[0]).toBe(only);
  });

  it.each([0, 1.1, Number.NaN])('refuses the threshold %p', (threshold) => {
    expect(() => dropNearDuplicates([], threshold)).toThrow(RangeError);
  });
});
