import { z } from 'zod';
import { defineOperation, WRITING_DEADLINE_MS } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';
import { ToolDescriptor, ToolName, ToolPayload, ToolPlan, ToolResult } from '../planner/tool-plan.js';
import { QueryText } from '../retriever/search.operation.js';

export const listTools = defineOperation({
  name: 'orchestrator.list-tools',
  summary: 'List the tools that plans and agents may use, with the schemas of their inputs and what they usually take.',
  input: z.strictObject({}),
  output: z.strictObject({
    /** Sorted by name. */
    tools: z.array(
      ToolDescriptor.extend({
        /** Extra: of a tool of domain packs, the collections of their domains; absent for tools of every question. */
        collections: z.array(CollectionName).optional(),
      }),
    ),
    /** Tools that the operator has not turned on, or that need results of earlier steps. */
    unavailable: z.array(z.strictObject({ name: ToolName, reason: z.string() })),
  }),
  role: 'reader',
  idempotent: true,
  deadlineMs: 5_000,
  http: { method: 'GET', path: '/v1/tools' },
  examples: { 'nothing to say': {} },
});

const ofStep = { step: z.string(), tool: ToolName };

/** Progress of a step of a plan. */
export const PlanStepEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('status'), ...ofStep, message: z.string() }),
  z.strictObject({ type: z.literal('found'), ...ofStep, payload: ToolPayload }),
  z.strictObject({ type: z.literal('failed'), ...ofStep, message: z.string(), suggestion: z.string().optional() }),
  z.strictObject({ type: z.literal('text'), ...ofStep, content: z.string() }),
]);
export type PlanStepEvent = z.output<typeof PlanStepEvent>;

const step = { id: 's1', tool: 'hybrid-search', parameters: { query: 'Who keeps the lamp?' } };
const plan = { steps: [step], reasoning: 'One search is enough.', estimatedDuration: 0 };

export const runPlan = defineOperation({
  name: 'orchestrator.run-plan',
  summary:
    'Run a plan of tools: what can run at the same time does, and a step that fails leaves the others their results.',
  input: z.strictObject({
    plan: ToolPlan,
    /** The question that the steps answer; tools that check or write read it. */
    query: QueryText,
    /** Collections that the tools may read; absent: the whole library. */
    collections: z.array(CollectionName).min(1).max(32).optional(),
  }),
  output: z.strictObject({
    /** Results of all steps, in the order of the plan. */
    results: z.array(z.strictObject({ step: z.string(), result: ToolResult })),
  }),
  events: PlanStepEvent,
  // A step may ingest.
  role: 'reader',
  idempotent: false,
  deadlineMs: WRITING_DEADLINE_MS,
  http: { method: 'POST', path: '/v1/plans' },
  examples: {
    'one step': { query: 'Who keeps the lamp?', plan },
    'a step that reads on from what another found, with a fallback': {
      query: 'Who keeps the lamp?',
      collections: ['default'],
      plan: {
        ...plan,
        steps: [
          { ...step, fallback: { tool: 'keyword-search', condition: 'on_low_confidence' } },
          {
            id: 's2',
            tool: 'expand',
            parameters: { chunkId: { $from: 's1', path: '0.objects.0.chunkId' } },
            dependencies: ['s1'],
          },
        ],
      },
    },
  },
});
