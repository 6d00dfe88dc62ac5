import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';
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

export const CollectionGeneration = z.strictObject({
  collection: CollectionName,
  /** Another one after every change of what a search can find, and never one that was in use before. */
  generation: z.string().min(1),
});
export type CollectionGeneration = z.output<typeof CollectionGeneration>;

export const listGenerations = defineOperation({
  name: 'retriever.list-generations',
  revision: 1,
  summary: 'Name what collections hold at present, so that results can be kept for as long as that is the same.',
  input: z.strictObject({
    /** All of the library when absent; those that are not there are left out. */
    collections: z.array(CollectionName).min(1).max(1_000).optional(),
  }),
  output: z.strictObject({
    /** By name, ascending. */
    generations: z.array(CollectionGeneration),
  }),
  errors: ['INVALID_REQUEST'],
  idempotent: true,
  deadlineMs: 2_000,
  examples: {
    accepted: [
      { title: 'the whole library', input: {} },
      { title: 'one collection', input: { collections: ['default'] } },
    ],
    rejected: [
      { title: 'no collection at all', input: { collections: [] }, field: 'collections' },
      { title: 'a path', input: { collections: ['../x'] }, field: 'collections.0' },
    ],
  },
});
