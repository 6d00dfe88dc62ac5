import { createHash } from 'node:crypto';
import { decodeText, singleLine } from '@arbiter/adapter-kit/documents';
import { ArbiterError, type IngestionSource } from '@arbiter/contracts';
import type { FoundItem, LoadContext, SourceItem, SourceLoader } from '@arbiter/ports';
import type { FetchedPage, PageFetcher } from '../pages/page-fetcher.js';
import { readVersion, writeVersion } from '../pages/page-version.js';
import { normaliseAddress } from '../site/page-address.js';
import { readFeed, type FeedEntry } from './read-feed.js';

type FeedSource = Extract<IngestionSource, { kind: 'feed' }>;

/** The entries of a feed, each a document. What has left the feed stays: a feed is a window. */
export class FeedLoader implements SourceLoader<FeedSource> {
  constructor(private readonly fetcher: PageFetcher) {}

  originOf(): null {
    return null;
  }

  keptOriginOf({ url }: FeedSource): string {
    return `feed:${url}`;
  }

  async *list({ url }: FeedSource, { cursor }: LoadContext, signal: AbortSignal): AsyncIterable<FoundItem> {
    const page = await this.fetcher.fetch(url, readVersion(await cursor.last()), signal);
    if (page === 'unchanged') {
      cursor.stay();
      return;
    }
    if (page === 'gone') {
      throw new ArbiterError('NOT_FOUND', `There is no feed at ${url}; what was read from there stays.`);
    }
    const entries = readFeed(textOf(page), url);
    const { etag, lastModified } = page;
    const position = writeVersion({ name: url, etag, lastModified });
    if (position !== undefined) cursor.reach(position);
    for (const entry of entries) yield itemOf(entry, { feed: url, base: page.url });
  }
}

/** @param base where the feed was found: its links may be relative */
function itemOf(entry: FeedEntry, { feed, base }: { readonly feed: string; readonly base: string }): SourceItem {
  const { id, title, author, date, content, isHtml } = entry;
  const link = entry.link === null ? null : (normaliseAddress(entry.link, base)?.href ?? null);
  const bytes = Buffer.from(content.trim() === '' ? title : content);
  const origin = `feed:${feed}`;
  const version = createHash('sha256')
    .update(JSON.stringify([entry, link]))
    .digest('hex');
  return {
    source: link ?? `${feed}#${encodeURIComponent(id)}`,
    origin,
    location: `${origin}#${id}`,
    name: isHtml ? 'entry.html' : 'entry.txt',
    size: bytes.length,
    version,
    given: {
      title: title === '' ? null : singleLine(title),
      metadata: { ...(author !== null && { author }), ...(date !== null && { date }) },
    },
    provenance: { feed, ...(link !== null && { url: link }) },
    // Marked, since nothing in an entry says how it is encoded any more.
    read: () => Promise.resolve(Buffer.concat([Buffer.from('\uFEFF'), bytes])),
  };
}

function textOf({ bytes, charset, url }: FetchedPage): string {
  const declared = /^<\?xml[^>]*?\bencoding\s*=\s*["']([^"'>]+)/i.exec(
    Buffer.from(bytes.subarray(0, 200)).toString('latin1'),
  );
  return decodeText({ bytes, name: url }, () => charset ?? declared?.[1] ?? null).text;
}
