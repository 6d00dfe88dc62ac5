import { gzipSync } from 'node:zlib';
import { readdir, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { IngestionSource } from '@arbiter/contracts';
import { COLLECTION, INN, library, SCRATCH } from '../../test/ingestion-library.js';
import { openWebSite, type WebSite } from '../../test/web-site.js';

type SiteSource = Extract<IngestionSource, { kind: 'site' }>;

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

const at = (path: string, options: Omit<SiteSource, 'kind' | 'url'> = {}): SiteSource[] => [
  { kind: 'site', url: `${site.root}${path}`, ...options },
];
const crawl = (path = '/', options: Omit<SiteSource, 'kind' | 'url'> = {}) => sut.ingest(at(path, options));
const stored = async () =>
  (await sut.documents.list(COLLECTION, { limit: 1_000 }, sut.signal))
    .map(({ source }) => source.replace(site.root, ''))
    .sort();
const pagesAsked = () => site.asked.filter((path) => !['/robots.txt', '/sitemap.xml'].includes(path));
/** Answers with an ETag of the content, or 304 if it is unchanged. */
const tagged = (path: string, tag: string, body: string) =>
  site.answers.set(path, (response, headers) =>
    headers['if-none-match'] === tag
      ? response.writeHead(304).end()
      : response.writeHead(200, { 'content-type': 'text/html', etag: tag }).end(body),
  );

describe('a site, in a run', () => {
  it('is found by its links and its sitemaps, with the files that it links to', async () => {
    site.page('/', 'Welcome.', ['/inn', 'light.md', '/logo.png', 'https://elsewhere.example/', 'mailto:a@b.example']);
    site.page('/inn', 'The inn serves eel pie.');
    site.file('/light.md', 'text/markdown', '# Light\n\nMara keeps the lamp.\n');
    site.page('/hidden', 'Nobody links to the crypt.');
    site.file('/robots.txt', 'text/plain', 'Sitemap: /maps.xml.gz\n');
    const map = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${site.root}/hidden</loc></url></urlset>`;
    site.file('/map-1.xml', 'application/xml', map);
    const index = `<sitemapindex><sitemap><loc>${site.root}/map-1.xml</loc></sitemap></sitemapindex>`;
    site.file('/maps.xml.gz', 'application/gzip', gzipSync(index));
    const { counts, warnings } = await crawl();
    expect(counts).toMatchObject({ found: 4, added: 4, failed: 0, skipped: 1 });
    expect(warnings).toEqual([]);
    expect(await stored()).toEqual(['/', '/hidden', '/inn', '/light.md']);
    expect((await sut.findChunks('eel'))[0]).toMatchObject({ metadata: { url: `${site.root}/inn` } });
    expect(site.asked).not.toContain('/logo.png');
    expect(await readdir(SCRATCH)).toEqual([]);
  });

  it('stays below its first page, but for the hosts that are named', async () => {
    const other = await openWebSite();
    try {
      site.page('/guide/', 'Start.', ['a', '/news', `${other.root}/files/a`]);
      site.page('/guide/a', 'In the guide.', ['../news']);
      site.page('/news', 'Not in the guide.');
      other.page('/files/a', 'On another host.');
      await crawl('/guide/');
      expect(await stored()).toEqual(['/guide/', '/guide/a']);
      expect(other.asked).toEqual([]);
      await crawl('/guide/', { hosts: [new URL(other.root).host] });
      expect(await stored()).toEqual(['/guide/', '/guide/a', `${other.root}/files/a`]);
    } finally {
      await other.close();
    }
  });

  it('goes as deep as it is told, and leaves out what is excluded without asking for it', async () => {
    site.page('/', 'Start.', ['/1', '/drafts/1']);
    site.page('/1', 'One.', ['/2']);
    site.page('/2', 'Two.');
    await crawl('/', { depth: 1, exclude: ['/drafts/'] });
    expect(await stored()).toEqual(['/', '/1']);
    expect(pagesAsked()).toEqual(['/', '/1']);
  });

  it('does what robots.txt, its pages and its answers ask for', async () => {
    site.file('/robots.txt', 'text/plain', 'User-agent: *\nDisallow: /private/\nAllow: /private/open\n');
    site.page('/', 'Start.', ['/private/a', '/private/open', '/unlisted', '/dead-end', '/header', '/other-bot']);
    site.page('/private/a', 'Secret.');
    site.page('/private/open', 'Open.');
    site.file('/unlisted', 'text/html', '<meta name="robots" content="noindex"><a href="/beyond">x</a>');
    site.page('/beyond', 'Beyond.');
    site.file('/dead-end', 'text/html', '<meta name="ROBOTS" content="NoFollow"><p>End.</p><a href="/no">x</a>');
    site.page('/header', 'Header.', [], { 'x-robots-tag': 'noindex, nofollow' });
    site.page('/other-bot', 'Others.', [], { 'x-robots-tag': 'otherbot: noindex' });
    site.page('/no', 'Never.');
    await crawl();
    expect(await stored()).toEqual(['/', '/beyond', '/dead-end', '/other-bot', '/private/open']);
    expect(site.asked).not.toContain('/private/a');
    expect(site.asked).not.toContain('/no');
  });

  it('knows a page by whichever address it is linked', async () => {
    site.page('/', 'Start.', [
      '/a',
      '/a/',
      '/a#top',
      '/a?utm_source=x',
      '/a?fbclid=1',
      '/b?y=2&x=1',
      '/b?x=1&y=2',
      '/c',
    ]);
    site.page('/a', 'A.');
    site.redirect('/a/', '/a');
    site.page('/b?x=1&y=2', 'B.');
    site.file('/c', 'text/html', '<link rel="canonical" href="/d"><p>C.</p>');
    site.file('/d', 'text/html', '<link rel="canonical" href="/c"><p>C.</p>');
    await crawl();
    expect(await stored()).toEqual(['/', '/a', '/b?x=1&y=2', '/d']);
  });
});

describe('a site that has no end', () => {
  it.each<[string, (path: string) => readonly string[]]>([
    ['grows longer paths', (path) => [`${path.replace(/\/$/, '')}/more/`]],
    ['repeats its folders', (path) => [`${path.replace(/\/$/, '')}/a/b/`]],
    ['has a calendar', (path) => [`/calendar?month=${Number(path.split('=')[1] ?? 0) + 1}`]],
    ['gives each visit a name', () => [`/?PHPSESSID=${Math.random().toString(36).repeat(3).slice(2, 34)}`]],
    ['fans out', (path) => Array.from({ length: 50 }, (_, index) => `${path.replace(/\/$/, '')}/${index}`)],
  ])('is left when it %s', async (_what, linksOf) => {
    site.fallback = (path) => (response) => {
      const links = linksOf(path).map((link) => `<a href="${link}">next</a>`);
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>Page ${path}</p>${links.join('')}`);
    };
    site.status('/robots.txt', 404);
    site.status('/sitemap.xml', 404);
    const { counts } = await crawl('/', { maxPages: 60, depth: 8 });
    expect(counts.added).toBeGreaterThan(0);
    expect(pagesAsked().length).toBeLessThanOrEqual(60);
  });

  it('is left when it redirects in circles or on and on, and the rest is ingested', async () => {
    site.page('/', 'Start.', ['/round', '/on/0', '/self', '/inn']);
    site.redirect('/round', '/round-2');
    site.redirect('/round-2', '/round');
    site.redirect('/self', '/self');
    for (let hop = 0; hop < 20; hop += 1) site.redirect(`/on/${hop}`, `/on/${hop + 1}`);
    site.page('/inn', 'The inn serves eel pie.');
    const { counts, failures } = await crawl();
    expect(counts).toMatchObject({ added: 2, failed: 3 });
    expect(failures.map(({ reason }) => reason).join('\n')).toMatch(/circle[^]*redirects more than 5 times/);
    expect(pagesAsked().length).toBeLessThan(30);
  });
});

