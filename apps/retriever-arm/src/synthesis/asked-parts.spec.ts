import { describe, expect, it } from '@jest/globals';
import { askedParts } from './asked-parts.js';

describe('askedParts', () => {
  const query = 'Which?';

  it('leaves out the question itself, and what is more than four', () => {
    const subQueries = [query, 'a', 'b', 'c', 'd', 'e'];
    expect(askedParts(query, 'comparative', subQueries)).toEqual(['a', 'b', 'c', 'd']);
    expect(askedParts(query, 'multi_hop', [query])).toEqual([]);
  });

  it('is none of what is neither a comparison nor a chain', () => {
    expect(askedParts(query, 'list_building', ['a'])).toEqual([]);
  });
});
