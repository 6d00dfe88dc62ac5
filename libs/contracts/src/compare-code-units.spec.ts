import { describe, expect, it } from '@jest/globals';
import { compareCodeUnits } from './compare-code-units.js';

describe('compareCodeUnits', () => {
  it('puts capitals before small letters, digits by their first, and the surrogates of an emoji before full-width forms', () => {
    const ordered = ['a#10', 'a#2', 'Z', 'é', 'z', '🔥', 'ａ'];
    expect([...ordered].reverse().sort(compareCodeUnits)).toEqual(['Z', 'a#10', 'a#2', 'z', 'é', '🔥', 'ａ']);
  });

  it('is 0 for what is equal, and for nothing else', () => {
    expect(compareCodeUnits('a', 'a')).toBe(0);
    // One letter, composed and decomposed: the ids differ.
    expect(compareCodeUnits('\u00e9', 'e\u0301')).toBe(1);
  });
});