describe('a site that means harm', () => {
  it('leads nowhere that is not allowed, by links, sitemaps or redirects', async () => {
    const metadata = 'http://169.254.169.254/latest/meta-data/';
    const intruder = 'http://127.0.0.2:1/';
    site.page('/', 'Start.', [metadata, intruder, '/to-metadata', '/to-intruder', '/to-file']);
    site.redirect('/to-metadata', metadata);
    site.redirect('/to-intruder', intruder);
    site.redirect('/to-file', 'file:///etc/passwd');
    site.file('/sitemap.xml', 'application/xml', `<urlset><url><loc>${metadata}</loc></url></urlset>`);
    const hosts = ['169.254.169.254', '127.0.0.2:1'];
    expect((await crawl()).counts).toMatchObject({ added: 1, failed: 1 });
    const { counts, failures } = await crawl('/', { hosts });
    expect(counts).toMatchObject({ unchanged: 1 });
    expect(failures.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([expect.stringContaining('does not lead to an address of the public internet')]),
    );
    expect(await stored()).toEqual(['/']);
  });

  it.each<[string, Uint8Array]>([
    ['a packed bomb', gzipSync(Buffer.alloc(60 * 1_024 * 1_024, ' '))],
    [
      'entities in entities',
      Buffer.from(
        `<!DOCTYPE u [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>` +
          `<urlset><url><loc>/&b;&x;</loc></url></urlset>`,
      ),
    ],
    ['a tower of elements', Buffer.from('<a>'.repeat(100_000))],
    ['no XML', Buffer.from('<urlset><url><loc>/a')],
  ])('says that its sitemap is %s, and its pages are read', async (_what, sitemap) => {
    site.page('/', 'Start.', ['/inn']);
    site.page('/inn', INN);
    site.file('/sitemap.xml', 'application/xml', sitemap);
    const { counts, warnings } = await crawl();
    expect(counts).toMatchObject({ added: 2, failed: 0 });
    expect(warnings).toMatchObject([{ warning: expect.stringContaining('/sitemap.xml') }]);
  });

  it('is read on beside a page that is too large, breaks off or is nested without end', async () => {
    site.page('/', 'Start.', ['/huge', '/breaks', '/deep', '/inn']);
    site.file('/huge', 'text/html', 'x'.repeat(1_100_000));
    site.answers.set('/breaks', (response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100' });
      response.write('<p>x', () => response.destroy());
    });
    site.file('/deep', 'text/html', `${'<div><p>'.repeat(50_000)}<a href="/below">x</a>`);
    site.page('/below', 'Below.');
    site.page('/inn', 'The inn serves eel pie.');
    const { counts, failures } = await crawl();
    expect(failures.map(({ source }) => source.replace(site.root, ''))).toEqual(
      expect.arrayContaining(['/breaks', '/huge']),
    );
    expect(counts.added).toBeGreaterThanOrEqual(3);
    expect(await stored()).toEqual(expect.arrayContaining(['/', '/below', '/inn']));
  });
});

