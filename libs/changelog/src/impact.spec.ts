import { describe, expect, it } from '@jest/globals';
import { CHANGE_MULTIPLIERS, decideRebuild, impactOf } from './impact.js';

describe('impactOf', () => {
  it.each([
    ['the temple', 0.89, 133],
    ['a tavern', 0.12, 18],
  ])('gives %s that is destroyed its published figure', (_, importance, published) => {
    expect(Math.floor(impactOf(importance, 'gone'))).toBe(published);
  });

  it('counts destruction for most and an office for least', () => {
    const { gone, unknown, ...between } = CHANGE_MULTIPLIERS;
    for (const multiplier of Object.values(between)) {
      expect(multiplier).toBeLessThan(gone);
      expect(multiplier).toBeGreaterThan(unknown);
    }
  });

  it.each([-0.1, 1.1, NaN])('refuses an importance of %p', (importance) => {
    expect(() => impactOf(importance, 'gone')).toThrow(RangeError);
  });
});

describe('decideRebuild', () => {
  it.each([
    [50, 9, 'none'],
    [50.1, 2, 'wait'],
    [50.1, 3, 'rebuild'],
    [100, 0, 'wait'],
    [100.1, 0, 'force'],
  ])('decides on an impact of %p after %p sessions: %s', (impact, sessions, decision) => {
    expect(decideRebuild(impact, sessions)).toBe(decision);
  });
});
