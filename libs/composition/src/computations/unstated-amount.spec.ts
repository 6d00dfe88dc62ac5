import { describe, expect, it } from '@jest/globals';
import { unstatedAmount } from './unstated-amount.js';

const NEAR = ['A phial costs 9 wicks at stall 14.', 'A lantern costs 5 wicks.'];
const ALL = [
  ...NEAR,
  'A candle costs 2 scales.',
  'The licence costs him 12 beacons a year.',
  'The walk takes 90 minutes.',
  'A goose costs 20 wicks.',
];
const found = (claim: string, beside: readonly string[] = [], near = NEAR): string | null =>
  unstatedAmount(claim, { near, all: ALL, beside });

describe('unstatedAmount', () => {
  it('finds what the nearest sentences say otherwise, though the number stands elsewhere with another unit', () => {
    expect(found('A phial costs 12 wicks.')).toBe('the source says "9 wicks", not "12 wicks"');
  });

  it('finds another unit, where the sources count in it', () => {
    expect(found('A phial costs 9 scales.')).toBe('the source says "9 wicks", not "9 scales"');
    expect(found('A phial costs 9 shells.')).toBeNull();
  });

  it.each([
    ['a stated amount', 'A phial costs 9 wicks.'],
    ['one that another source states', 'It costs 20 wicks.'],
    ['a sum', 'Both cost 14 wicks.'],
    ['a difference', 'A phial costs 4 wicks more.'],
    ['a multiple of what the answer counts', 'Three phials cost 27 wicks.'],
    ['an amount of a unit that is not near', 'The walk takes 80 minutes.'],
    ['a number without a unit', 'He is the 12th.'],
  ])('says nothing of %s', (_, claim) => {
    expect(found(claim, [claim])).toBeNull();
  });

  it('converts units, and takes what the question states for stated', () => {
    const near = ['The walk takes 90 minutes.'];
    expect(found('The walk takes 1.5 hours.', [], near)).toBeNull();
    expect(found('You have 30 minutes.', ['I have 30 minutes, is that enough?'], near)).toBeNull();
    expect(found('You have 30 minutes.', [], near)).not.toBeNull();
  });
});
