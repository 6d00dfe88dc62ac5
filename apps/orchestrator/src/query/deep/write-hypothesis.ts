import { ArbiterError, hypothesise, type DecomposedQuery } from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';

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
  try {
    const input = { query, queryType, ...(prompt !== undefined && { prompt }) };
    const { passage, helps } = await client.request(hypothesise, input, { parent });
    return helps ? passage : null;
  } catch (error) {
    if (!(error instanceof ArbiterError) || !error.retryable || parent.signal.aborted) throw error;
    degraded.add('planner');
    return null;
  }
}
