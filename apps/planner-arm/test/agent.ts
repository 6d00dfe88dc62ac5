import {
  decide,
  type CompletedCall,
  type DecideRequest,
  type Decision,
  type Finding,
  type ToolDescriptor,
} from '@arbiter/contracts';
import { viewOf } from '../src/decide/decision-rule.js';
import { decideByRules } from '../src/decide/decide-by-rules.js';
import { decomposeQuery } from '../src/decompose/decompose-query.js';

const searchSchema = {
  type: 'object',
  properties: { query: { type: 'string' }, limit: { type: 'integer', minimum: 1, maximum: 20 } },
  required: ['query'],
};

/** A tool as an agent offers it. */
export function tool(name: string, inputSchema: Record<string, unknown> = searchSchema): ToolDescriptor {
  return { name, description: `The tool ${name}.`, inputSchema };
}

export const EXPAND = tool('expand', {
  type: 'object',
  properties: { chunkId: { type: 'string' }, collection: { type: 'string' } },
  required: ['chunkId'],
});
export const SEARCHES = [tool('hybrid-search'), tool('fast_vector_search'), tool('keyword-search')];

/** A request to decide; the first one unless told otherwise. */
export function asked(given: Partial<DecideRequest> & Pick<DecideRequest, 'query'>): DecideRequest {
  return decide.input.parse({ tools: SEARCHES, iteration: 1, maxIterations: 20, ...given });
}

/** What the rules decide. */
export function ruled(request: DecideRequest): Decision {
  return { ...decideByRules(viewOf(request, request.plan ?? decomposeQuery(request.query))), by: 'rules' };
}

/** What a search has found. */
export function found(
  query: string,
  given: Partial<Finding> & { readonly score?: number | null; readonly tool?: string } = {},
): Finding {
  const { score = 0.9, ...rest } = given;
  return {
    tool: 'hybrid-search',
    name: 'passages',
    inputs: { query },
    objects: 3,
    bestScore: score,
    titles: [],
    names: [],
    best: { chunkId: 'd1:0', documentId: 'd1', collection: 'coast' },
    ...rest,
  };
}

export function completed(call: Pick<CompletedCall, 'tool' | 'inputs'>): CompletedCall {
  return { tool: call.tool, inputs: call.inputs, ms: 10 };
}

/** Lets decisions and what comes of them take turns until the run ends, at most `maxIterations` times. */
export function runAgent(
  request: DecideRequest,
  decideNext: (request: DecideRequest) => Decision,
  call: (tool: string, query: string) => Partial<Finding> | string,
): Decision[] {
  const decisions: Decision[] = [];
  let state = request;
  for (let iteration = 1; iteration <= request.maxIterations; iteration++) {
    const decision = decideNext({ ...state, iteration });
    decisions.push(decision);
    if (decision.should_end) break;
    const { tool: name, inputs } = decision;
    const outcome = call(name, String(inputs.query));
    state = {
      ...state,
      completed: [...state.completed, completed({ tool: name, inputs })],
      ...(typeof outcome === 'string'
        ? { errors: [...state.errors, { tool: name, inputs, message: outcome }] }
        : { findings: [...state.findings, { ...found(''), tool: name, inputs, ...outcome }] }),
    };
  }
  return decisions;
}
