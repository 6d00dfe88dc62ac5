import { expect } from '@jest/globals';

/** Checks that numbers differ from the expected ones by at most `tolerance` each. */
export function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance = 1e-7): void {
  expect(actual.length).toBe(expected.length);
  const far = Array.from(expected)
    .map((value, place) => ({ place, expected: value, actual: actual[place] ?? NaN }))
    .filter((each) => !(each.actual === each.expected || Math.abs(each.actual - each.expected) <= tolerance));
  expect(far).toEqual([]);
}
