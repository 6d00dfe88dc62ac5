import { z } from 'zod';

/** What language models were asked for on behalf of one request; the tokens as the vendor bills them. */
export const ModelUsage = z.strictObject({
  /** Vendor and model, as in `anthropic/claude-…`: what a price table is read by. */
  model: z.string().min(1),
  /** The whole prompt, what came from or went into a cache included. */
  inputTokens: z.int().min(0),
  outputTokens: z.int().min(0),
  /** Of the input, read from the vendor's prompt cache. */
  cachedInputTokens: z.int().min(0),
  /** Of the input, written to it. */
  cacheWriteTokens: z.int().min(0),
});
export type ModelUsage = z.output<typeof ModelUsage>;
