import { z } from 'zod';

/** What is remembered of an accepted answer beyond its session, field names as published (design document 000). */
export const Insight = z.strictObject({
  id: z.string().min(1),
  /** What the answer says, without its markers. */
  summary: z.string().min(1),
  /** Where it comes from, for people: the question, the domain, the sources. */
  context: z.string(),
  /** When it was learnt. */
  timestamp: z.iso.datetime(),
  /** How often it was recalled. */
  usageCount: z.int().min(0),
  /** When it was last recalled; `timestamp` before the first time. */
  lastAccessed: z.iso.datetime(),
  /** 0–1. As kept: the confidence of the answer. As recalled: how much it promises for the query. */
  relevanceScore: z.number().min(0).max(1),
});
export type Insight = z.output<typeof Insight>;
