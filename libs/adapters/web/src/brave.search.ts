import type { WebPage, WebSearch } from '@arbiter/ports';
import { z } from 'zod';
import { fetchResults } from './fetch-results.js';
import { plainText, WebAddress } from './page-text.js';

const ENDPOINT = 'https://api.search.brave.com/res/v1/web/search';
/** Results of one request at most, as the interface says. */
const MAX_COUNT = 20;

const Answer = z.object({
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
    private readonly endpoint = ENDPOINT,
  ) {}

  async search(query: string, limit: number, signal: AbortSignal): Promise<readonly WebPage[]> {
    const url = new URL(this.endpoint);
    const count = String(Math.min(limit, MAX_COUNT));
    url.search = new URLSearchParams({ q: query, count, text_decorations: 'false' }).toString();
    const headers = { 'x-subscription-token': this.apiKey };
    const refusal = 'check BRAVE_API_KEY.';
    const { web } = await fetchResults({ name: this.name, refusal }, Answer, url, headers, signal);
    return (web?.results ?? [])
      .filter((result) => WebAddress.safeParse(result.url).success)
      .map(({ url: page, title, description }) => ({
        url: page,
        title: plainText(title),
        snippet: plainText(description ?? ''),
      }))
      .slice(0, limit);
  }
}
