import { ArbiterError, decompose, type DecomposedQuery } from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
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
  try {
    const plan = await client.request(decompose, { query }, { parent });
    return { value: plan, detail: `${plan.queryType}, ${counted(plan.subQueries.length, 'search', 'searches')}` };
  } catch (error) {
    if (!(error instanceof ArbiterError) || !error.retryable || parent.signal.aborted) throw error;
    degraded.add('planner');
    return { value: singleSearch(query), detail: 'one search: the planner is away' };
  }
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
