import { decompose, type DecomposedQuery } from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import { askPlanner } from './ask-planner.js';
import { counted } from './counted.js';
import type { StageResult } from './stage-clock.js';

/**
 * What is searched for, and in which order.
 *
 * @param degraded told when the planner is away: the question is then asked as it stands
 */
export async function planQuestion(
  client: OperationClient,
  query: string,
  parent: OperationContext,
  degraded: Set<string>,
): Promise<StageResult<DecomposedQuery>> {
  const plan = async (): Promise<StageResult<DecomposedQuery>> => {
    const value = await client.request(decompose, { query }, { parent });
    return { value, detail: `${value.queryType}, ${counted(value.subQueries.length, 'search', 'searches')}` };
  };
  return askPlanner(plan, { signal: parent.signal, degraded }, () => ({
    value: singleSearch(query),
    detail: 'one search: the planner is away',
  }));
}

/** A plan of one search, where none was asked for or no planner is there. */
export function singleSearch(query: string): DecomposedQuery {
  return {
    originalQuery: query,
    queryType: 'simple_lookup',
    subQueries: [{ id: 'q1', query, suggestedTool: 'hybrid-search', dependencies: [], priority: 1 }],
    executionPlan: { strategy: 'sequential', batches: [['q1']] },
    synthesisRequired: false,
  };
}
