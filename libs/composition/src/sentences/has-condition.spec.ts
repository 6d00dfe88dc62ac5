import { describe, expect, it } from '@jest/globals';
import { hasCondition } from '../sentence-status.js';

describe('hasCondition', () => {
  it.each([
    'Unless a storm is up, the ferry leaves at noon.',
    'Children pay nothing, except on market days.',
    'This applies only if the form is signed.',
    'However, residents pay half.',
    'But not on Sundays.',
    'Only with a licence.',
    'If the income exceeds 12,000, the rate is 20 %.',
    'Otherwise the port stays closed.',
    'The rule does not apply to guests.',
    'In winter it does not run.',
    'The exception is salt.',
    'It is free, provided that you book ahead.',
  ])('limits: %s', (next) => {
    expect(hasCondition(next)).toBe(true);
  });

  it.each([
    'The ferry leaves at noon.',
    'She is not only a nurse but also a mother.',
    'Bettany Roe runs the house.',
    'If you have questions, ask the porter.',
    'Only three of them are left.',
    'Notes are kept in the office.',
    '',
  ])('limits nothing: %s', (next) => {
    expect(hasCondition(next)).toBe(false);
  });
});
