import { describe, expect, it } from '@jest/globals';
import { judge } from '../test/compare.js';

const TOWER =
  'The keeper of the old tower lit the great lamp with 12 barrels of whale oil every evening. Ships steered by it until the war.';

describe('judgePart', () => {
  it.each([
    ['a name in its place', 'Mara Fell sold the mill to Gregor Hask.', 'Joram Thule sold the mill to Gregor Hask.'],
    ['a value, in a sentence like it', 'With 13 barrels of oil the keeper lit the lamp of the tower.', TOWER],
    [
      'a name that is only missing, in the same wording',
      'The keeper of the old tower at Ostreach lit the great lamp with 12 barrels of whale oil every evening.',
      TOWER,
    ],
    ['a negation of what the passage covers', 'The lamp of the tower was not lit by its keeper with whale oil.', TOWER],
  ])('refutes a claim for %s', (_, claim, source) => {
    const { refuted, probability, threshold } = judge(claim, source);
    expect(refuted).toBe(true);
    expect(probability).toBeLessThan(threshold / 2);
  });

  it.each([
    ['what is only missing, in other words', 'Mara Fell, who kept the tower, lit its lamp at dusk.', TOWER],
    ['another name in other words', 'Each night Gregor Hask kindled a light for the ships.', TOWER],
    ['the sentence itself', 'Ships steered by it until the war.', TOWER],
  ])('does not refute a claim for %s', (_, claim, source) => {
    expect(judge(claim, source).refuted).toBe(false);
  });
});