describe('a site, the next time', () => {
  it('is asked only whether its pages have changed, and what it no longer has goes', async () => {
    tagged('/', '"1"', '<p>Start.</p><a href="/a">x</a><a href="/b">x</a>');
    tagged('/a', '"a"', '<p>Page A.</p><a href="/c">x</a>');
    tagged('/b', '"b"', '<p>Page B.</p>');
    tagged('/c', '"c"', '<p>Page C.</p>');
    await crawl();
    expect((await crawl()).counts).toMatchObject({ unchanged: 4, deleted: 0, bytes: 0 });
    site.status('/b', 410);
    tagged('/a', '"a2"', '<p>Page A alone.</p>');
    expect((await crawl()).counts).toMatchObject({ unchanged: 1, changed: 1, deleted: 2 });
    expect(await stored()).toEqual(['/', '/a']);
  });

  it('keeps what a page that fails today is and links to', async () => {
    site.page('/', 'Start.', ['/a', '/b']);
    site.page('/a', 'Page A.', ['/a/1']);
    site.page('/a/1', 'Page A 1.');
    site.page('/b', 'Page B.');
    await crawl();
    site.status('/a', 503);
    site.page('/', 'Start.', ['/a']);
    expect((await crawl()).counts).toMatchObject({ failed: 1, deleted: 1 });
    expect(await stored()).toEqual(['/', '/a', '/a/1']);
  });

  it.each<[string, Omit<SiteSource, 'kind' | 'url'>, () => void]>([
    ['the limit of pages is reached', { maxPages: 2 }, () => undefined],
    [
      'a new page does not answer',
      {},
      () => {
        site.page('/', 'Start.', ['/new']);
        site.status('/new', 503);
      },
    ],
    [
      'a sitemap does not answer',
      {},
      () => {
        site.page('/', 'Start.');
        site.status('/sitemap.xml', 503);
      },
    ],
  ])('keeps what was not looked at when %s, and says so', async (_what, options, change) => {
    const all = Array.from({ length: 4 }, (_, index) => `/${index}`);
    site.page('/', 'Start.', all);
    for (const path of all) site.page(path, `Page ${path}.`);
    await crawl();
    change();
    const { counts, warnings } = await crawl('/', options);
    expect(counts).toMatchObject({ deleted: 0 });
    expect(warnings).toMatchObject([{ source: `${site.root}/` }]);
    expect(await stored()).toEqual(['/', ...all]);
  });

  it.each([404, 500])('keeps everything when its first page is not there (%d)', async (status) => {
    site.page('/', 'Start.', ['/a']);
    site.page('/a', 'Page A.');
    await crawl();
    site.status('/', status);
    await expect(crawl()).rejects.toMatchObject({ code: status === 404 ? 'NOT_FOUND' : 'UNAVAILABLE' });
    expect(await stored()).toEqual(['/', '/a']);
  });

  it('keeps everything when its robots.txt does not answer, and asks for nothing else', async () => {
    site.page('/', 'Start.');
    site.status('/robots.txt', 503);
    await expect(crawl()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(site.asked).toEqual(['/robots.txt']);
  });
});

describe('a busy site', () => {
  it.each([429, 503])('is asked again after the pause that it names (%d)', async (status) => {
    site.page('/', 'Start.', ['/a']);
    let asked = 0;
    site.answers.set('/a', (response) => {
      asked += 1;
      if (asked === 1) response.writeHead(status, { 'retry-after': '1' }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Page A.</p>');
    });
    const started = performance.now();
    expect((await crawl()).counts).toMatchObject({ added: 2, failed: 0 });
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
  });

  it('is left alone when it wants too long a pause, or is down', async () => {
    site.page(
      '/',
      'Start.',
      Array.from({ length: 40 }, (_, index) => `/${index}`),
    );
    site.fallback = () => (response) => response.writeHead(503, { 'retry-after': '86400' }).end();
    site.status('/robots.txt', 404);
    site.status('/sitemap.xml', 404);
    const { counts, warnings } = await crawl();
    expect(counts).toMatchObject({ added: 1, failed: 5 });
    expect(warnings?.[0]?.warning).toContain('seems to be down');
    expect(pagesAsked()).toHaveLength(6);
  });
});

describe('a site in many encodings', () => {
  it('is read as each page says', async () => {
    site.page('/', 'Start.', ['/header', '/meta', '/utf-16']);
    site.file('/header', 'text/html; charset=ISO-8859-1', Buffer.from('<p>Zoë swims.</p><a href="/ü">x</a>', 'latin1'));
    site.file('/meta', 'text/html', Buffer.from('<meta charset="windows-1252"><p>Chloë rows.</p>', 'latin1'));
    site.file('/utf-16', 'text/html', Buffer.from('\uFEFF<p>Anaïs sails.</p><a href="/last">x</a>', 'utf16le'));
    site.page('/%C3%BC', 'Umlaut.');
    site.page('/last', 'Last.');
    await crawl();
    expect(await sut.find('swims')).toEqual([expect.stringContaining('Zoë swims.')]);
    expect(await sut.find('Chloë')).toEqual([expect.stringContaining('Chloë rows.')]);
    expect(await sut.find('sails')).toEqual([expect.stringContaining('Anaïs sails.')]);
    expect(await stored()).toEqual(expect.arrayContaining(['/%C3%BC', '/last']));
  });
});
