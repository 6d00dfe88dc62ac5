import { tellState } from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import type { ToolStatement } from '../answering/stated-answer.js';

export interface AskedOfState {
  readonly question: string;
  /** Undefined for the whole library. */
  readonly collections: readonly string[] | undefined;
  readonly asOfSession: number | undefined;
}

/** Name of the changelog where answers name what made them. */
export const STATE_TOOL = 'world-state';

/**
 * What the changelog alone answers. If it cannot be read, the question is searched for like any other.
 *
 * @returns at most one statement
 * @throws the reason of the context's signal
 */
export async function stateStatements(
  client: OperationClient,
  { question, collections, asOfSession }: AskedOfState,
  parent: OperationContext,
): Promise<readonly ToolStatement[]> {
  try {
    const { statement } = await client.request(
      tellState,
      {
        query: question,
        ...(collections !== undefined && collections.length > 0 && { collections: [...collections] }),
        ...(asOfSession !== undefined && { asOfSession }),
      },
      { parent },
    );
    return statement === null ? [] : [{ ...statement, tool: STATE_TOOL }];
  } catch {
    parent.signal.throwIfAborted();
    return [];
  }
}
