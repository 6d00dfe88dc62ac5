import { describe, expect, it } from '@jest/globals';
import { MAX_FILTER_VALUES, SearchFilters } from './search-filters.js';

/** So many keys with 1,000 values each, the most of one filter. */
function lists(keys: number): Record<string, { in: number[] }> {
  const values = Array.from({ length: 1_000 }, (_, index) => index);
  return Object.fromEntries(Array.from({ length: keys }, (_, index) => [`key${index}`, { in: values }]));
}

describe('the filters of a search', () => {
  it('name as many values together as the door reads', () => {
    const most = lists(MAX_FILTER_VALUES / 1_000);
    expect(SearchFilters.safeParse(most).success).toBe(true);
    const { error } = SearchFilters.safeParse({ ...most, year: { not: { gte: 2020 } } });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      `must have at most ${MAX_FILTER_VALUES} values together`,
    ]);
  });
});
