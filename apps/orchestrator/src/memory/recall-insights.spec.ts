import { describe, expect, it } from '@jest/globals';
import { keptInsightOf } from '@arbiter/ports/testing';
import { recallInsights, RECENCY_HALF_LIFE_DAYS } from './insights.js';

const NOW = Date.parse('2026-03-01T00:00:00.000Z');
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();
const lamp = (id: string, usageCount: number, days: number) =>
  keptInsightOf(id, { summary: 'Mara keeps the lamp.', usageCount, lastAccessed: daysAgo(days) });
const ids = (query: string, ...kept: ReturnType<typeof lamp>[]) =>
  recallInsights(query, kept, NOW, 10).map(({ id }) => id);

describe('recallInsights', () => {
  it('scores by similarity × recency × use', () => {
    const [recalled] = recallInsights('Who keeps the lamp?', [lamp('a', 3, RECENCY_HALF_LIFE_DAYS)], NOW, 1);
    expect(recalled?.relevanceScore).toBeCloseTo(1 * 0.5 * 0.8, 12);
  });

  it('prefers what was used more, what was used later, and what says more of what is asked', () => {
    expect(ids('Who keeps the lamp?', lamp('seldom', 0, 1), lamp('often', 9, 1))).toEqual(['often', 'seldom']);
    expect(ids('Who keeps the lamp?', lamp('old', 1, 90), lamp('new', 1, 1))).toEqual(['new', 'old']);
    const half = keptInsightOf('half', { summary: 'The lamp burns oil.', context: '', lastAccessed: daysAgo(1) });
    // Makes "keep" the commoner of the two words, so that "lamp" alone is enough to be recalled.
    const others = ['Odo keeps eels.', 'Roe keeps an inn.'].map((summary, index) =>
      keptInsightOf(`other${index}`, { summary, context: '' }),
    );
    expect(ids('Who keeps the lamp?', half, ...others, lamp('whole', 0, 1))).toEqual(['whole', 'half']);
  });

  it('leaves out what is about something else, and all beyond the limit', () => {
    expect(ids('What do eels eat?', lamp('a', 9, 0))).toEqual([]);
    expect(recallInsights('Who keeps the lamp?', [lamp('a', 0, 0), lamp('b', 0, 0)], NOW, 1)).toHaveLength(1);
  });

  it('takes one from the future, of a clock that was wrong, for new', () => {
    expect(recallInsights('Who keeps the lamp?', [lamp('a', 0, -5)], NOW, 1)[0]?.relevanceScore).toBe(0.5);
  });
});
