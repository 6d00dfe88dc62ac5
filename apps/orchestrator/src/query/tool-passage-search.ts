import { ArbiterError, MAX_QUERY_LENGTH, type Passage, type ToolFallback, type ToolPlan } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { newTreeData, type TreeData } from '@arbiter/tool-sdk';
import type { ToolExecutor } from '../execution/tool-executor.js';
import type { FoundPassages, PassageSearch, PassageSearchOptions } from './hops/passage-search.js';
import type { Inquiry } from './inquiry.js';

interface PlannedSearch {
  readonly tool: string;
  readonly fallback: ToolFallback | undefined;
  /** Passages that the plan asks for; 0 where it leaves that open. */
  readonly limit: number;
}

/** What a search runs as where no plan says otherwise. */
const UNPLANNED: PlannedSearch = { tool: 'hybrid-search', fallback: undefined, limit: 0 };

const BY_MEANING: PlannedSearch = { ...UNPLANNED, tool: 'vector-search' };

/** Searches with the tools that a plan names, through the executor: time limits, retries, fallbacks and the cache are its. */
export class ToolPassageSearch implements PassageSearch {
  private readonly planned: ReadonlyMap<string, PlannedSearch>;

  /**
   * @param plan by whose steps sub-queries of the same ids are searched; null where nobody has made one
   * @param asOfSession as the request has it
   */
  constructor(
    private readonly executor: ToolExecutor,
    plan: ToolPlan | null,
    private readonly tree: TreeData,
    private readonly call: OperationContext,
    private readonly asOfSession: number | undefined,
  ) {
    this.planned = new Map(
      plan?.steps.map(({ id, tool, fallback, parameters }) => [
        id,
        { tool, fallback, limit: typeof parameters.limit === 'number' ? parameters.limit : 0 },
      ]),
    );
  }

  async search(
    query: string,
    { limit, minRelevance, plain = false, byMeaning = false, subQuery = '' }: PassageSearchOptions,
  ): Promise<FoundPassages> {
    const { tool, fallback, limit: planned } = this.planned.get(subQuery) ?? (byMeaning ? BY_MEANING : UNPLANNED);
    const parameters = {
      query: query.slice(0, MAX_QUERY_LENGTH).toWellFormed(),
      limit: Math.max(limit, planned),
      minRelevance,
      plain,
      ...(this.asOfSession !== undefined && { asOfSession: this.asOfSession }),
    };
    const outputs = this.executor.run({ tool, parameters, fallback }, { call: this.call, tree: this.tree });
    let next = await outputs.next();
    while (!next.done) next = await outputs.next();
    const { success, data, error = '', code } = next.value;
    // Nothing found is an answer, too; what went wrong has a code.
    if (!success && code !== undefined) throw new ArbiterError(code, error);
    const [found] = data;
    return {
      // What the search tools promise of their payload.
      passages: (found?.objects ?? []) as unknown as readonly Passage[],
      degraded: textsOf(found?.metadata.degraded),
      notices: textsOf(found?.metadata.notices),
    };
  }
}

/** Searches for the questions that one executor works for. */
export function searchWith(executor: ToolExecutor): (inquiry: Inquiry) => PassageSearch {
  return ({ request, collections, toolPlan, context }) => {
    const tree = newTreeData(request.query, { collectionNames: collections ?? [] });
    return new ToolPassageSearch(executor, toolPlan, tree, context, request.asOfSession);
  };
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
