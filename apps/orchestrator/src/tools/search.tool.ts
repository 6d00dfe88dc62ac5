import { CollectionName, passageOf, QueryText, search, type SearchMethod } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import { BaseMcpTool, RecoverableError, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { wideningOf } from '../query/widen-search.js';
import { passagesResult } from './passages-result.js';
import { collectionsFor } from './search-scope.js';

/** What the pipeline asks for at first, so that whoever searches finds the same. */
const { limit: DEFAULT_LIMIT, minRelevance: DEFAULT_RELEVANCE } = wideningOf(0);
const MAX_LIMIT = 50;

const Inputs = z.strictObject({
  query: QueryText.describe('What to look for, as a question or as words.'),
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('Passages at most.'),
  collection: CollectionName.optional().describe('Search only this collection.'),
  minRelevance: z
    .number()
    .min(0)
    .max(1)
    .default(DEFAULT_RELEVANCE)
    .describe('Leave out what is less relevant, 0 to 1.'),
  asOfSession: z
    .int()
    .min(0)
    .optional()
    .describe('Leave out documents of a later session, by the number in their metadata "session".'),
  plain: z
    .boolean()
    .default(false)
    .describe('Leave out feedback and reranking, which give nothing to a query that is a list of names.'),
});

/** A search of the library: what its three methods have in common. */
export abstract class SearchTool extends BaseMcpTool<typeof Inputs> {
  readonly inputSchema = Inputs;
  override readonly cacheable = true;
  override readonly timeoutMs = search.deadlineMs;
  protected abstract readonly method: SearchMethod;
  /** What to try when nothing was found; names another tool. */
  protected abstract readonly suggestion: string;

  constructor(private readonly client: OperationClient) {
    super();
  }

  async *execute(
    tree: TreeData,
    { query, limit, collection, minRelevance, plain, asOfSession }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const collections = collectionsFor(tree, collection);
    const found = await this.client.request(
      search,
      {
        query,
        limit,
        method: this.method,
        include_synthesis: false,
        ...(plain && { fusion: 'z-score' as const, rerank: false }),
        min_relevance_score: minRelevance,
        ...(collections && { knowledge_bases: collections }),
        // Holds of documents without a session, too.
        ...(asOfSession !== undefined && { filters: { session: { not: { gt: asOfSession } } } }),
      },
      { parent: call },
    );
    const { method_used: method, degraded = [], failed_knowledge_bases: failed = [], notices = [] } = found;
    const passages = found.results.map(passageOf);
    const [best] = passages;
    if (!best) {
      yield new RecoverableError({ message: `No passages for: ${query}`, suggestion: this.suggestion });
      return;
    }
    yield passagesResult(passages, {
      metadata: {
        query,
        method,
        best: best.title,
        titles: [...new Set(passages.map(({ title }) => title))],
        notices,
        // What could not take part: a result that says so is not kept for the next time.
        degraded: [...degraded, ...failed.map(({ name }) => name)],
      },
      llmMessage: 'Found {num_objects} passages for \'{query}\'; the best is from "{best}".',
    });
  }
}
