import { describe, expect, it } from '@jest/globals';
import { extractClaims } from './extract-claims.js';

const texts = (answer: string) => extractClaims(answer).map(({ text }) => text);

describe('extractClaims', () => {
  it('gives one claim per sentence, markers left out', () => {
    expect(texts('The lamp burns oil. [1] It is old. [2]')).toEqual(['The lamp burns oil.', 'It is old.']);
  });

  it('ends a claim at a marker where the next statement starts, full stop or not', () => {
    expect(texts('Room: loft; Price: 3 [1] Room: attic; Price: 8 [2]')).toEqual([
      'Room: loft; Price: 3',
      'Room: attic; Price: 8',
    ]);
  });

  it('reads a list item by item, without bullets', () => {
    expect(texts('- Aunt [1]\n- Uncle [2]')).toEqual(['Aunt', 'Uncle']);
  });

  it('finds no claim in questions, greetings and refusals', () => {
    expect(texts('Hello! Who knows? The sources hold no information about that.')).toEqual([]);
  });

  it('gives the span of each claim in the answer', () => {
    const answer = '1. Boil the root. [1]\n2. Add honey. [2]';
    for (const { text, start, end } of extractClaims(answer)) expect(answer.slice(start, end)).toBe(text);
    expect(extractClaims(answer)).toHaveLength(2);
  });
});
