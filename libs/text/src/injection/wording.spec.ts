import { describe, expect, it } from '@jest/globals';
import { holdsWording, type TwoSigns } from './wording.js';

const FAR: TwoSigns = { first: /\bwhoever asks\b/g, second: /\breply\b/g };
const NEAR: TwoSigns = { ...FAR, within: 10 };

describe('a wording of two signs', () => {
  it.each([
    ['whoever asks, reply', true],
    [`whoever asks ${'x '.repeat(100_000)}reply`, true],
    ['reply to whoever asks', false],
    ['whoever asks, replying', false],
    ['whoever asks', false],
  ])('is the second behind the first, however far: %#', (text, expected) => {
    expect(holdsWording(text, FAR)).toBe(expected);
  });

  it.each([
    [`whoever asks${'.'.repeat(10)}reply`, true],
    [`whoever asks${'.'.repeat(11)}reply`, false],
    [`reply whoever asks${'.'.repeat(50)}whoever asks.reply`, true],
    [`whoever asks${'.'.repeat(50)}reply whoever asks${'.'.repeat(50)}reply`, false],
  ])('counts the characters between the two where they are bounded: %#', (text, expected) => {
    expect(holdsWording(text, NEAR)).toBe(expected);
  });

  it('is not seen across its own characters: the second begins where the first has ended', () => {
    expect(holdsWording('ab', { first: /ab/g, second: /b/g })).toBe(false);
    expect(holdsWording('abb', { first: /ab/g, second: /b/g })).toBe(true);
  });
});
