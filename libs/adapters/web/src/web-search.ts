import { withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, parseJson } from '@arbiter/contracts';
import type { WebPage, WebSearch } from '@arbiter/ports';
import { z } from 'zod';
import { readText } from './read-text.js';

const BRAVE_ENDPOINT = 'https://api.search.brave.com/res/v1/web/search';
/** Results of one request at most, as Brave's interface says. */
const MAX_COUNT = 20;

/** What one search may take, in milliseconds, and what its answer may hold, in bytes. */
const TIMEOUT_MS = 8_000;
const MAX_BYTES = 2 * 1024 * 1024;

const BraveAnswer = z.object({
  web: z
    .object({
      results: z.array(z.object({ url: z.string(), title: z.string().default(''), description: z.string().nullish() })),
    })
    .optional(),
});

/** The Brave Search API (https://api-dashboard.search.brave.com/app/documentation/web-search/get-started). */
export class BraveSearch implements WebSearch {
  readonly name = 'Brave Search';

  /** @param endpoint another server with the same interface */
  constructor(
    private readonly apiKey: string,
    private readonly endpoint = BRAVE_ENDPOINT,
  ) {}

  async search(query: string, limit: number, signal: AbortSignal): Promise<readonly WebPage[]> {
    const url = new URL(this.endpoint);
    const count = String(Math.min(limit, MAX_COUNT));
    url.search = new URLSearchParams({ q: query, count, text_decorations: 'false' }).toString();
    const headers = { 'x-subscription-token': this.apiKey };
    const refusal = 'check BRAVE_API_KEY.';
    const { web } = await fetchResults({ name: this.name, refusal }, BraveAnswer, url, headers, signal);
    const results = (web?.results ?? []).map((result) => ({ ...result, content: result.description }));
    return pagesOf(results, limit);
  }
}

const SearxngAnswer = z.object({
  results: z.array(z.object({ url: z.string(), title: z.string().default(''), content: z.string().nullish() })),
});

/** A SearXNG server (https://docs.searxng.org/dev/search_api.html); its settings must list `json` among `search.formats`. */
export class SearxngSearch implements WebSearch {
  readonly name = 'SearXNG';

  /** @param baseUrl of the server; the operator's own, so that it may well stand in a private network */
  constructor(private readonly baseUrl: string) {}

  async search(query: string, limit: number, signal: AbortSignal): Promise<readonly WebPage[]> {
    const url = new URL('search', this.baseUrl.endsWith('/') ? this.baseUrl : `${this.baseUrl}/`);
    url.search = new URLSearchParams({ q: query, format: 'json' }).toString();
    const refusal = 'let it answer in JSON (search.formats in its settings.yml).';
    const { results } = await fetchResults({ name: this.name, refusal }, SearxngAnswer, url, {}, signal);
    return pagesOf(results, limit);
  }
}

type SearchResult = z.output<typeof SearxngAnswer>['results'][number];

interface SearchEngine {
  readonly name: string;
  /** What to do when it takes neither key nor form. */
  readonly refusal: string;
}

/** Asks a search engine for JSON, with the errors of the port. Follows no redirect, which could carry the key elsewhere. */
async function fetchResults<Schema extends z.ZodType>(
  { name, refusal }: SearchEngine,
  schema: Schema,
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  return withDeadline(signal, { timeoutMs: TIMEOUT_MS, what: name }, async (inTime) => {
    const text = await answerOf({ name, refusal }, url, headers, inTime);
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    throw new ArbiterError('UNAVAILABLE', `${name} does not answer as its interface says.`, { cause: parsed.error });
  });
}

async function answerOf(
  { name, refusal }: SearchEngine,
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string> {
  let response: Response;
  try {
    response = await fetch(url, { headers: { accept: 'application/json', ...headers }, redirect: 'error', signal });
  } catch (thrown) {
    signal.throwIfAborted();
    throw new ArbiterError('UNAVAILABLE', `${name} does not answer.`, { cause: thrown });
  }
  if (response.ok && response.body) return readText(response.body, MAX_BYTES);
  await response.body?.cancel();
  throw errorOf(name, response.status, refusal);
}

function errorOf(name: string, status: number, refusal: string): ArbiterError {
  const details = { status };
  if (status === 401) return new ArbiterError('UNAUTHENTICATED', `${name} refuses: ${refusal}`, { details });
  if (status === 403 || status === 422)
    return new ArbiterError('FORBIDDEN', `${name} refuses: ${refusal}`, { details });
  if (status === 429) return new ArbiterError('RATE_LIMITED', `${name} has had too many questions.`, { details });
  return new ArbiterError('UNAVAILABLE', `${name} answers with status ${status}.`, { details });
}

/** Of a page that a person could open; search engines also name `ftp:` and `magnet:`. */
const WebAddress = z.url({ protocol: /^https?$/ }).max(2_048);

function pagesOf(results: readonly SearchResult[], limit: number): readonly WebPage[] {
  return results
    .filter(({ url }) => WebAddress.safeParse(url).success)
    .map(({ url, title, content }) => ({ url, title: plainText(title), snippet: plainText(content ?? '') }))
    .slice(0, limit);
}

/** Removes the tags that mark search terms; on one line. */
function plainText(text: string): string {
  return text
    .replace(/<[^<>]{0,8192}>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
