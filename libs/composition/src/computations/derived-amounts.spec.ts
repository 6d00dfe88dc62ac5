import { describe, expect, it } from '@jest/globals';
import { derivedAmounts } from './derived-amounts.js';

describe('derivedAmounts', () => {
  it.each([
    [
      '14 weeks longer: the mother has 20 weeks at full pay, the other parent 6.',
      ['The mother who gives birth: 20 weeks at full pay.', 'The other parent: 6 weeks at full pay.'],
      ['14 weeks'],
      'longer: the mother has 20 weeks at full pay, the other parent 6.',
    ],
    [
      'The bridge builders: 124 people, 28 more than Renovation with 96.',
      ['Bridges: staff 124.', 'Renovation: staff 96.'],
      ['28'],
      'The bridge builders: 124 people, more than Renovation with 96.',
    ],
    [
      'By 60 dinars: asked for 260, the Guild pays 200.',
      ['The cistern costs 260 dinars.', 'The Guild offers 200 dinars.'],
      ['60 dinars'],
      'asked for 260, the Guild pays 200.',
    ],
    [
      'Together they have 12 beds, 7 in the loft and 5 in the hall.',
      ['The loft has 7 beds.', 'The hall has 5 beds.'],
      ['12 beds'],
      null,
    ],
  ])('finds what follows: %s', (sentence, statements, derived, text) => {
    const found = derivedAmounts(sentence, statements);
    expect(found).toMatchObject({ derived, wrong: [] });
    if (text !== null) expect(found.text).toBe(text);
  });

  it('tells what is said to follow and does not', () => {
    const statements = ['The mother: 20 weeks at full pay.', 'The other parent: 6 weeks.'];
    expect(derivedAmounts('12 weeks longer: the mother has 20 weeks, the other parent 6.', statements)).toMatchObject({
      derived: [],
      wrong: ['12 weeks'],
    });
  });

  it.each([
    ['amounts that stand in the statements', 'The loft has 7 beds, 2 more than the hall with 5.', ['7 beds', '2', '5']],
    ['operands that stand in none', '14 weeks longer: 20 weeks against 6.', ['It is long.']],
    ['what is no conclusion', 'The loft has 7 beds, 5 windows and 12 chairs.', ['7 beds', '5 windows']],
  ])('leaves alone %s', (_, sentence, statements) => {
    expect(derivedAmounts(sentence, statements)).toEqual({ text: sentence, derived: [], wrong: [] });
  });
});
