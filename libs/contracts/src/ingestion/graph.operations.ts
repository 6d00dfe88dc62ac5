import { z } from 'zod';
import { GraphSchema } from '../graph/graph-schema.js';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';

/** A knowledge graph in numbers. */
export const GraphSummary = z.strictObject({
  collection: CollectionName,
  /** Digest of all that it was built from. */
  version: z.string(),
  documents: z.int().min(0),
  entities: z.int().min(0),
  relations: z.int().min(0),
  /** Of the finest level. */
  communities: z.int().min(0),
  /** Id of the last changelog event that importance and communities know of; 0 for none. */
  changelogEvent: z.int().min(0),
  /** Absent where no language model was asked. */
  extraction: z
    .strictObject({
      model: z.string(),
      /** Documents that it read beside the rules, and those that it failed to read. */
      documents: z.int().min(0),
      failed: z.int().min(0),
      /** Entities that it took for others of the graph. */
      merged: z.int().min(0),
    })
    .optional(),
  /** What people corrected, without what was undone; absent without any. */
  corrections: z.strictObject({ applied: z.int().min(0), notApplied: z.int().min(0) }).optional(),
});
export type GraphSummary = z.output<typeof GraphSummary>;

export const buildGraph = defineOperation({
  name: 'ingestion.build-graph',
  summary:
    'Build the knowledge graph of a collection from its stored documents. From then on every ingestion keeps it current.',
  input: z.strictObject({
    collection: CollectionName,
    /** Absent: the schema of the current graph; plain English if there is none. */
    schema: GraphSchema.optional(),
  }),
  output: GraphSummary.extend({
    /** False if the current graph was built from the same. */
    isNew: z.boolean(),
  }),
  errors: ['CONFLICT'],
  role: 'editor',
  idempotent: true,
  deadlineMs: 300_000,
  http: { method: 'POST', path: '/v1/graphs/{collection}/build' },
  examples: {
    'a collection': { collection: 'default' },
    'with a schema': {
      collection: 'works',
      schema: {
        entityTypes: ['person', 'unit'],
        relationTypes: [{ type: 'operated_by', from: 'unit', to: 'person' }],
        statuses: { available: ['lined up'], unavailable: ['blinded'] },
      },
    },
  },
});
