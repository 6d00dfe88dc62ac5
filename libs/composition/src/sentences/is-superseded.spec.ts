import { describe, expect, it } from '@jest/globals';
import { isSuperseded } from '../sentence-status.js';

describe('isSuperseded', () => {
  it.each([
    ['What is the penalty for a false light?', 'Before 374 the penalty for showing a false light was death.'],
    ['What does a bed cost?', 'A bed used to cost two wicks.'],
    ['Who may enter the vault?', 'Until the year 90 only priests might enter the vault.'],
    ['How wide is the gate?', 'The gate was once nine feet wide.'],
  ])('knows that %s is not answered by what held once', (question, sentence) => {
    expect(isSuperseded(question, sentence)).toBe(true);
  });

  it.each([
    ['What was the penalty for a false light before 374?', 'Before 374 the penalty was death.'],
    ['What did a bed cost?', 'A bed used to cost two wicks.'],
    ['When does the harbour close?', 'Before dusk the harbour closes.'],
    ['What does a bed cost?', 'A bed costs two wicks until noon.'],
  ])('lets %s be answered by "%s"', (question, sentence) => {
    expect(isSuperseded(question, sentence)).toBe(false);
  });
});
