import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';
import { Redaction } from '../redaction.js';

/** Documents that left the library in one step. */
export const Deletion = Redaction.extend({
  /** Where it stands in the order of deletions: what `after` takes. */
  position: z.string().min(1),
  collection: CollectionName,
  /** Ids of those that are not stored again by now. */
  documents: z.array(z.string()),
});
export type Deletion = z.output<typeof Deletion>;

export const listDeletions = defineOperation({
  name: 'ingestion.list-deletions',
  revision: 1,
  summary: 'Tell which documents were deleted, so that whoever keeps their words can take them out.',
  input: z.strictObject({
    /** Position after which to go on; absent: from the first that is known. */
    after: z.string().min(1).max(128).optional(),
    limit: z.int().min(1).max(100).default(100),
  }),
  output: z.strictObject({
    /** In the order in which they were deleted. */
    deletions: z.array(Deletion),
  }),
  errors: ['INVALID_REQUEST'],
  idempotent: true,
  deadlineMs: 10_000,
  examples: {
    accepted: [
      { title: 'all that are known', input: {} },
      { title: 'those after a position', input: { after: '17' } },
    ],
    rejected: [{ title: 'an empty position', input: { after: '' }, field: 'after' }],
  },
});
