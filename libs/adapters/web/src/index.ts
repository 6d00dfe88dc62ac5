export { BraveSearch } from './brave.search.js';
export { FeedLoader } from './feed/feed.loader.js';
export { GuardedWebClient, type GuardedWebSettings, type WebSurroundings } from './guarded-web.client.js';
export { HostGuard, type HostAndPort } from './host-guard.js';
export { PageFetcher, type PageFetcherOptions } from './pages/page-fetcher.js';
export { UrlLoader } from './pages/url.loader.js';
export { SiteLoader, type SiteLoaderOptions } from './site/site.loader.js';
export { SearxngSearch } from './searxng.search.js';
