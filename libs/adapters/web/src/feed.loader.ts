import { createHash } from 'node:crypto';
import { decodeText, singleLine } from '@arbiter/adapter-kit/documents';
import { ArbiterError, type IngestionSource } from '@arbiter/contracts';
import type { FoundItem, LoadContext, SourceItem, SourceLoader } from '@arbiter/ports';
import { parseFeed } from 'feedsmith';
import { type FetchedPage, type PageFetcher, readVersion, writeVersion } from './pages/page-fetcher.js';
import { normaliseAddress } from './site/page-address.js';

/** Entries of one feed. Feeds are windows of some ten; whole archives have some thousand. */
const MAX_ENTRIES = 10_000;
/** Characters of one feed: it is parsed at once. */
const MAX_LENGTH = 16 * 1_024 * 1_024;

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

  async *list({ url }: FeedSource, context: LoadContext, signal: AbortSignal): AsyncIterable<FoundItem> {
    const { cursor } = context;
    const page = await this.fetcher.fetch(url, readVersion(await cursor.last()), signal);
    if (page === 'unchanged') {
      cursor.stay();
      return;
    }
    if (page === 'gone') {
      throw new ArbiterError('NOT_FOUND', `There is no feed at ${url}; its documents stay.`);
    }
    const entries = readFeed(textOf(page), url);
    const { etag, lastModified } = page;
    const position = writeVersion({ name: url, etag, lastModified });
    if (position !== undefined) cursor.reach(position);
    for (const entry of entries) yield itemOf(entry, { feed: url, base: page.url, context });
  }
}

interface FeedPlace {
  readonly feed: string;
  /** Where the feed was found: its links may be relative. */
  readonly base: string;
  readonly context: LoadContext;
}

function itemOf(entry: FeedEntry, { feed, base, context }: FeedPlace): SourceItem {
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
    name: `entry${context.extensionOf(isHtml ? 'text/html' : 'text/plain') ?? ''}`,
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
  return decodeText({ bytes, name: url }, charset).text;
}

/** One entry of a feed, whichever format it is in. */
interface FeedEntry {
  /** By which the feed tells it from the others; its address where it has no other name. */
  readonly id: string;
  /** As written; null for none. */
  readonly link: string | null;
  /** Empty for none. */
  readonly title: string;
  readonly author: string | null;
  /** RFC 3339; null for none, and for what is no date. */
  readonly date: string | null;
  readonly content: string;
  readonly isHtml: boolean;
}

type AnyFeed = ReturnType<typeof parseFeed<string>>;

/**
 * Reads a feed: RSS, RSS 1.0, Atom or JSON Feed. Entities that it declares are not expanded.
 *
 * @returns entries that say something, as the feed orders them
 * @throws ArbiterError INVALID_REQUEST for a text that is no feed, PAYLOAD_TOO_LARGE for a feed that is too long
 */
function readFeed(text: string, url: string): FeedEntry[] {
  if (text.length > MAX_LENGTH) {
    throw new ArbiterError('PAYLOAD_TOO_LARGE', `${url} is a feed of more than ${MAX_LENGTH} characters.`);
  }
  const entries = entriesOf(parsed(text, url));
  return entries.filter(({ id, content, title }) => id !== '' && `${title}${content}`.trim() !== '');
}

function parsed(text: string, url: string): AnyFeed {
  try {
    return parseFeed(text, { maxItems: MAX_ENTRIES });
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${url} is no feed that can be read (RSS, Atom or JSON Feed).`, {
      cause,
    });
  }
}

function entriesOf(read: AnyFeed): FeedEntry[] {
  switch (read.format) {
    case 'atom':
      return (read.feed.entries ?? []).map(({ id, links, title, authors, updated, published, content, summary }) => {
        const link = (links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links?.[0])?.href;
        const body = content?.value === undefined ? summary : content;
        const isHtml = body?.type !== undefined && body.type !== 'text' && body.type !== 'text/plain';
        return entry({
          ids: [id, link],
          link,
          title: title?.value,
          authors: authors?.map(({ name }) => name) ?? read.feed.authors?.map(({ name }) => name),
          date: updated ?? published,
          content: body?.value,
          isHtml,
        });
      });
    case 'json':
      return (read.feed.items ?? []).map((item) =>
        entry({
          ids: [item.id, item.url],
          link: item.url,
          title: item.title,
          authors: item.authors?.map(({ name }) => name),
          date: item.date_modified ?? item.date_published,
          content: item.content_html ?? item.content_text ?? item.summary,
          isHtml: item.content_html !== undefined,
        }),
      );
    case 'rss':
      return (read.feed.items ?? []).map((item) => {
        const { guid, link, title, authors, dc, pubDate, content, description } = item;
        return entry({
          ids: [guid?.value, link],
          link,
          title,
          authors: authors?.map(({ name }) => name) ?? dc?.creators,
          date: pubDate ?? dc?.dates?.[0],
          content: content?.encoded ?? description,
          isHtml: true,
        });
      });
    case 'rdf':
      return (read.feed.items ?? []).map(({ link, title, dc, content, description }) =>
        entry({
          ids: [link],
          link,
          title,
          authors: dc?.creators,
          date: dc?.dates?.[0],
          content: content?.encoded ?? description,
          isHtml: true,
        }),
      );
  }
}

interface RawEntry {
  /** The first that is there counts. */
  readonly ids: readonly (string | undefined)[];
  readonly link: string | undefined;
  readonly title: string | undefined;
  readonly authors: readonly (string | undefined)[] | undefined;
  readonly date: string | undefined;
  readonly content: string | undefined;
  readonly isHtml: boolean;
}

function entry({ ids, link, title = '', authors = [], date, content = '', isHtml }: RawEntry): FeedEntry {
  const names = authors.filter((name) => name !== undefined && name.trim() !== '');
  const time = date === undefined ? Number.NaN : Date.parse(date);
  return {
    id: ids.find((id) => id !== undefined && id !== '') ?? '',
    link: link ?? null,
    title: title
      .replace(/<[^<>]{0,8192}>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
    author: names.length === 0 ? null : names.join(', '),
    date: Number.isNaN(time) ? null : new Date(time).toISOString(),
    content,
    isHtml,
  };
}
