import { QueryText, type Source } from '@arbiter/contracts';
import type { WebClient, WebPage, WebSearch } from '@arbiter/ports';
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
const NO_ENGINE = 'Searching the web is turned off (SEARXNG_URL, BRAVE_API_KEY).';

const SearchInputs = z.strictObject({
  query: QueryText.describe('What to look for.'),
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('Pages at most.'),
});

/** Off unless the operator names a search engine: questions leave the house with it. */
export class WebSearchTool extends BaseMcpTool<typeof SearchInputs> {
  readonly name = 'web-search';
  override readonly aliases = ['web_search'];
  readonly description =
    'Searches the public web. Use it only for what the library cannot know, such as what happened lately. What it finds is not checked by anybody.';
  readonly inputSchema = SearchInputs;
  /** What is searched for leaves the house. */
  override readonly spokenInputs = { query: 'words' } as const;
  override readonly timeoutMs = 10_000;

  /** @param engine null where none is set */
  constructor(private readonly engine: WebSearch | null) {
    super();
  }

  override isToolAvailable(): Promise<Availability> {
    return Promise.resolve(this.engine ? { available: true } : { available: false, reason: NO_ENGINE });
  }

  async *execute(
    _tree: TreeData,
    { query, limit }: z.output<typeof SearchInputs>,
    { signal }: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    if (!this.engine) {
      yield new RecoverableError({ message: NO_ENGINE, suggestion: 'Use hybrid-search.' });
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

const NO_HOST = 'No host may be asked (HTTP_REQUEST_ALLOWED_HOSTS).';
/** From here on an answer says that the host did not give what was asked for (RFC 9110, 15). */
const FIRST_FAILURE = 400;

const RequestInputs = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .describe('Address of a page or of an interface that answers in text.'),
  method: z.enum(['GET', 'HEAD']).default('GET'),
});

/** Reads from hosts that the operator allows; the port refuses all others, and what is not public. */
export class HttpRequestTool extends BaseMcpTool<typeof RequestInputs> {
  readonly name = 'http-request';
  override readonly aliases = ['http_request'];
  readonly description: string;
  readonly inputSchema = RequestInputs;
  override readonly spokenInputs = { url: 'address' } as const;
  override readonly timeoutMs = 30_000;

  constructor(private readonly web: WebClient) {
    super();
    const hosts = web.allowedHosts.join(', ');
    this.description = `Reads a text over HTTP, only from ${hosts === '' ? 'hosts that the operator allows' : hosts}.`;
  }

  override isToolAvailable(): Promise<Availability> {
    return Promise.resolve(
      this.web.allowedHosts.length > 0 ? { available: true } : { available: false, reason: NO_HOST },
    );
  }

  async *execute(
    _tree: TreeData,
    { url, method }: z.output<typeof RequestInputs>,
    { signal }: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const resource = await this.web.request({ method, url }, signal);
    if (resource.status >= FIRST_FAILURE) {
      yield new RecoverableError({ message: `${resource.url} answers with status ${resource.status}.` });
      return;
    }
    yield new Result({
      objects: [{ ...resource }],
      name: 'resource',
      metadata: { url: resource.url, status: resource.status, mediaType: resource.mediaType },
      llmMessage: 'Read {url} ({mediaType}).',
    });
  }
}
