import { ArbiterError } from '@arbiter/contracts';
import { addressKey, normaliseAddress } from './page-address.js';
import type { PoliteFetcher } from './polite-fetcher.js';
import { readSitemap } from './read-sitemap.js';
import type { SiteScope } from './site-scope.js';

export interface CollectedSitemaps {
  /** Addresses of pages that belong to the site, each once. */
  readonly pages: readonly URL[];
  /** What could not be read, one sentence each. */
  readonly problems: readonly string[];
}

/** Sitemaps that are read, and addresses that are taken from them. Beyond either, a site is too large for one source. */
const MAX_SITEMAPS = 200;
const MAX_PAGES = 200_000;

/**
 * Reads the sitemaps of a site and those that they name. One that is not there is no problem: nobody is asked to have any.
 *
 * @param addresses of the first ones
 */
export async function collectSitemaps(
  addresses: readonly URL[],
  { fetcher, scope, isAllowedHost }: SitemapPorts,
  signal: AbortSignal,
): Promise<CollectedSitemaps> {
  const queue = [...addresses];
  const known = new Set(queue.map(({ href }) => href));
  const pages = new Map<string, URL>();
  const problems: string[] = [];
  for (let next = 0; next < queue.length; next += 1) {
    const address = queue[next];
    if (!address) break;
    if (next === MAX_SITEMAPS || pages.size >= MAX_PAGES) {
      problems.push(`There are more than ${MAX_SITEMAPS} sitemaps or ${MAX_PAGES} pages in them.`);
      break;
    }
    try {
      const answer = await fetcher.follow(address.href, signal);
      if (answer === 'gone') continue;
      const sitemap = await readSitemap(answer.bytes, signal);
      for (const page of sitemap.pages) {
        const url = normaliseAddress(page, address.href);
        if (url && scope.includes(url) && pages.size < MAX_PAGES) pages.set(addressKey(url), url);
      }
      for (const each of sitemap.sitemaps) {
        const url = normaliseAddress(each, address.href);
        if (!url || known.has(url.href) || !isAllowedHost(url)) continue;
        known.add(url.href);
        queue.push(url);
      }
    } catch (thrown) {
      signal.throwIfAborted();
      problems.push(`${address.href}: ${ArbiterError.from(thrown).message}`);
    }
  }
  return { pages: [...pages.values()], problems };
}

export interface SitemapPorts {
  readonly fetcher: PoliteFetcher;
  readonly scope: SiteScope;
  /** Whether a sitemap there may speak for the site. */
  readonly isAllowedHost: (url: URL) => boolean;
}
