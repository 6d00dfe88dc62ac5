import { QueryText, type Source } from '@arbiter/contracts';
import type { WebPage, WebSearch } from '@arbiter/ports';
import {
  BaseMcpTool,
  RecoverableError,
  Result,
  type Availability,
  type ToolCall,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import { z } from 'zod';

const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 20;
/** No search engine says how relevant its pages are on our scale: neither for them nor against them. */
const UNKNOWN_RELEVANCE = 0.5;
const OFF = 'Searching the web is turned off (WEB_SEARCH_PROVIDER).';

const Inputs = z.strictObject({
  query: QueryText.describe('What to look for.'),
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('Pages at most.'),
});

/** Off unless the operator names a search engine: questions leave the house with it. */
export class WebSearchTool extends BaseMcpTool<typeof Inputs> {
  readonly name = 'web-search';
  override readonly aliases = ['web_search'];
  readonly description =
    'Searches the public web. Use it only for what the library cannot know, such as what happened lately. What it finds is not checked by anybody.';
  readonly inputSchema = Inputs;
  override readonly timeoutMs = 10_000;

  /** @param engine null where none is set */
  constructor(private readonly engine: WebSearch | null) {
    super();
  }

  override isToolAvailable(): Promise<Availability> {
    return Promise.resolve(this.engine ? { available: true } : { available: false, reason: OFF });
  }

  async *execute(
    _tree: TreeData,
    { query, limit }: z.output<typeof Inputs>,
    { signal }: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    if (!this.engine) {
      yield new RecoverableError({ message: OFF, suggestion: 'Use hybrid-search.' });
      return;
    }
    const pages = await this.engine.search(query, limit, signal);
    if (pages.length === 0) {
      yield new RecoverableError({ message: `No pages for: ${query}`, suggestion: 'Try broader terms.' });
      return;
    }
    yield new Result({
      objects: pages.map((page) => ({ ...page })),
      name: 'pages',
      metadata: { query, engine: this.engine.name },
      llmMessage: "{engine} names {num_objects} pages for '{query}'.",
      sources: pages.map(sourceOfPage),
    });
  }
}

function sourceOfPage({ url, title, snippet }: WebPage): Source {
  return {
    id: url,
    document: url,
    chunkId: url,
    content: `${title}\n${snippet}`,
    metadata: { title, url },
    score: UNKNOWN_RELEVANCE,
  };
}
