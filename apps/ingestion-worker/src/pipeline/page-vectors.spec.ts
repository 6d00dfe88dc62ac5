import { ArbiterError, type IngestionSource } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { COLLECTION, LIGHT } from '../../test/ingestion-library.js';
import {
  book,
  BOOK_RENDERER,
  drawn,
  idOf,
  pageLibrary,
  PictureEmbedder,
  rendererOf,
  written,
} from '../../test/page-library.js';

const MAP = book(drawn('The coast.'), written('The keeper is Mara.'), drawn('The oil room.'));
const LETTER = book(written('Dear Mara,'));
const AWAY = new ArbiterError('UNAVAILABLE', 'The page embedder does not answer.');

/** Maps of the coast, each a little other. */
const maps = (count: number): Record<string, Uint8Array> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}.pdf`, book(drawn(`Sheet ${at}`))]));

const sent = (metadata: Record<string, string[]> = {}): IngestionSource => ({
  ...{ kind: 'inline', name: 'map.pdf', content: Buffer.from(MAP).toString('base64'), encoding: 'base64' },
  metadata,
});

describe('pictures of pages', () => {
  it('are embedded where a page has drawings, and the manifest names the model', async () => {
    const { ingest, pages, noted, catalog, signal } = pageLibrary({
      'map.pdf': MAP,
      'letter.pdf': LETTER,
      'light.md': LIGHT,
    });
    expect(await ingest()).toMatchObject({ counts: { added: 3 }, warnings: [], current: null });
    expect(await pages()).toEqual(['map.pdf 1', 'map.pdf 3']);
    expect((await catalog.get(COLLECTION, signal))?.pages).toEqual({ model: 'fake-pages', dimensions: 64 });
    expect(await noted()).toEqual([idOf('map.pdf'), idOf('letter.pdf')].toSorted());
  });

  it('are embedded once, and a page without drawings is looked at once', async () => {
    const opened: number[] = [];
    const inner = rendererOf(2);
    const renderer = { open: (...given: Parameters<typeof inner.open>) => (opened.push(1), inner.open(...given)) };
    const { ingest, pageEmbedder } = pageLibrary({ 'map.pdf': MAP, 'letter.pdf': LETTER }, { renderer });
    await ingest();
    const [before, asked] = [opened.length, pageEmbedder.pictures];
    expect(before).toBeGreaterThan(0);
    await ingest();
    expect([opened.length, pageEmbedder.pictures]).toEqual([before, asked]);
  });

  it('are found by those who may read their document', async () => {
    const { ingest, pages } = pageLibrary({});
    await ingest([sent({ access_groups: ['board'] })]);
    const readers = (...values: string[]) => [
      { key: 'access_groups', test: { kind: 'any-of' as const, values }, orAbsent: true },
    ];
    expect(await pages(readers('board'))).toEqual(['map.pdf 1', 'map.pdf 3']);
    expect(await pages(readers('crew'))).toEqual([]);
  });

  it('are embedded of documents that were read before an embedder was set up', async () => {
    const first = pageLibrary({ 'map.pdf': MAP });
    first.pageEmbedder.fault = AWAY;
    await first.ingest();
    expect(await first.pages()).toEqual([]);
    first.pageEmbedder.fault = null;
    expect((await first.ingest()).counts).toMatchObject({ unchanged: 1 });
    expect(await first.pages()).toEqual(['map.pdf 1', 'map.pdf 3']);
  });

  it('are embedded of documents that were sent along, also by a second attempt', async () => {
    const { ingest, indexed, pageEmbedder } = pageLibrary({ 'map.pdf': MAP });
    pageEmbedder.fault = AWAY;
    await ingest([sent()]);
    pageEmbedder.fault = null;
    expect((await ingest([sent()])).counts).toMatchObject({ unchanged: 1 });
    expect(await indexed()).toHaveLength(1);
  });

  it('are the first 500 of a document, which tells so', async () => {
    const { ingest, pages, pageEmbedder, warnings } = pageLibrary({ 'map.pdf': MAP }, { renderer: rendererOf(10_000) });
    expect(await warnings(ingest())).toEqual([
      'map.pdf: Its pages after page 500 are not found by their pictures: it has too many, or took too long.',
    ]);
    expect(pageEmbedder.pictures).toBe(500);
    expect((await pages()).slice(-2)).toEqual(['map.pdf 499', 'map.pdf 500']);
  });

  it('are embedded four at once', async () => {
    const sut = pageLibrary({ 'map.pdf': MAP }, { renderer: rendererOf(40) });
    let [now, most] = [0, 0];
    sut.pageEmbedder.before = async () => {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
    };
    await sut.ingest();
    expect(most).toBe(4);
  });
});

describe('an embedder that fails', () => {
  const withFault = async (at: 'start' | 'pages', count: number) => {
    const sut = pageLibrary(maps(count), { renderer: BOOK_RENDERER });
    if (at === 'start') sut.pageEmbedder.fault = AWAY;
    else sut.pageEmbedder.before = () => Promise.reject(AWAY);
    const progress = sut.ingest();
    const told = await sut.warnings(progress);
    return { ...sut, told, counts: (await progress).counts };
  };

  it('leaves the documents and their words, and tells of it in one line', async () => {
    const { told, counts, find, noted, pageEmbedder, catalog, signal } = await withFault('start', 8);
    expect(counts).toMatchObject({ added: 8, failed: 0 });
    expect(await find('sheet')).toHaveLength(8);
    expect(told).toEqual([
      `${COLLECTION}: Pages are not found by their pictures yet: ${AWAY.message} The next ingestion tries again.`,
    ]);
    expect([await noted(), pageEmbedder.pictures]).toEqual([[], 0]);
    expect((await catalog.get(COLLECTION, signal))?.pages).toBeUndefined();
  });

  it('is asked no more after three documents', async () => {
    const { told, counts, pageEmbedder, logged } = await withFault('pages', 8);
    expect(counts).toMatchObject({ added: 8, failed: 0 });
    expect(pageEmbedder.pictures).toBe(3);
    const told3 = told.slice(0, 3).map((line) => line.slice(line.indexOf(': ') + 2));
    expect(told3).toEqual(
      Array(3).fill(`Its pages are not found by their pictures yet: ${AWAY.message} The next ingestion tries again.`),
    );
    expect(told.slice(3)).toEqual([
      `${COLLECTION}: Pages of 5 more documents may not be found by their pictures yet, either.`,
    ]);
    expect(logged).toHaveLength(3);
  });

  it('is asked for all of them by the next ingestion', async () => {
    const { ingest, indexed, pageEmbedder } = await withFault('pages', 8);
    pageEmbedder.before = () => undefined;
    expect((await ingest()).warnings).toEqual([]);
    expect(await indexed()).toHaveLength(8);
  });

  it('at one document costs no other its pages', async () => {
    const sut = pageLibrary(maps(8), { renderer: BOOK_RENDERER });
    let asked = 0;
    sut.pageEmbedder.before = () => ((asked += 1) % 3 === 2 ? Promise.reject(AWAY) : undefined);
    expect(await sut.warnings(sut.ingest())).toHaveLength(3);
    expect(await sut.indexed()).toHaveLength(5);
    sut.pageEmbedder.before = () => undefined;
    sut.pageEmbedder.pictures = 0;
    await sut.ingest();
    expect([sut.pageEmbedder.pictures, (await sut.indexed()).length]).toEqual([3, 8]);
  });

  it.each([
    ['another width', 3],
    ['nothing', 0],
  ])('is one that answers %s', async (_, length) => {
    class Odd extends PictureEmbedder {
      override embedPage = () => Promise.resolve(new Float32Array(length));
    }
    const sut = pageLibrary({ 'map.pdf': MAP }, { pageEmbedder: new Odd() });
    expect(await sut.warnings(sut.ingest())).toEqual([
      'map.pdf: Its pages are not found by their pictures yet: The page embedder answered vectors that are not 64 numbers wide. ' +
        'The next ingestion tries again.',
    ]);
    expect(await sut.noted()).toEqual([]);
  });

  it('unforeseen is told without its words, and logged with them', async () => {
    const sut = pageLibrary({ 'map.pdf': MAP });
    sut.pageEmbedder.before = () => Promise.reject(new TypeError('key sk-1 is odd'));
    expect(await sut.warnings(sut.ingest())).toEqual([expect.not.stringContaining('sk-1')]);
    expect(JSON.stringify(sut.logged.map(({ fields }) => String((fields as { err: unknown }).err)))).toContain('sk-1');
  });

  it('does not keep a job that is cancelled', async () => {
    const sut = pageLibrary(maps(3), { renderer: BOOK_RENDERER });
    const job = new AbortController();
    sut.pageEmbedder.before = () => job.abort(new ArbiterError('CANCELLED', 'The job was cancelled.'));
    await expect(sut.ingest(undefined, job.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(sut.pageEmbedder.pictures).toBe(1);
    expect(await sut.find('sheet')).toHaveLength(3);
  });
});

describe('a page that cannot be drawn', () => {
  it('is left out and told of, and the others of its document are embedded', async () => {
    const broken = (page: number): boolean => page === 2 || page === 4;
    const { ingest, pages, warnings } = pageLibrary({ 'map.pdf': MAP }, { renderer: rendererOf(5, broken) });
    expect(await warnings(ingest())).toEqual([
      'map.pdf: Page 2 and 1 more cannot be found by pictures: Page 2 could not be drawn.',
    ]);
    expect(await pages()).toEqual(['map.pdf 1', 'map.pdf 3', 'map.pdf 5']);
    // They would be broken again.
    expect(await warnings(ingest())).toEqual([]);
  });

  it('ends its document at the tenth', async () => {
    let asked = 0;
    const broken = (): boolean => (asked += 1) > 0;
    const { ingest, warnings } = pageLibrary({ 'map.pdf': MAP }, { renderer: rendererOf(400, broken) });
    expect(await warnings(ingest())).toHaveLength(2);
    expect(asked).toBeLessThan(15);
  });

  it('is one of a document that no renderer opens', async () => {
    const problem = new ArbiterError('INVALID_REQUEST', 'The pages cannot be drawn: the PDF is encrypted.');
    const renderer = { open: () => Promise.reject(problem) };
    const { ingest, warnings, noted } = pageLibrary({ 'map.pdf': MAP }, { renderer });
    expect(await warnings(ingest())).toEqual([
      `map.pdf: Its pages are not found by their pictures: ${problem.message}`,
    ]);
    expect(await noted()).toEqual([idOf('map.pdf')]);
  });

  it('is told of five documents one by one', async () => {
    const renderer = rendererOf(1, () => true);
    const { ingest, warnings } = pageLibrary(maps(9), { renderer });
    const told = await warnings(ingest());
    expect(told).toHaveLength(6);
    expect(told.at(-1)).toBe(
      `${COLLECTION}: Pages of 4 more documents may not be found by their pictures yet, either.`,
    );
  });
});
