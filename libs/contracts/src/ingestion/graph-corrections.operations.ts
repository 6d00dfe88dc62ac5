import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';
import { CORRECTION_ORIGIN, GraphCorrection } from './graph-correction.js';

/** Most corrections of one request. */
export const MAX_CORRECTIONS = 100;

/** A correction that counts and cannot be applied to the graph as it is now. */
export const UnappliedCorrection = z.strictObject({
  id: z.int().min(1),
  /** Such as "There is no entity "torven"." */
  problem: z.string(),
});

/** A correction, and what became of it. */
export const RecordedCorrection = z.strictObject({
  /** Position among the events of the graph. */
  id: z.int().min(1),
  recordedAt: z.iso.datetime(),
  by: z.string(),
  reason: z.string().nullable(),
  correction: GraphCorrection,
  /**
   * `applied` to the current graph; `not-applied` because of a `problem`; `undone`; `pending` until the graph is built again.
   * A build tries each one anew, unless it was undone.
   */
  state: z.enum(['applied', 'not-applied', 'undone', 'pending']),
  problem: z.string().nullable(),
  /** The event that undid it; null while it counts. Undo that event, and the correction counts again. */
  undoneBy: z.strictObject({ id: z.int().min(1), recordedAt: z.iso.datetime(), by: z.string() }).nullable(),
});
export type RecordedCorrection = z.output<typeof RecordedCorrection>;

const GRAPH_AFTERWARDS = {
  /** Version of the graph with the corrections; null if it could not be built now: the next build applies them. */
  version: z.string().nullable(),
  /** All that count and could not be applied, earlier ones too. Empty if the graph could not be built. */
  notApplied: z.array(UnappliedCorrection),
};

export const correctGraph = defineOperation({
  name: 'ingestion.correct-graph',
  summary:
    'Correct the knowledge graph: merge, split, rename, retype, add, edit and delete entities, and relations. Every build applies the corrections again.',
  input: z.strictObject({
    collection: CollectionName,
    /** Recorded all or none, in their order; each sees what those before it have made. */
    corrections: z.array(GraphCorrection).min(1).max(MAX_CORRECTIONS),
    ...CORRECTION_ORIGIN,
  }),
  output: z.strictObject({
    collection: CollectionName,
    /** Ids of the corrections, in their order. */
    ids: z.array(z.int().min(1)),
    /** As they were recorded: with the ids of entities in place of their names. */
    corrections: z.array(GraphCorrection),
    ...GRAPH_AFTERWARDS,
  }),
  errors: ['NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
  // A repeated merge finds that the entity is gone.
  role: 'editor',
  idempotent: false,
  deadlineMs: 300_000,
  http: { method: 'POST', path: '/v1/graphs/{collection}/corrections', status: 201 },
  examples: {
    'three names of one person': {
      collection: 'default',
      by: 'Ann',
      reason: 'the body was identified',
      corrections: [{ kind: 'merge', entities: ['guild-master-torven', 'torvens-corpse'], into: 'torven' }],
    },
    'two things of one name, a wrong name and a missing relation': {
      collection: 'works',
      by: 'Ben',
      corrections: [
        { kind: 'split', entity: 'heron', name: 'Heron (dredger)', type: 'machine', documents: ['fleet/heron.md'] },
        { kind: 'rename', entity: 'pump-3', name: 'Circulation Pump 3' },
        { kind: 'add-relation', from: 'pump-3', type: 'located in', to: 'hall-2' },
      ],
    },
  },
});

export const listGraphCorrections = defineOperation({
  name: 'ingestion.list-graph-corrections',
  summary: 'List the corrections of a knowledge graph as they were recorded, with what became of each.',
  input: z.strictObject({
    collection: CollectionName,
    /** A page may be shorter, if its corrections are long. */
    limit: z.coerce.number().int().min(1).max(500).default(100),
    /** `next` of the previous page. */
    after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  }),
  output: z.strictObject({
    corrections: z.array(RecordedCorrection),
    /** Null on the last page. */
    next: z.int().min(1).nullable(),
  }),
  role: 'editor',
  idempotent: true,
  http: { method: 'GET', path: '/v1/graphs/{collection}/corrections' },
  examples: { 'of a collection': { collection: 'default' } },
});

export const undoGraphCorrection = defineOperation({
  name: 'ingestion.undo-graph-correction',
  summary:
    'Undo a correction of the knowledge graph; it stays on record. To undo an undo makes the correction count again.',
  input: z.strictObject({
    collection: CollectionName,
    id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    ...CORRECTION_ORIGIN,
  }),
  output: z.strictObject({
    /** The correction that counts no more, or counts again. */
    correction: RecordedCorrection,
    /** True if it was so before, and nothing was recorded. */
    repeated: z.boolean(),
    ...GRAPH_AFTERWARDS,
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  role: 'editor',
  idempotent: true,
  deadlineMs: 300_000,
  http: { method: 'POST', path: '/v1/graphs/{collection}/corrections/{id}/undo' },
  examples: { 'a correction': { collection: 'default', id: 3, by: 'Ann' } },
});
