import { z } from 'zod';

/** That something was taken out of what is kept, since the documents that it rested on were deleted. */
export const Redaction = z.strictObject({
  /** When the documents were deleted. */
  at: z.iso.datetime(),
  /** The ingestion job that found them gone; null where somebody deleted them by name. */
  jobId: z.string().nullable(),
});
export type Redaction = z.output<typeof Redaction>;
