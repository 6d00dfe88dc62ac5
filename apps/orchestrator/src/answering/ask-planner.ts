import {
  counted,
  ArbiterError,
  decompose,
  hypothesise,
  stepBack,
  type DecomposedQuery,
  type OperationOutput,
  type PlanningDegradation,
} from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import type { StageResult } from './stage-clock.js';

/** The planner's word, or what stands in for it. */
export interface Planned<T> {
  readonly value: T;
  /** Names the planner when it was away, and its language model when rules had to stand in for that. */
  readonly degraded: readonly string[];
}

/**
 * Asks the planner. Without it, an answer is less good and says so.
 *
 * @param instead is used while the planner is away
 * @throws refusals of the planner, which a retry would not mend; any of its errors once the caller has left
 */
export async function askPlanner<T>(ask: () => Promise<T>, signal: AbortSignal, instead: () => T): Promise<Planned<T>> {
  try {
    return { value: await ask(), degraded: [] };
  } catch (error) {
    if (!(error instanceof ArbiterError) || !error.retryable || signal.aborted) throw error;
    return { value: instead(), degraded: ['planner'] };
  }
}

/** Adds the planner's language model where rules answered for it; a budget that is used up is told of the whole answer. */
export function namingModel<T extends { readonly degraded?: PlanningDegradation | undefined }>({
  value,
  degraded,
}: Planned<T>): Planned<T> {
  const isMissing = value.degraded !== undefined && value.degraded !== 'model-over-budget';
  return { value, degraded: isMissing ? [...degraded, 'planner-model'] : degraded };
}

/** Plans the searches for a question and their order. While the planner is away, the question is searched unchanged. */
export async function planQuestion(
  client: OperationClient,
  query: string,
  parent: OperationContext,
): Promise<StageResult<Planned<DecomposedQuery>>> {
  const plan = () => client.request(decompose, { query }, { parent });
  const planned = await askPlanner<OperationOutput<typeof decompose>>(plan, parent.signal, () => singleSearch(query));
  const { subQueries } = planned.value;
  const detail =
    planned.degraded.length > 0 ? 'one search: the planner is away' : counted(subQueries.length, 'search', 'searches');
  return { value: namingModel(planned), detail };
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

/**
 * A passage that would answer the question, made up by a language model, to search with (HyDE: Gao et al. 2023,
 * "Precise Zero-Shot Dense Retrieval without Relevance Labels").
 *
 * @param prompt template of the domain; undefined where it has none
 * @returns null where no model is there or it would not help: the retriever's feedback round then does the same job
 */
export function writeHypothesis(
  client: OperationClient,
  { originalQuery: query, queryType }: DecomposedQuery,
  prompt: string | undefined,
  parent: OperationContext,
): Promise<Planned<string | null>> {
  const write = async (): Promise<string | null> => {
    const input = { query, queryType, ...(prompt !== undefined && { prompt }) };
    const { passage, helps } = await client.request(hypothesise, input, { parent });
    return helps ? passage : null;
  };
  return askPlanner(write, parent.signal, () => null);
}

/** @returns null where there is no general question behind this one */
export function generalQuestion(
  client: OperationClient,
  query: string,
  { queryType }: Pick<DecomposedQuery, 'queryType'>,
  parent: OperationContext,
): Promise<Planned<string | null>> {
  const ask = async (): Promise<string | null> =>
    (await client.request(stepBack, { query, queryType }, { parent })).question;
  return askPlanner(ask, parent.signal, () => null);
}
