import { listCollections } from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import { newTreeData, type TreeData } from '@arbiter/tool-sdk';
import type { ToolStatement } from '../answering/stated-answer.js';
import { openToolSet, type ToolSet } from '../execution/tool-set.js';

/** Input of the tools that are triggered by a question. */
export interface AskedOfTools {
  readonly question: string;
  /** Collections searched: tools of other domains take no part. Undefined for the whole library. */
  readonly collections: readonly string[] | undefined;
}

/**
 * Statements of the tools that a question triggers. A tool that fails gives no statement; the question is then searched
 * for like any other.
 *
 * @throws the reason of the context's signal
 */
export async function computeStatements(
  toolSet: Omit<ToolSet, 'library'>,
  client: OperationClient,
  { question, collections }: AskedOfTools,
  call: OperationContext,
): Promise<ToolStatement[]> {
  const { registry, executor, collections: own } = openToolSet(toolSet, call);
  const treeOf = (collectionNames: readonly string[]): TreeData => newTreeData(question, { collectionNames });
  // Most questions trigger no tool: the collections are listed only if a tool is triggered by this one.
  const isWanted = collections !== undefined || (await registry.triggeredNow(treeOf(own))).length > 0;
  if (!isWanted) return [];
  const tree = treeOf(await collectionsForTools({ collections }, client, call));
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

/**
 * The collections that tools are told of: those that are asked, or all that the library holds.
 *
 * @returns none if the list of collections cannot be read
 */
export async function collectionsForTools(
  { collections }: Pick<AskedOfTools, 'collections'>,
  client: OperationClient,
  parent: OperationContext,
): Promise<readonly string[]> {
  if (collections) return collections;
  try {
    const held = await client.request(listCollections, {}, { parent });
    return held.collections.map(({ manifest }) => manifest.name);
  } catch {
    parent.signal.throwIfAborted();
    return [];
  }
}
