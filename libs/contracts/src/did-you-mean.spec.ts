import { describe, expect, it } from '@jest/globals';
import { didYouMean, unknownName } from './did-you-mean.js';

describe('a mistyped name', () => {
  const known = ['lantern-coast', 'handbook', 'Pump House'];

  it.each([
    ['lantern-cost', 'lantern-coast'],
    ['HANDBOK', 'handbook'],
    ['pumphouse', 'Pump House'],
    ['lantern', undefined],
    ['', undefined],
  ])('"%s" meant %s', (given, meant) => {
    expect(didYouMean(given, known)).toBe(meant);
  });

  it('names the nearest of several', () => {
    expect(didYouMean('inn', ['tin', 'inns', 'ion-is'])).toBe('inns');
  });

  it('is told with what was meant, if anything is near', () => {
    expect(unknownName('There is no domain', 'handbok', known)).toBe(
      'There is no domain "handbok"; did you mean "handbook"?',
    );
    expect(unknownName('There is no domain', 'x', known)).toBe('There is no domain "x".');
  });
});
