import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { COLLECTION, library, SCRATCH } from '../../test/ingestion-library.js';
import { openWebSite, type WebSite } from '../../test/web-site.js';

let site: WebSite;
let sut: ReturnType<typeof library>;

beforeEach(async () => {
  site = await openWebSite();
  sut = library({});
});
afterEach(async () => {
  await site.close();
  await rm(SCRATCH, { recursive: true, force: true });
});

const read = () => sut.ingest([{ kind: 'feed', url: `${site.root}/feed` }]);
const rss = (...items: string[]) =>
  site.file(
    '/feed',
    'application/rss+xml',
    `<rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`,
  );
const item = (id: string, text: string) =>
  `<item><guid>${id}</guid><link>/posts/${id}</link><title>On ${id}</title><description><![CDATA[<p>${text}</p>]]></description></item>`;

describe('a feed, in a run', () => {
  it.each<[string, string]>([
    [
      'RSS',
      `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
        <item><guid isPermaLink="false">7</guid><link>/posts/7</link><title>Tides &amp; boats</title><dc:creator>Ann</dc:creator>
        <pubDate>Tue, 03 Mar 2026 10:00:00 GMT</pubDate><description>Short.</description>
        <content:encoded><![CDATA[<p>The eel boat sails at dusk.</p>]]></content:encoded></item></channel></rss>`,
    ],
    [
      'Atom',
      `<feed xmlns="http://www.w3.org/2005/Atom"><author><name>Ann</name></author><entry><id>urn:7</id><title>Tides &amp; boats</title>
        <link rel="self" href="/api/7"/><link rel="alternate" href="/posts/7"/><updated>2026-03-03T10:00:00Z</updated>
        <content type="html">&lt;p&gt;The eel boat sails at dusk.&lt;/p&gt;</content></entry></feed>`,
    ],
    [
      'JSON',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'News',
        items: [
          {
            id: '7',
            url: '/posts/7',
            title: 'Tides & boats',
            authors: [{ name: 'Ann' }],
            date_published: '2026-03-03T10:00:00Z',
            content_html: '<p>The eel boat sails at dusk.</p>',
          },
        ],
      }),
    ],
  ])('gives each entry of %s as a document with title, author, date and link', async (_format, body) => {
    site.file('/feed', 'application/octet-stream', body);
    expect((await read()).counts).toMatchObject({ found: 1, added: 1, failed: 0 });
    expect((await sut.findChunks('eel'))[0]).toMatchObject({
      text: 'The eel boat sails at dusk.',
      title: 'Tides & boats',
      source: `${site.root}/posts/7`,
      metadata: {
        author: 'Ann',
        date: '2026-03-03T10:00:00.000Z',
        url: `${site.root}/posts/7`,
        feed: `${site.root}/feed`,
      },
    });
  });

  it('keeps what has left it, and reads what has changed', async () => {
    rss(item('a', 'The eel boat.'), item('b', 'The cod boat.'));
    await read();
    expect((await read()).counts).toMatchObject({ unchanged: 2, chunks: 0 });
    rss(item('b', 'The crab boat.'), item('c', 'The whale boat.'));
    expect((await read()).counts).toMatchObject({ added: 1, changed: 1, deleted: 0 });
    expect(await sut.documents.count(COLLECTION, sut.signal)).toBe(3);
    expect(await sut.find('eel')).toHaveLength(1);
    expect(await sut.find('cod')).toEqual([]);
  });

  /** Serves a feed with an ETag; returns a count of full responses. */
  const tagged = () => {
    const feed = { tag: '"1"', items: [item('a', 'The eel boat.'), item('b', 'The cod boat.')], sent: 0 };
    site.answers.set('/feed', (response, headers) => {
      if (headers['if-none-match'] === feed.tag) return response.writeHead(304).end();
      feed.sent += 1;
      const type = { 'content-type': 'application/rss+xml', etag: feed.tag };
      return response.writeHead(200, type).end(`<rss version="2.0"><channel>${feed.items.join('')}</channel></rss>`);
    });
    return feed;
  };

  it('is not sent again while its tag holds, also when entries have left it', async () => {
    const feed = tagged();
    await read();
    expect((await read()).counts).toMatchObject({ found: 2, unchanged: 2, deleted: 0 });
    expect(feed.sent).toBe(1);
    Object.assign(feed, { tag: '"2"', items: [item('b', 'The crab boat.')] });
    expect((await read()).counts).toMatchObject({ changed: 1, deleted: 0 });
    expect((await read()).counts).toMatchObject({ unchanged: 2, deleted: 0, chunks: 0 });
    expect(feed.sent).toBe(2);
    expect(await sut.find('eel')).toHaveLength(1);
  });

  it('is sent again when one of its documents was deleted', async () => {
    const feed = tagged();
    await read();
    const [first] = await sut.documents.list(COLLECTION, { limit: 1 }, sut.signal);
    await sut.writer.delete(COLLECTION, [first!.id], sut.signal);
    expect((await read()).counts).toMatchObject({ added: 1, unchanged: 1 });
    expect(feed.sent).toBe(2);
  });

  const bombOf = (external: string) => {
    const bomb = `<!DOCTYPE r [<!ENTITY a "eeleeleel"><!ENTITY b "&a;&a;&a;">${external}]>`;
    site.file(
      '/feed',
      'text/xml',
      `${bomb}<rss version="2.0"><channel><item><guid>1</guid><title>T</title><description>&b; cod</description></item></channel></rss>`,
    );
  };

  it('expands no entities that it declares', async () => {
    bombOf('');
    await read();
    const [chunk] = await sut.findChunks('cod');
    expect(chunk?.text).not.toContain('eeleel');
  });

  it('is refused when it declares entities of other files', async () => {
    bombOf('<!ENTITY x SYSTEM "file:///etc/hostname">');
    await expect(read()).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it.each<[string, string]>([
    ['a page', '<html><body>No feed.</body></html>'],
    ['nothing', ''],
    ['a tower of elements', `<rss version="2.0"><channel>${'<item>'.repeat(200_000)}`],
  ])('deletes nothing when %s stands in its place', async (_what, body) => {
    rss(item('a', 'The eel boat.'));
    await read();
    site.file('/feed', 'text/html', body.slice(0, 900_000));
    await read().catch(() => undefined);
    expect(await sut.find('eel')).toHaveLength(1);
  });

  it('is not there: that is said, and what was read stays', async () => {
    rss(item('a', 'The eel boat.'));
    await read();
    site.status('/feed', 410);
    await expect(read()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await sut.find('eel')).toHaveLength(1);
  });
});
