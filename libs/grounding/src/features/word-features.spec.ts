import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { wordFeaturesOf } from '../../test/compare.js';

const LAMP = 'Mara Fell keeps the lamp of Gull Point. The lamp burns whale oil and is 70 feet high.';

describe('wordFeatures', () => {
  it('finds nothing against a sentence of the source', () => {
    expect(wordFeaturesOf('The lamp burns whale oil and is 70 feet high.', LAMP)).toEqual({
      coverage: 1,
      pairs: 1,
      runs: 1,
      rarestMissing: 0,
      numbersMissing: 0,
      numbersOtherwise: 0,
      unitsOtherwise: 0,
      namesMissing: 0,
      namesSwapped: 0,
      negationOdd: 0,
      negationAdded: 0,
      negationScope: 0,
      oppositions: 0,
      sweeping: 0,
      chatty: 0,
      mismatches: 0,
      contradictions: 0,
    });
  });

  it.each([
    ['numbersMissing', 'The lamp is 71 feet high.', 1],
    ['numbersOtherwise', 'The lamp is 71 feet high.', 1],
    ['unitsOtherwise', 'The lamp is 70 miles high.', 1],
    ['namesMissing', 'The lamp is kept by Gregor Hask.', 2],
    ['namesSwapped', 'In Gull Point the lamp is kept by Mara Fell.', 1],
    ['negationOdd', 'The lamp does not burn whale oil.', 1],
    ['negationAdded', 'The lamp does not burn whale oil.', 1],
    ['negationScope', 'The lamp does not burn whale oil.', 1],
    ['oppositions', 'The lamp is 70 feet low.', 1],
    ['sweeping', 'Only the lamp burns whale oil.', 1],
    ['chatty', 'Well, I think the lamp burns whale oil.', 3],
  ] as const)('counts %s in %p', (feature, claim, expected) => {
    expect(wordFeaturesOf(claim, LAMP)[feature]).toBe(expected);
  });

  it('knows the rarest word that is missing', () => {
    const common = wordFeaturesOf('The lamp burns whale oil in the world.', LAMP).rarestMissing;
    const rare = wordFeaturesOf('The lamp burns whale oil in the zeugma.', LAMP).rarestMissing;
    expect(common).toBeGreaterThan(0);
    expect(rare).toBeGreaterThan(common);
  });

  it('takes the title for known', () => {
    expect(wordFeaturesOf('The lamp of Ostreach burns whale oil.', LAMP, 'Ostreach').namesMissing).toBe(0);
  });

  it('covers no less with more words of the source', () => {
    const words = 'lamp burns whale oil feet high keeps'.split(' ');
    fc.assert(
      fc.property(fc.subarray(words, { minLength: 1 }), fc.constantFrom('zeugma', 'quark'), (held, missing) => {
        const without = wordFeaturesOf(`${held.join(' ')} ${missing}`, LAMP).coverage;
        const [, ...fewer] = held;
        expect(wordFeaturesOf(`${fewer.join(' ')} ${missing}`, LAMP).coverage).toBeLessThanOrEqual(without + 1e-9);
      }),
    );
  });

  it('stays within its bounds for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (claim, source) => {
        for (const value of Object.values(wordFeaturesOf(claim, source))) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(12);
        }
      }),
    );
  });
});
