import { describe, expect, it } from '@jest/globals';
import { readParts } from '../read-parts.js';

describe('readParts', () => {
  it('leaves out the question itself, and what is more than four', () => {
    expect(readParts('Which?', ['Which?', 'a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'b', 'c', 'd']);
    expect(readParts('Which?', ['Which?'])).toEqual([]);
  });
});
