export { BraveSearch, SearxngSearch } from './web-search.js';
export { FeedLoader } from './feed.loader.js';
export { GuardedWebClient, type GuardedWebSettings, type WebSurroundings } from './guarded-web.client.js';
export { type HostAndPort, HostGuard } from './host-guard.js';
export { PageFetcher, type PageFetcherOptions } from './pages/page-fetcher.js';
export { UrlLoader } from './pages/url.loader.js';
export { SiteLoader, type SiteLoaderOptions } from './site/site.loader.js';
