import { Insight } from '@arbiter/contracts';
import type { KeptInsight } from '@arbiter/ports';
import { z } from 'zod';

const Kept = z.strictObject({
  insight: Insight,
  origin: z.strictObject({
    sessionId: z.string().nullable(),
    domain: z.string().nullable(),
    answerId: z.string(),
    documents: z.array(z.string()),
  }),
});

/** A line of the log of insights. */
export const InsightEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('saved'), kept: Kept }),
  z.strictObject({ type: z.literal('used'), ids: z.array(z.string()), at: z.iso.datetime() }),
]);
export type InsightEvent = z.output<typeof InsightEvent>;

/** Does to the insights what an event tells. */
export function applyInsightEvent(insights: Map<string, KeptInsight>, event: InsightEvent): void {
  if (event.type === 'saved') {
    insights.set(event.kept.insight.id, event.kept);
    return;
  }
  for (const id of event.ids) {
    const kept = insights.get(id);
    if (!kept) continue;
    const usageCount = kept.insight.usageCount + 1;
    insights.set(id, { ...kept, insight: { ...kept.insight, usageCount, lastAccessed: event.at } });
  }
}
