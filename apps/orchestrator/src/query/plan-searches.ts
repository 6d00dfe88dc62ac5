import { planTools, type DecomposedQuery, type ToolDescriptor, type ToolPlan } from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import { askPlanner } from './ask-planner.js';

/**
 * Which tools carry out the searches of a question, and what stands in where one fails.
 *
 * @param tools those that may be used
 * @param degraded told when the planner is away: every search is then a plain one
 * @returns null where there is no plan
 */
export async function planSearches(
  client: OperationClient,
  decomposed: DecomposedQuery,
  tools: readonly ToolDescriptor[],
  parent: OperationContext,
  degraded: Set<string>,
): Promise<ToolPlan | null> {
  if (tools.length === 0) return null;
  const plan = async (): Promise<ToolPlan> => {
    const input = { query: decomposed.originalQuery, decomposed, tools: [...tools] };
    const { steps, reasoning, estimatedDuration } = await client.request(planTools, input, { parent });
    return { steps, reasoning, estimatedDuration };
  };
  return askPlanner<ToolPlan | null>(plan, { signal: parent.signal, degraded }, () => null);
}
