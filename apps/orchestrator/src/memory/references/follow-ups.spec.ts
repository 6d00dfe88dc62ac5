import { describe, expect, it } from '@jest/globals';
import { conversationsOf, measureFollowUps } from '../../../test/follow-ups/conversations.js';

/** What was reached when the rules were last changed, less two follow-ups: below it something has broken. */
describe('follow-ups of labelled conversations', () => {
  it.each([
    ['train', 0.76, 0.88],
    ['test', 0.71, 0.85],
    ['everyday-train', 0.9, 0.95],
    ['everyday-test', 0.83, 0.88],
  ] as const)(
    'of the %s part are resolved, and no question that stands alone is touched',
    (part, exact, acceptable) => {
      const figures = measureFollowUps(conversationsOf(part));
      expect(figures.exact).toBeGreaterThanOrEqual(exact);
      expect(figures.acceptable).toBeGreaterThanOrEqual(acceptable);
      expect(figures.touched).toEqual([]);
    },
  );
});
