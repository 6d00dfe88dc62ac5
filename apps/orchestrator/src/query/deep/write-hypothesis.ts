import { hypothesise, type DecomposedQuery } from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import { askPlanner } from '../ask-planner.js';

/**
 * A passage that would answer the question, made up by a language model, to search with (HyDE: Gao et al. 2023,
 * "Precise Zero-Shot Dense Retrieval without Relevance Labels").
 *
 * @param prompt template of the domain; undefined where it has none
 * @param degraded told when the planner is away
 * @returns null where no model is there or it would not help: the retriever's feedback round then does the same job
 */
export async function writeHypothesis(
  client: OperationClient,
  { originalQuery: query, queryType }: DecomposedQuery,
  prompt: string | undefined,
  parent: OperationContext,
  degraded: Set<string>,
): Promise<string | null> {
  const write = async (): Promise<string | null> => {
    const input = { query, queryType, ...(prompt !== undefined && { prompt }) };
    const { passage, helps } = await client.request(hypothesise, input, { parent });
    return helps ? passage : null;
  };
  return askPlanner(write, { signal: parent.signal, degraded }, () => null);
}
