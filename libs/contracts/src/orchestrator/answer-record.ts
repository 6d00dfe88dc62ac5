import { z } from 'zod';
import { CollectionName } from '../passage.js';

/** What is kept of an answer, so that feedback can name it and later be learned from. */
export const AnswerRecord = z.strictObject({
  id: z.string().min(1),
  /** The domain that was asked, or the one collection; null when the whole library or several were. */
  domain: CollectionName.nullable(),
  query: z.string(),
  answer: z.string(),
  /** Claims of the attempt that was kept, as they were checked. */
  claims: z.array(z.string()),
  /** The passages that they were checked against, one after the other; cut where they are very long. */
  evidence: z.string(),
  createdAt: z.iso.datetime(),
});
export type AnswerRecord = z.output<typeof AnswerRecord>;
