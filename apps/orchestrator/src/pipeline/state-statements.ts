import { tellState } from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import type { ToolStatement } from '../answering/stated-answer.js';

export interface AskedOfState {
  readonly question: string;
  /** Undefined for the whole library. */
  readonly collections: readonly string[] | undefined;
  readonly asOfSession: number | undefined;
}

export interface AskedOfChanges extends AskedOfState {
  /** Those with changes: most libraries have none, and then nobody is asked. */
  readonly collections: readonly string[];
}

/** Most collections that one request takes. */
const MAX_COLLECTIONS = 32;

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
  { question, collections, asOfSession }: AskedOfChanges,
  parent: OperationContext,
): Promise<readonly ToolStatement[]> {
  if (collections.length === 0) return [];
  try {
    const { statement } = await client.request(
      tellState,
      {
        query: question,
        collections: collections.slice(0, MAX_COLLECTIONS),
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
