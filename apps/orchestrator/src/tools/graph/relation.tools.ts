import { findPath, listChanges, type RecordedChange } from '@arbiter/contracts';
import { RecoverableError, Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { timeOf } from '../../expansion/gather-expansions.js';
import { Collection, graphAsked, GraphTool, nameCollection, Session } from './graph-tool.js';

const PathInputs = z.strictObject({
  from: z.string().min(1).max(256).describe('An id or a name.'),
  to: z.string().min(1).max(256).describe('An id or a name.'),
  collection: Collection,
  asOfSession: Session,
});

export class FindPathTool extends GraphTool<typeof PathInputs> {
  readonly name = 'find-path';
  override readonly aliases = ['find_path'];
  readonly description =
    'Finds how two people, places or things hang together: the fewest relations that lead from one to the other. Use it for how two named things are connected.';
  readonly inputSchema = PathInputs;
  override readonly timeoutMs = findPath.deadlineMs;

  async *execute(
    tree: TreeData,
    { from, to, collection, asOfSession }: z.output<typeof PathInputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const graph = graphAsked(tree, collection);
    if (graph === null) {
      yield nameCollection();
      return;
    }
    const asked = { collection: graph, from, to, ...timeOf({ asOfSession }) };
    const { steps, found, states } = await this.client.request(findPath, asked, { parent: call });
    if (!found) {
      const suggestion = 'Search for each of them with hybrid-search.';
      yield new RecoverableError({ message: `No relation leads from "${from}" to "${to}".`, suggestion });
      return;
    }
    yield new Result({
      objects: steps,
      name: 'path',
      metadata: { from, to, ...(states.length > 0 && { since: states.join(' ') }) },
      llmMessage: '{num_objects} relations lead from {from} to {to}.',
    });
  }
}

const ChangesInputs = z.strictObject({
  entity: z.string().min(1).max(256).optional().describe('Only what concerns this: an id or a name.'),
  sinceSession: z.int().min(0).optional().describe('Only what happened after this session.'),
  limit: z.int().min(1).max(100).default(30).describe('Changes at most.'),
  collection: Collection,
  asOfSession: Session,
});

export class ListChangesTool extends GraphTool<typeof ChangesInputs> {
  readonly name = 'list-changes';
  override readonly aliases = ['list_changes'];
  readonly description =
    'Lists what sessions changed, in their order: statuses and relations. Use it for what happened, what has changed since, and how something came to stand as it does.';
  readonly inputSchema = ChangesInputs;
  override readonly timeoutMs = listChanges.deadlineMs;

  async *execute(
    tree: TreeData,
    { entity, sinceSession, limit, collection, asOfSession }: z.output<typeof ChangesInputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const graph = graphAsked(tree, collection);
    if (graph === null) {
      yield nameCollection();
      return;
    }
    const { changes } = await this.client.request(
      listChanges,
      {
        ...{ collection: graph, limit, ...timeOf({ asOfSession }) },
        ...(entity !== undefined && { entity }),
        ...(sinceSession !== undefined && { sinceSession }),
      },
      { parent: call },
    );
    if (changes.length === 0) {
      const suggestion = 'Search for it with hybrid-search: what no session changed stands in the documents.';
      yield new RecoverableError({ message: 'No session changed that.', suggestion });
      return;
    }
    yield new Result({
      objects: changes.map(shownChange),
      name: 'changes',
      metadata: { ...(entity !== undefined && { entity }) },
      llmMessage: '{num_objects} entries tell what has changed.',
    });
  }
}

function shownChange({ entry }: RecordedChange): Record<string, unknown> {
  const { session_id: session, date, entity_updates, relationship_updates } = entry;
  return {
    session,
    ...(date !== undefined && { date }),
    changed: [
      ...entity_updates.map(({ entity_id, status, ...more }) => ({ entity: entity_id, status, ...more })),
      ...relationship_updates.map(({ from, to, old_status, new_status }) => ({ from, to, old_status, new_status })),
    ],
  };
}
