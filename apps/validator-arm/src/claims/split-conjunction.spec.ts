import { describe, expect, it } from '@jest/globals';
import { splitConjunction } from './split-conjunction.js';

const parts = (sentence: string) =>
  splitConjunction(sentence).map(({ start, end, subject, replaces = 0 }) => {
    const text = sentence.slice(start, end);
    return subject === undefined ? text : `(${subject}) ${text.slice(replaces).trim()}`;
  });

describe('splitConjunction', () => {
  it.each([
    [
      'two verbs of one subject',
      'The lamp burns oil and weighs 40 pounds.',
      ['The lamp burns oil', '(The lamp) weighs 40 pounds.'],
    ],
    [
      'a passive',
      'The lamp was lit in 341 and painted by Bo.',
      ['The lamp was lit in 341', '(The lamp was) painted by Bo.'],
    ],
    [
      'two clauses',
      'The lamp burns oil, and the harbour closes at dusk.',
      ['The lamp burns oil', 'the harbour closes at dusk.'],
    ],
    [
      'a pronoun',
      'Mara keeps the lamp, but she lives in Ostreach.',
      ['Mara keeps the lamp', '(Mara) lives in Ostreach.'],
    ],
    ['a semicolon', 'The gate is shut; Bo holds the key.', ['The gate is shut', 'Bo holds the key.']],
    [
      'a contrast',
      'The loft costs 3 pence, while the attic costs 8.',
      ['The loft costs 3 pence', 'the attic costs 8.'],
    ],
    [
      'three verbs',
      'The ship carries oil and costs 3 pence and was built in 341.',
      ['The ship carries oil', '(The ship) costs 3 pence', '(The ship) was built in 341.'],
    ],
  ])('splits %s', (_, sentence, expected) => {
    expect(parts(sentence)).toEqual(expected);
  });

  it.each([
    ['nouns', 'The inn sells bread and eels at dawn.'],
    ['an enumeration', 'The captain, the mate, and the crew are drunk.'],
    ['a condition', 'If the bell rings and the gate opens, the crew leaves.'],
    ['a report', 'Bo says that the lamp burns oil and the gate is shut.'],
    ['a negation over both', 'The gate does not open and is not seen.'],
    ['a pair', 'The road runs between Ostreach and the harbour.'],
    ['adjectives', 'The lamp was made of brass and polished wood.'],
    ['a name that looks like a verb', 'Mara Fell and Bo Left the younger keep watch.'],
    ['a key with values', 'Room: loft; Price: 3 pence'],
    ['an order', 'Boil the root and add honey.'],
  ])('leaves %s whole', (_, sentence) => {
    expect(parts(sentence)).toEqual([sentence]);
  });
});
