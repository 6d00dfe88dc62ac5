import { describe, expect, it } from '@jest/globals';
import { extractClaims } from '../claims/extract-claims.js';
import { findComputedClaim } from './computed-claim.js';

const QUESTION = 'How much more does a bed cost than a bath?';
const SUM = 'Five wicks more: eight wicks against three.';
const QUOTES = 'A bed costs eight wicks. [1] A bath is three wicks. [2]';
const find = (answer: string, query = QUESTION) => findComputedClaim(query, extractClaims(answer));

describe('findComputedClaim', () => {
  it('finds the sum with the claims that state its amounts', () => {
    expect(find(`${SUM} [1] [2] ${QUOTES}`)).toMatchObject({
      claim: { text: SUM },
      operands: [{ text: 'A bed costs eight wicks.' }, { text: 'A bath is three wicks.' }],
    });
  });

  it.each([
    ['the sum is wrong', `Six wicks more: eight wicks against three. [1] [2] ${QUOTES}`],
    ['an amount is stated by nothing else', `${SUM} [1] [2] A bed costs eight wicks. [1]`],
    ['the amounts stand the other way round', `${SUM} [1] [2] A bath is three wicks. [2] A bed costs eight wicks. [1]`],
    ['nothing was computed', QUOTES],
  ])('finds none where %s', (_, answer) => {
    expect(find(answer)).toBeNull();
  });

  it('finds none for a question that wants nothing computed', () => {
    expect(find(`${SUM} [1] [2] ${QUOTES}`, 'What does a bed cost?')).toBeNull();
  });
});
