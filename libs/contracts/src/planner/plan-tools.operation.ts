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
  revision: 1,
  summary: 'Plan which tools answer a question, in which order, and with which fallbacks.',
  input: PlanToolsRequest,
  output: PlannedTools,
  errors: ['INVALID_REQUEST'],
  role: 'reader',
  idempotent: true,
  deadlineMs: 30_000,
  http: { method: 'POST', path: '/plan' },
  examples: {
    accepted: [{ title: 'a comparison', input: { query: 'Which is older, the mill or the inn?', tools: [search] } }],
    rejected: [
      { title: 'no tool to plan with', input: { query: 'x', tools: [] }, field: 'tools' },
      {
        title: 'more sub-queries than a plan has steps',
        input: {
          query: 'x',
          tools: [search],
          decomposed: {
            originalQuery: 'x',
            queryType: 'multi_hop',
            subQueries: Array.from({ length: 33 }, (_, index) => ({
              id: `q${index}`,
              query: 'x',
              suggestedTool: 'hybrid-search',
              dependencies: [],
              priority: 1,
            })),
            executionPlan: { strategy: 'parallel', batches: [['q0']] },
            synthesisRequired: true,
          },
        },
        field: 'decomposed.subQueries',
      },
      {
        title: 'a tool whose name is no name',
        input: { query: 'x', tools: [{ ...search, name: 'rm -rf' }] },
        field: 'tools.0.name',
      },
    ],
  },
});
