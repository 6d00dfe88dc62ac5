import { z } from 'zod';

/** A line of a grounding set: a claim, what it is to rest on, and whether it does. Unknown fields are ignored. */
export const GroundingPair = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  claim: z.string().trim().min(1),
  /** May be empty: nothing supports a claim then. */
  evidence: z.string(),
  supported: z.boolean(),
});
export type GroundingPair = z.output<typeof GroundingPair>;
