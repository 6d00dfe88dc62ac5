import { describe, expect, it } from '@jest/globals';
import { kindOf, makesClaim } from './extract-claims.js';

describe('kindOf', () => {
  it.each([
    ['fact', 'The lamp burns oil.'],
    ['fact', 'The lovely lamp was lit in 341.'],
    ['fact', 'The lamp is 70 feet high.'],
    ['fact', 'The gate may be opened by the keeper alone.'],
    ['opinion', 'I think the lamp burns oil.'],
    ['opinion', 'In my opinion the lamp is old.'],
    ['opinion', 'Perhaps it burns oil.'],
    ['opinion', 'The lamp is really beautiful.'],
    ['opinion', 'It might have been lit in 341.'],
    ['opinion', 'It may have been lit in 341.'],
    ['inference', 'Therefore the lamp must burn oil.'],
    ['inference', 'It must have been lit in 341.'],
  ])('takes for %s: %s', (type, statement) => {
    expect(kindOf(statement).type).toBe(type);
  });
});

describe('makesClaim', () => {
  it.each([
    'Who knows?',
    '谁知道？',
    'هل تعرف؟',
    'Thanks!',
    'Good morning!',
    'The height is not stated in the sources.',
  ])('finds none in %s', (statement) => {
    expect(makesClaim(statement)).toBe(false);
  });

  it.each([
    'The keeper is not known to drink.',
    'Sure enough, the gate was shut.',
    'The documents do not burn, because they are wet.',
    'The gate was shut; nobody knows why.',
  ])('finds one in %s', (statement) => {
    expect(makesClaim(statement)).toBe(true);
  });
});
