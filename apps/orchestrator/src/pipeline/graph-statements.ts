import { counted, tellOverview, tellSelection, type DecomposedQuery, type QueryEvent } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import type { Inquiry } from '../answering/inquiry.js';
import type { StageResult } from '../answering/stage-clock.js';
import type { ToolStatement } from '../answering/stated-answer.js';
import type { StatedMode } from '../answering/write-and-judge.js';
import type { AskedOfState } from './state-statements.js';

/** Names of what made an answer from the graph. */
export const OVERVIEW_TOOL = 'world-overview';
export const SELECTION_TOOL = 'world-selection';

export interface GraphStatements {
  /** Empty if the graph does not answer. */
  readonly statements: readonly ToolStatement[];
  readonly mode: StatedMode;
  /** Names the graph when it could not be read, and the language model when it should have written. */
  readonly degraded: readonly string[];
}

const NOTHING: GraphStatements = { statements: [], mode: 'computed', degraded: [] };

/**
 * What the knowledge graph answers to a question about the documents as a whole, or about all things of a kind. If it cannot be read, the
 * question is searched for like any other.
 *
 * @throws the reason of the context's signal
 */
export function graphStatements(
  client: OperationClient,
  { context: parent, stages }: Pick<Inquiry, 'context' | 'stages'>,
  { question: query, collections, asOfSession }: AskedOfState,
  scope: NonNullable<DecomposedQuery['scope']>,
): AsyncGenerator<QueryEvent, GraphStatements, undefined> {
  const asked = {
    query,
    ...(collections !== undefined && collections.length > 0 && { collections: [...collections] }),
    ...(asOfSession !== undefined && { asOfSession }),
  };
  const ask = async (): Promise<GraphStatements> => {
    if (scope === 'selection') {
      const { statement } = await client.request(tellSelection, asked, { parent });
      return { ...NOTHING, statements: statement === null ? [] : [{ ...statement, tool: SELECTION_TOOL }] };
    }
    const { statements, mode, degraded } = await client.request(tellOverview, asked, { parent });
    return {
      statements: statements.map((statement) => ({ ...statement, tool: OVERVIEW_TOOL })),
      mode: mode === 'generated' ? 'generated' : 'computed',
      degraded: degraded === undefined || degraded === 'model-over-budget' ? [] : ['language-model'],
    };
  };
  return stages.run('retrieve', async (): Promise<StageResult<GraphStatements>> => {
    const value = await ask().catch((): GraphStatements => {
      parent.signal.throwIfAborted();
      return { ...NOTHING, degraded: ['knowledge-graph'] };
    });
    return { value, detail: `${scope}, ${counted(value.statements.length, 'statement')}` };
  });
}
