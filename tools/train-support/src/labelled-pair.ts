import { z } from 'zod';

/** A claim with its evidence, as the files of the data folder hold it. */
export const LabelledPair = z.object({
  id: z.string(),
  claim: z.string(),
  evidence: z.string(),
  supported: z.boolean(),
  /** How a made pair was made. */
  kind: z.string().optional(),
  /** The set a made pair was made from. */
  source: z.string().optional(),
});
export type LabelledPair = z.output<typeof LabelledPair>;
