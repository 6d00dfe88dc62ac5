export { BraveSearch } from './brave.search.js';
export { GuardedWebClient, type GuardedWebSettings, type WebSurroundings } from './guarded-web.client.js';
export { HostGuard, type HostAndPort } from './host-guard.js';
export { SearxngSearch } from './searxng.search.js';
