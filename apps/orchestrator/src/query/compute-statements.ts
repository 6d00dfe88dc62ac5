import type { OperationContext } from '@arbiter/messaging';
import { newTreeData } from '@arbiter/tool-sdk';
import type { OpenToolbox } from '../execution/toolbox.js';
import type { ToolStatement } from './stated-answer.js';

/** What a question is, as far as tools are told that want to run unasked. */
export interface AskedOfTools {
  readonly question: string;
  /** Those that are searched: tools of other domains take no part. */
  readonly collections: readonly string[];
}

/**
 * What tools compute that recognise a question as theirs. One that fails has nothing to say: the question is then searched
 * for like any other.
 *
 * @throws the reason of the context's signal
 */
export async function computeStatements(
  { registry, executor }: OpenToolbox,
  { question, collections }: AskedOfTools,
  call: OperationContext,
): Promise<ToolStatement[]> {
  const tree = newTreeData(question, { collectionNames: collections });
  const statements: ToolStatement[] = [];
  for (const { tool, inputs } of await registry.triggeredNow(tree)) {
    const outputs = executor.run({ tool: tool.name, parameters: inputs }, { call, tree });
    for (let next = await outputs.next(); !next.done; next = await outputs.next()) {
      const { output } = next.value;
      if (output.kind === 'result' && output.statement) statements.push({ ...output.statement, tool: tool.name });
    }
  }
  return statements;
}
