import { describe, expect, it } from '@jest/globals';
import { readableSentence } from './readable-sentence.js';

describe('readableSentence', () => {
  it.each([
    ["a source's own references", 'It burns oil.[3] It is old [4, 5].', 'It burns oil. It is old.'],
    ['references inside of references', 'It burns oil [[2]1].', 'It burns oil.'],
    ['emphasis', 'The **lamp** is __lit__ at dusk.', 'The lamp is lit at dusk.'],
    ['code and links', 'Run `lamp` as [told](lamp.md).', 'Run lamp as told.'],
    ['the sign of an item', '- The lamp is lit.', 'The lamp is lit.'],
    ['the sign of a heading', '## The lamp', 'The lamp'],
    ['line ends', 'The lamp\nis lit.', 'The lamp is lit.'],
  ])('drops %s', (_, stored, shown) => {
    expect(readableSentence(stored, true)).toBe(shown);
  });

  it('keeps the number of an item only where items are lines', () => {
    expect(readableSentence('2. Light the lamp.', true)).toBe('2. Light the lamp.');
    expect(readableSentence('2. Light the lamp.', false)).toBe('Light the lamp.');
  });

  it.each(['2 * 3 * 4 is 24.', 'The file lamp_oil_old is full.', 'He wrote [sic] so.', '3.5 pints of oil.'])(
    'leaves %s alone',
    (text) => {
      expect(readableSentence(text, false)).toBe(text);
    },
  );
});
