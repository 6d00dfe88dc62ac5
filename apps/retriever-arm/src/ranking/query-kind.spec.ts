import { describe, expect, it } from '@jest/globals';
import { queryKindOf, weightsFor } from './fuse-candidates.js';

describe('queryKindOf', () => {
  it.each([
    ['Who keeps the lamp of Gull Point?', { named: true, open: false }],
    ['how long do eels live', { named: false, open: true }],
    ['eel prices', { named: false, open: false }],
  ])('reads %j', (query, kind) => {
    expect(queryKindOf(query)).toEqual(kind);
  });
});

describe('weightsFor', () => {
  it('gives the vectors more of a question that names nothing, in proportion to what is set', () => {
    const open = weightsFor({ named: false, open: true }, { vector: 0.5, keyword: 0.5 });
    expect(open.vector + open.keyword).toBeCloseTo(1, 12);
    expect(open.vector).toBeGreaterThan(open.keyword);
    expect(weightsFor({ named: false, open: true }, { vector: 0, keyword: 1 }).vector).toBe(0);
  });

  it('leaves the others as they are', () => {
    expect(weightsFor({ named: true, open: false }, { vector: 0.3, keyword: 0.7 })).toEqual({
      vector: 0.3,
      keyword: 0.7,
    });
  });
});
