import { CollectionName } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import { type Availability, BaseMcpTool, RecoverableError, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { collectionsFor } from '../gathered.js';
import { graphsOf } from './graph-context.js';

const NO_GRAPH = 'no collection of this run has a knowledge graph';
export const Collection = CollectionName.optional().describe('The collection whose knowledge graph is asked.');
export const Session = z.int().min(0).optional().describe('The world after this session. Absent: as it is now.');
/** A tool that reads knowledge graphs: what all of them have in common. */
export abstract class GraphTool<Schema extends z.ZodObject> extends BaseMcpTool<Schema> {
  constructor(protected readonly client: OperationClient) {
    super();
  }

  override isToolAvailable(tree: TreeData): Promise<Availability> {
    const hasGraph = graphsOf(tree)?.length !== 0;
    return Promise.resolve(hasGraph ? { available: true } : { available: false, reason: NO_GRAPH });
  }
}

/** The one collection that a tool asks. @returns null where several have a graph and none is named */
export function graphAsked(tree: TreeData, named: string | undefined): string | null {
  const allowed = collectionsFor(tree, named);
  const [only, ...others] = named === undefined ? (graphsOf(tree) ?? allowed ?? []) : [named];
  return only !== undefined && others.length === 0 ? only : null;
}

export function nameCollection(): RecoverableError {
  return new RecoverableError({
    message: 'Several collections have a knowledge graph.',
    suggestion: 'Name the collection.',
  });
}
