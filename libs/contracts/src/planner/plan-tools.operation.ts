import { z } from 'zod';
import { modelTerms } from '../model-call.js';
import { defineOperation } from '../operation/define-operation.js';
import { QueryText } from '../retriever/search.operation.js';
import { DecomposedQuery } from './decompose.operation.js';
import { plannedBy } from './planned-by.js';
import { OfferedTools, ToolPlan } from './tool-plan.js';

export const PlanToolsRequest = z.strictObject({
  query: QueryText,
  /** Decomposed by this operation when absent: by the model, where there is one. */
  decomposed: DecomposedQuery.optional(),
  tools: OfferedTools,
  ...modelTerms,
});
export type PlanToolsRequest = z.output<typeof PlanToolsRequest>;

/** All steps can run: known tools, parameters that fit their schemas, no cycle. */
export const PlannedTools = ToolPlan.extend(plannedBy);
export type PlannedTools = z.output<typeof PlannedTools>;

const search = {
  name: 'hybrid-search',
  description: 'Finds passages by words and meaning.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  typicalMs: 40,
};

export const planTools = defineOperation({
  name: 'planner.plan-tools',
  summary: 'Plan which tools answer a question, in which order, and with which fallbacks.',
  input: PlanToolsRequest,
  output: PlannedTools,
  role: 'reader',
  idempotent: true,
  deadlineMs: 30_000,
  http: { method: 'POST', path: '/plan' },
  examples: { 'a comparison': { query: 'Which is older, the mill or the inn?', tools: [search] } },
});
