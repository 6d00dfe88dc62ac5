import { z } from 'zod';
import { Cost, ModelUsage } from '../model-call.js';
import { defineOperation } from '../operation/define-operation.js';

export const COST_KEYS = ['day', 'session', 'key'] as const;

const CostSum = z.strictObject({
  /** Answers that called a language model; others cost nothing and are not counted. */
  answers: z.int().min(0),
  /** By model. */
  tokens: z.array(ModelUsage),
  /** One for each currency. */
  costs: z.array(Cost),
  /** Answers without a cost, because there was no price table. The costs leave them out. */
  unreckoned: z.int().min(0),
});
export type CostSum = z.output<typeof CostSum>;

export const CostReport = z.strictObject({
  by: z.enum(COST_KEYS),
  entries: z.array(
    CostSum.extend({
      /** A day in UTC, a session or the name of a key; null for answers outside a session, or without a key. */
      key: z.string().nullable(),
    }),
  ),
  total: CostSum,
});
export type CostReport = z.output<typeof CostReport>;

export const costs = defineOperation({
  name: 'orchestrator.costs',
  summary: 'What language models were asked and cost, summed by day, session or key.',
  input: z.strictObject({
    by: z.enum(COST_KEYS).default('day'),
    /** First day in UTC; absent: the day of the first answer. */
    from: z.iso.date().optional(),
    /** Last day in UTC. */
    to: z.iso.date().optional(),
  }),
  output: CostReport,
  errors: ['FORBIDDEN'],
  role: 'admin',
  idempotent: true,
  deadlineMs: 20_000,
  http: { method: 'GET', path: '/v1/costs' },
  examples: { 'nothing to say': {}, 'a month by key': { by: 'key', from: '2026-01-01', to: '2026-01-31' } },
});
