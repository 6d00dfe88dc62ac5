import { z } from 'zod';

const share = z.number().min(0).max(1);

/** How good a source is to rest on, every part 0–1. */
export const SourceQuality = z.strictObject({
  sourceId: z.string(),
  /** Weighted mean of the parts that are known. */
  score: share,
  /** How much its kind is worth, by its metadata or the domain; null when neither says. */
  authority: share.nullable(),
  /** 1 for the newest date among the sources; null without a date. */
  recency: share.nullable(),
  /** Share of what it says about the answer that other sources do not contradict; null when it is the only source. */
  agreement: share.nullable(),
  /** Share of the checked claims that it speaks of. */
  completeness: share.nullable(),
  /** In plain words. */
  reasoning: z.string(),
});
export type SourceQuality = z.output<typeof SourceQuality>;
