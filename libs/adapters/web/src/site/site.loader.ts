import { ArbiterError, type IngestionSource } from '@arbiter/contracts';
import { type Clock, type FoundItem, type LoadContext, type SourceLoader, SYSTEM_CLOCK } from '@arbiter/ports';
import type { PageFetcher } from '../pages/page-fetcher.js';
import { collectSitemaps } from './collect-sitemaps.js';
import { CrawlLimits } from './crawl-limits.js';
import { hostKey, normaliseAddress, SiteScope } from './page-address.js';
import { PoliteFetcher } from './polite-fetcher.js';
import { SiteRobots } from './robots-rules.js';
import { SiteCrawl } from './site-crawl.js';

type SiteSource = Extract<IngestionSource, { kind: 'site' }>;

export interface SiteLoaderOptions {
  readonly fetcher: PageFetcher;
  /** Between two requests to one host, in milliseconds, ≥ 0; a host may ask for more. */
  readonly pauseMs: number;
  /** Of all pages of one site together. */
  readonly maxBytes: number;
  /** Default: the system's. */
  readonly clock?: Clock;
}

/** As the contract of a site has it where a source says nothing. */
const DEFAULT_DEPTH = 5;
const DEFAULT_MAX_PAGES = 1_000;

/**
 * The pages of a site and the files that they link to, as far as its robots.txt allows. One request at a time, with pauses.
 * Whatever a site is like, the walk through it ends: by depth, pages, bytes and time, and it forgets what differs in spelling
 * only.
 */
export class SiteLoader implements SourceLoader<SiteSource> {
  constructor(private readonly options: SiteLoaderOptions) {}

  originOf({ url }: SiteSource): string {
    return `site:${startOf(url).href}`;
  }

  async *list(source: SiteSource, context: LoadContext, signal: AbortSignal): AsyncIterable<FoundItem> {
    const { fetcher, pauseMs, maxBytes, clock = SYSTEM_CLOCK } = this.options;
    const { depth = DEFAULT_DEPTH, maxPages = DEFAULT_MAX_PAGES, hosts = [] } = source;
    const start = startOf(source.url);
    const scope = new SiteScope(start, hosts);
    const polite = new PoliteFetcher(fetcher, { pauseMs, clock });
    const robots = new SiteRobots(polite);
    const limits = new CrawlLimits({ depth, maxPages, maxBytes }, clock);
    const { sitemaps } = await robots.of(start, signal);
    // An unnamed sitemap may still be at the usual place (sitemaps.org protocol).
    const named = (sitemaps.length === 0 ? ['/sitemap.xml'] : sitemaps).flatMap(
      (address) => normaliseAddress(address, start.href) ?? [],
    );
    const isAllowedHost = (url: URL): boolean => hostKey(url) === hostKey(start) || hosts.includes(url.host);
    const { pages, problems } =
      depth === 0
        ? { pages: [], problems: [] }
        : await collectSitemaps(named.filter(isAllowedHost), { fetcher: polite, scope, isAllowedHost }, signal);
    const place = { origin: this.originOf(source), start };
    yield* new SiteCrawl(place, { fetcher, polite, robots, scope, limits, context }).run(pages, signal);
    for (const reason of problems) yield { unseen: { source: start.href, reason } };
  }
}

function startOf(address: string): URL {
  const url = normaliseAddress(address);
  if (url) return url;
  throw new ArbiterError('INVALID_REQUEST', 'That is no address that begins with http:// or https://.');
}
