import { describe, expect, it } from '@jest/globals';
import { mentionsIn } from '../mentions/text-mentions.js';
import { isAkinWording, isNearWording, wordingNearness } from './wording-nearness.js';

const SOURCE = 'The keeper of the old tower lit the great lamp with whale oil every evening.';
const isNear = (claim: string): boolean => isNearWording(wordingNearness(mentionsIn(claim), mentionsIn(SOURCE)));

describe('wordingNearness', () => {
  it.each([
    ['the sentence', SOURCE],
    [
      'a sentence with other numbers and names',
      'Mara Fell, the keeper of the old tower, lit the 12 great lamps with whale oil.',
    ],
    ['a stretch of it', 'The keeper of the old tower lit the great lamp.'],
    ['its clauses in another order', 'Every evening the keeper of the old tower lit the great lamp with whale oil.'],
  ])('is near for %s', (_, claim) => {
    expect(isNear(claim)).toBe(true);
  });

  it.each([
    ['a paraphrase', 'Somebody made sure that ships saw a light from the building after dusk.'],
    ['a text with two words of it', 'The lamp oil was shipped from the southern islands in heavy barrels.'],
    ['names and numbers alone', 'Mara Fell: 12.'],
  ])('is not near for %s', (_, claim) => {
    expect(isNear(claim)).toBe(false);
  });

  it.each([
    [
      'what was said in other words',
      'It was with whale oil that the keeper of the tower lit its lamp each evening.',
      true,
    ],
    ['a clause of it', 'The keeper of the old tower lit it.', true],
    ['a text with two words of it', 'The lamp oil was shipped from the southern islands in heavy barrels.', false],
  ])('is or is not akin: %s', (_, claim, expected) => {
    expect(isAkinWording(wordingNearness(mentionsIn(claim), mentionsIn(SOURCE)))).toBe(expected);
  });
});
