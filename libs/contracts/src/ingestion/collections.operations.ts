import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';

export const dropCollection = defineOperation({
  name: 'ingestion.drop-collection',
  revision: 1,
  summary: 'Delete a collection with its manifest, its documents and every index, so that it can be built anew.',
  input: z.strictObject({ collection: CollectionName }),
  output: z.strictObject({
    collection: CollectionName,
    /** Documents deleted. */
    documents: z.int().min(0),
    /** Chunks deleted. */
    chunks: z.int().min(0),
  }),
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'CONFLICT'],
  idempotent: true,
  deadlineMs: 60_000,
  http: { method: 'DELETE', path: '/v1/collections/{collection}' },
  examples: {
    accepted: [{ title: 'a collection', input: { collection: 'default' } }],
    rejected: [
      { title: 'no collection', input: {}, field: 'collection' },
      { title: 'a path', input: { collection: '../x' }, field: 'collection' },
    ],
  },
});
