import { CollectionName, QueryText, search, type SearchMethod } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import { BaseMcpTool, RecoverableError, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { searchLibrary } from '../retrieval/passage-search.js';
import { FIRST_SEARCH } from '../retrieval/search-hypothesis.js';
import { collectionsFor, passagesResult } from './gathered.js';

/** The pipeline's first settings, so that tools and pipeline find the same passages. */
const { limit: DEFAULT_LIMIT, minRelevance: DEFAULT_RELEVANCE } = FIRST_SEARCH;
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
  /** Advice after an empty result; names another tool. */
  protected abstract readonly suggestion: string;

  constructor(private readonly client: OperationClient) {
    super();
  }

  async *execute(
    tree: TreeData,
    { query, limit, collection, minRelevance, plain, asOfSession }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const collections = collectionsFor(tree, collection) ?? [];
    const found = await searchLibrary(
      this.client,
      query,
      { limit, minRelevance, plain, method: this.method },
      { collections, asOfSession, call },
    );
    const { passages, degraded, notices, method } = found;
    const [best] = passages;
    if (!best) {
      yield new RecoverableError({ message: `No text results for: ${query}`, suggestion: this.suggestion });
      return;
    }
    yield passagesResult(passages, {
      metadata: {
        query,
        method,
        best: best.title,
        titles: [...new Set(passages.map(({ title }) => title))],
        notices: [...notices],
        // Indexes that could not take part: a degraded result is not cached.
        degraded: [...degraded],
      },
      llmMessage: 'Found {num_objects} passages for \'{query}\'; the best is from "{best}".',
    });
  }
}

export class HybridSearchTool extends SearchTool {
  readonly name = 'hybrid-search';
  override readonly aliases = ['hybrid_search'];
  readonly description =
    'Finds passages by words and by meaning, and puts the best of both first. The search that misses least: use it unless there is a reason for another.';
  protected readonly method = 'hybrid';
  protected readonly suggestion = 'Try broader terms: fewer words, or only the names in the question.';
}

export class VectorSearchTool extends SearchTool {
  readonly name = 'vector-search';
  override readonly aliases = ['fast_vector_search', 'vector_search'];
  readonly description =
    'Finds passages by meaning, however they word it. Use it for questions about ideas, reasons and descriptions that name nothing in particular.';
  protected readonly method = 'vector';
  protected readonly suggestion =
    'Try ColQwen visual search for diagrams, keyword-search with names from the question, or broader terms.';
}

export class KeywordSearchTool extends SearchTool {
  readonly name = 'keyword-search';
  override readonly aliases = ['keyword_search'];
  readonly description = 'Finds passages by their words. Use it for names, numbers, codes and exact terms.';
  protected readonly method = 'keyword';
  protected readonly suggestion = 'Try vector-search, which also finds other words for the same, or fewer terms.';
}
