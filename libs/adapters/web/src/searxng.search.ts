import type { WebPage, WebSearch } from '@arbiter/ports';
import { z } from 'zod';
import { fetchResults } from './fetch-results.js';
import { plainText, WebAddress } from './page-text.js';

const Answer = z.object({
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
    const { results } = await fetchResults({ name: this.name, refusal }, Answer, url, {}, signal);
    return results
      .filter((result) => WebAddress.safeParse(result.url).success)
      .map(({ url: page, title, content }) => ({
        url: page,
        title: plainText(title),
        snippet: plainText(content ?? ''),
      }))
      .slice(0, limit);
  }
}
