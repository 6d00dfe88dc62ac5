import { describe, expect, it } from '@jest/globals';
import { amountIn } from '../quantities/quantities-in.js';
import { askedComputation } from './asked-computation.js';
import { computedFrom } from './computed-from.js';

const from = (question: string, sentence: string, ...statements: readonly string[]) =>
  computedFrom(askedComputation(question)!, sentence, statements);

const MORE = 'How much more does a bed cost than a bath?';

describe('computedFrom', () => {
  it('names the statements whose amounts give the sentence, in the order of the question', () => {
    const sentence = 'Five wicks more: eight wicks against three.';
    expect(from(MORE, sentence, 'A bed costs eight wicks.', 'A bath is 3 wicks.')).toEqual([0, 1]);
    expect(from(MORE, sentence, 'It has ninety steps.', 'A bed is 8 wicks, a bath 3 wicks.')).toEqual([1, 1]);
  });

  it('takes what the question itself states from there', () => {
    const question = 'How many days is it from 3 March to 12 April?';
    expect(from(question, '40 days: from 3 March to 12 April.')).toEqual([null, null]);
  });

  it.each<[string, string, string[]]>([
    ['is wrong', 'Six wicks more: eight wicks against three.', ['A bed costs eight wicks.', 'A bath is 3 wicks.']],
    ['is of amounts that nothing states', 'Five wicks more: eight wicks against three.', ['A bed costs eight wicks.']],
    [
      'has them the other way round',
      'Five wicks more: eight wicks against three.',
      ['A bath is 3 wicks.', 'A bed costs eight wicks.'],
    ],
    ['says more than it', 'Five wicks more: eight wicks against three, a shame.', ['8 wicks', '3 wicks']],
    ['compares an amount with itself', 'No difference: eight wicks each.', ['A bed costs eight wicks.']],
  ])('finds nothing where the sum %s', (_, sentence, statements) => {
    expect(from(MORE, sentence, ...statements)).toBeNull();
  });
});

describe('amountIn', () => {
  const TEXT = 'A bed is 8 wicks, a bath 3 wicks.';
  it('is the one amount that a stretch states', () => {
    expect(amountIn(TEXT, { start: 9, end: 16 })).toMatchObject({ text: '8 wicks', value: 8 });
    expect(amountIn(TEXT, { start: 9, end: TEXT.length })).toBeNull();
    expect(amountIn(TEXT, { start: 0, end: 5 })).toBeNull();
  });
});
