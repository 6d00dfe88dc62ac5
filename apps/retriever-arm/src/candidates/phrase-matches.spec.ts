import { chunkOf } from '@arbiter/ports/testing';
import { analyserNamed } from '@arbiter/text';
import { describe, expect, it } from '@jest/globals';
import { holdsPhrase } from './phrase-matches.js';

const english = analyserNamed('english-3');

describe('holdsPhrase', () => {
  const chunk = chunkOf({
    id: 'a#0',
    title: 'Harbour Code',
    section: ['Fees'],
    text: 'The dues of the harbour are paid in wicks.',
  });

  it.each<[string, boolean]>([
    ['dues of the harbour', true],
    ['due of the harbours', true],
    ['harbour dues', false],
    ['harbour code', true],
    ['code fees', false],
  ])('%s: %p', (phrase, expected) => {
    expect(holdsPhrase(chunk, english.analyse(phrase), english)).toBe(expected);
  });
});
