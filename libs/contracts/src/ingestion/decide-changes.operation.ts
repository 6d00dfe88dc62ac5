import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';
import { ProposalDecision, ProposalId } from './changelog-entry.js';
import { RecordedChange } from './changelog.operations.js';

/** Most proposals that one request decides. */
export const MAX_DECISIONS = 200;

const Ids = z.array(ProposalId).max(MAX_DECISIONS).default([]);

export const decideChanges = defineOperation({
  name: 'ingestion.decide-changes',
  summary:
    'Accept or reject single changes that sessions propose, or answer their questions. All are decided or none. What is accepted ' +
    'becomes an entry of the changelog.',
  input: z
    .strictObject({
      collection: CollectionName,
      /** Who decides. */
      by: ProposalDecision.shape.by,
      reason: ProposalDecision.shape.reason,
      accept: Ids,
      reject: Ids,
      /** Answers to the questions of doubtful changes, each one of the change's own `answers`. */
      answers: z
        .array(z.strictObject({ id: ProposalId, answer: z.string().trim().min(1).max(256) }))
        .max(MAX_DECISIONS)
        .default([]),
      /** Decided changes whose decision is taken back. */
      reopen: Ids,
    })
    .superRefine(({ accept, reject, answers, reopen }, context) => {
      const ids = [...accept, ...reject, ...answers.map(({ id }) => id), ...reopen];
      if (ids.length === 0) context.addIssue({ code: 'custom', path: ['accept'], message: 'decides nothing' });
      const twice = ids.find((id, index) => ids.indexOf(id) !== index);
      if (twice !== undefined)
        context.addIssue({ code: 'custom', path: ['accept'], message: `decides ${twice} more than once` });
    }),
  output: z.strictObject({
    collection: CollectionName,
    /** In the order accept, reject, answers. */
    decided: z.array(
      z.strictObject({
        id: z.string(),
        change: RecordedChange,
        /** True if it had been decided in the same way before, and nothing happened. */
        repeated: z.boolean(),
      }),
    ),
    /** Those that are open again, with the events that were reverted. */
    reopened: z.array(z.strictObject({ id: z.string(), change: RecordedChange })),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  role: 'editor',
  idempotent: true,
  deadlineMs: 300_000,
  http: { method: 'POST', path: '/v1/changelog/decisions' },
  mcp: { tool: 'decide-changes' },
  examples: {
    'one accepted': { collection: 'default', by: 'Ada', accept: ['7-k3f9q1c2'] },
    'one rejected, a question answered, with the reason': {
      collection: 'default',
      by: 'Ada',
      reason: 'seen on the tape',
      reject: ['7-k3f9q1c2'],
      answers: [{ id: '7-a81d02zz', answer: 'knocked out' }],
    },
    'a decision taken back': { collection: 'default', by: 'Ada', reopen: ['7-k3f9q1c2'] },
  },
});
