import type { IngestionSource } from '@arbiter/contracts';
import type { FoundItem, LoadContext, SourceLoader } from '@arbiter/ports';
import type { PageFetcher } from './page-fetcher.js';
import { fetchItem, filesIn } from './page-item.js';

type UrlSource = Extract<IngestionSource, { kind: 'url' }>;

/** One page or file of the web. */
export class UrlLoader implements SourceLoader<UrlSource> {
  constructor(private readonly fetcher: PageFetcher) {}

  originOf({ url }: UrlSource): string {
    return `url:${new URL(url).href}`;
  }

  async *list(source: UrlSource, context: LoadContext, signal: AbortSignal): AsyncIterable<FoundItem> {
    const place = { origin: this.originOf(source), url: new URL(source.url).href };
    const item = await fetchItem(place, { fetcher: this.fetcher, context, nextFile: filesIn(context) }, signal);
    const { title } = source;
    if (item) yield title === undefined ? item : { ...item, given: { title, metadata: {} } };
  }
}
