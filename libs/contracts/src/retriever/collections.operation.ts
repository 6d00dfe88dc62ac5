import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionManifest } from './collection-manifest.js';

export const CollectionSummary = z.strictObject({
  manifest: CollectionManifest,
  documents: z.int().min(0),
  chunks: z.int().min(0),
});
export type CollectionSummary = z.output<typeof CollectionSummary>;

export const listCollections = defineOperation({
  name: 'retriever.list-collections',
  revision: 1,
  summary: 'List the collections of the library with what they were built with and how much they hold.',
  input: z.strictObject({}),
  output: z.strictObject({ collections: z.array(CollectionSummary) }),
  errors: [],
  idempotent: true,
  deadlineMs: 5_000,
  http: { method: 'GET', path: '/v1/collections' },
  examples: {
    accepted: [{ title: 'nothing to say', input: {} }],
    rejected: [{ title: 'an unknown field', input: { name: 'x' }, field: '' }],
  },
});
