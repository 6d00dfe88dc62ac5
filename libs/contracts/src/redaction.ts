import { z } from 'zod';

/** Records that stored text was removed, because the documents behind it were deleted. */
export const Redaction = z.strictObject({
  /** When the documents were deleted. */
  at: z.iso.datetime(),
  /** The ingestion job that found them gone; null for a deletion by name. */
  jobId: z.string().nullable(),
});
export type Redaction = z.output<typeof Redaction>;
