import { ArbiterError } from '@arbiter/contracts';
import { pageOf } from '@arbiter/ports/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { COLLECTION } from '../../test/ingestion-library.js';
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
import { PIPELINE_VERSION } from '../library/document-identity.js';

const MAP = book(drawn('The coast.'), written('The keeper is Mara.'));
const CHART = book(written('Contents'), drawn('The tides.'));
const AWAY = new ArbiterError('UNAVAILABLE', 'The page embedder does not answer.');

const pagesOfOld = { documentId: 'old', pages: [pageOf('old', 1, [Array.from({ length: 64 }, () => 1)])] };

type PageLibrary = ReturnType<typeof pageLibrary>;
let sut: PageLibrary;
beforeEach(async () => {
  sut = pageLibrary({ 'map.pdf': MAP, 'chart.pdf': CHART }, { renderer: BOOK_RENDERER });
  await sut.ingest();
  expect(await sut.pages()).toEqual(['chart.pdf 2', 'map.pdf 1']);
});

/** What is left of a document's pages, wherever that is. */
const left = async (name: string): Promise<unknown[]> => [
  (await sut.indexed()).includes(idOf(name)),
  (await sut.noted()).includes(idOf(name)),
];

describe('vectors of pages', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['is deleted by its id', () => sut.writer.delete(COLLECTION, [idOf('map.pdf')], sut.signal)],
    ['goes from its source', () => (sut.files.delete('/library/map.pdf'), sut.ingest())],
    [
      'was lost while its worker died',
      async () => {
        await sut.documents.delete(idOf('map.pdf'), sut.signal);
        await sut.writer.removeOrphans(COLLECTION, new Set([idOf('chart.pdf')]), sut.signal);
      },
    ],
  ])('go with a document that %s', async (_, change) => {
    await change();
    expect([await left('map.pdf'), await left('chart.pdf')]).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  it('go with their collection', async () => {
    await sut.writer.drop(COLLECTION, sut.signal);
    expect([await sut.indexed(), await sut.noted()]).toEqual([[], []]);
  });

  it('go with a document whose index of pages is away at first', async () => {
    const deleteDocuments = sut.pageIndex.deleteDocuments.bind(sut.pageIndex);
    sut.pageIndex.deleteDocuments = () => Promise.reject(AWAY);
    await expect(sut.writer.delete(COLLECTION, [idOf('map.pdf')], sut.signal)).rejects.toThrow(AWAY);
    expect(await sut.documents.get(idOf('map.pdf'), sut.signal)).not.toBeNull();
    sut.pageIndex.deleteDocuments = deleteDocuments;
    await sut.writer.delete(COLLECTION, [idOf('map.pdf')], sut.signal);
    expect(await left('map.pdf')).toEqual([false, false]);
  });

  it.each<[string, 'pages' | 'note', () => Promise<unknown>]>([
    ['deleted', 'pages', () => sut.writer.delete(COLLECTION, [idOf('new.pdf')], sut.signal)],
    ['deleted', 'note', () => sut.writer.delete(COLLECTION, [idOf('new.pdf')], sut.signal)],
  ])('do not outlive a document that is %s while its %s are written', async (_, what, change) => {
    sut.files.set('/library/new.pdf', book(drawn('The reef.')));
    const put = sut.blobs.put.bind(sut.blobs);
    if (what === 'pages') sut.pageEmbedder.before = change;
    else
      sut.blobs.put = async (key, ...rest) => {
        if (key.kind === 'embedded') await change();
        return put(key, ...rest);
      };
    await sut.ingest();
    expect(await left('new.pdf')).toEqual([false, false]);
  });

  it('do not outlive a document that is deleted just after they were written', async () => {
    // The deletion has been at the index, and the document is still there.
    sut.files.set('/library/new.pdf', book(drawn('The reef.')));
    const deleteDocument = sut.documents.delete.bind(sut.documents);
    let embedding: Promise<unknown> = Promise.resolve();
    let begin = (): void => undefined;
    const gate = new Promise<void>((resolve) => (begin = resolve));
    sut.pageEmbedder.before = () => gate;
    const ingesting = sut.ingest();
    while (sut.pageEmbedder.pictures < 3) await new Promise((resolve) => setImmediate(resolve));
    sut.documents.delete = async (...given) => {
      begin();
      embedding = ingesting;
      await embedding;
      return deleteDocument(...given);
    };
    await sut.writer.delete(COLLECTION, [idOf('new.pdf')], sut.signal);
    expect(await left('new.pdf')).toEqual([false, false]);
  });

  it('are those of the present version, also while the embedder is away', async () => {
    sut.files.set('/library/map.pdf', book(written('No map'), drawn('The coast.'), drawn('The reef.')));
    sut.pageEmbedder.fault = AWAY;
    expect((await sut.ingest()).counts).toMatchObject({ changed: 1 });
    expect(await sut.pages()).toEqual(['chart.pdf 2']);
    sut.pageEmbedder.fault = null;
    await sut.ingest();
    expect(await sut.pages()).toEqual(['chart.pdf 2', 'map.pdf 2', 'map.pdf 3']);
    expect(await sut.noted()).toHaveLength(2);
  });

  it('go with a version that has none', async () => {
    sut.files.set('/library/map.pdf', book(written('No map')));
    await sut.ingest();
    expect(await left('map.pdf')).toEqual([false, true]);
  });

  it('are made again where a newer version of the pipeline reads the same file', async () => {
    const stored = (await sut.documents.get(idOf('map.pdf'), sut.signal))!;
    const text = (await sut.documents.text(stored.id, sut.signal))!;
    await sut.documents.put({ ...stored, pipelineVersion: PIPELINE_VERSION - 1 }, text, sut.signal);
    sut.pageEmbedder.fault = AWAY;
    await sut.ingest();
    expect(await left('map.pdf')).toEqual([false, false]);
    sut.pageEmbedder.fault = null;
    await sut.ingest();
    expect(await left('map.pdf')).toEqual([true, true]);
  });

  it('are made for the new place of a document that was moved', async () => {
    sut.files.delete('/library/map.pdf');
    sut.files.set('/library/maps/coast.pdf', MAP);
    expect((await sut.ingest()).counts).toMatchObject({ moved: 1 });
    expect(await sut.pages()).toEqual(['chart.pdf 2', 'maps/coast.pdf 1']);
    expect(await left('map.pdf')).toEqual([false, false]);
  });

  it('change what the collection holds, so that no answer comes of an earlier search', async () => {
    sut.pageEmbedder.before = () => undefined;
    const before = await sut.catalog.generation(COLLECTION, sut.signal);
    sut.files.set('/library/new.pdf', book(drawn('The reef.')));
    let between: string | null = null;
    sut.pageEmbedder.before = async () => (between ??= await sut.catalog.generation(COLLECTION, sut.signal));
    await sut.ingest();
    const after = await sut.catalog.generation(COLLECTION, sut.signal);
    expect(new Set([before, between, after]).size).toBe(3);
  });
});

describe('vectors of another model', () => {
  const other = (options: ConstructorParameters<typeof PictureEmbedder>[0]) => {
    const embedder = new PictureEmbedder(options);
    return { embedder, ...sut.withPages(embedder) };
  };

  it.each([
    ['model', { model: 'other' }],
    ['width', { dimensions: 96 }],
  ])('are not written for another %s, and the repair is named once', async (_, options) => {
    const { ingest, embedder } = other(options);
    for (const name of ['new', 'newer']) sut.files.set(`/library/${name}.pdf`, book(drawn(name)));
    const progress = ingest();
    expect(await sut.warnings(progress)).toEqual([expect.stringMatching(/^notes: .*`arbiter reindex notes`\.$/)]);
    expect((await progress).counts).toMatchObject({ added: 2, failed: 0 });
    expect(await sut.find('newer')).toHaveLength(1);
    expect([await sut.pages(), embedder.pictures]).toEqual([['chart.pdf 2', 'map.pdf 1'], 0]);
    // Nothing is left to be done, and so nothing to be told.
    for (const name of ['new', 'newer']) sut.files.delete(`/library/${name}.pdf`);
    expect(await sut.warnings(ingest())).toEqual([]);
  });

  it('replace all of them by a rebuild', async () => {
    const { reindex, embedder, ingest } = other({ model: 'other', dimensions: 96 });
    expect(await reindex()).toMatchObject({ counts: { changed: 2 } });
    expect(await sut.pages()).toEqual(['chart.pdf 2', 'map.pdf 1']);
    const manifest = await sut.catalog.get(COLLECTION, sut.signal);
    expect([manifest?.pages, embedder.pictures]).toEqual([{ model: 'other', dimensions: 96 }, 2]);
    expect(await sut.warnings(ingest())).toEqual([]);
  });

  it('are made by the next ingestion where a rebuild broke off', async () => {
    const { reindex, embedder, ingest } = other({ model: 'other' });
    embedder.before = () => (embedder.pictures === 2 ? Promise.reject(AWAY) : undefined);
    expect(await sut.warnings(reindex())).toHaveLength(1);
    expect(await sut.pages()).toHaveLength(1);
    await ingest();
    expect(await sut.pages()).toHaveLength(2);
  });
});

describe('a rebuild by the same model', () => {
  it('leaves pages as they are', async () => {
    sut.pageEmbedder.pictures = 0;
    await sut.reindex();
    expect([sut.pageEmbedder.pictures, await sut.pages()]).toEqual([0, ['chart.pdf 2', 'map.pdf 1']]);
  });

  it('makes those that an index has not, such as one in another store', async () => {
    await sut.pageIndex.drop(COLLECTION, sut.signal);
    await sut.ingest();
    expect(await sut.pages()).toEqual([]);
    await sut.reindex();
    expect(await sut.pages()).toEqual(['chart.pdf 2', 'map.pdf 1']);
  });

  it('rebuilds the texts while the embedder is away', async () => {
    sut.pageEmbedder.fault = AWAY;
    const progress = sut.reindex();
    expect(await sut.warnings(progress)).toEqual([expect.stringContaining(AWAY.message)]);
    expect((await progress).counts).toMatchObject({ changed: 2, failed: 0 });
    expect(await sut.pages()).toEqual(['chart.pdf 2', 'map.pdf 1']);
  });
});

describe('a collection whose manifest was lost', () => {
  it('begins with no pages of the former one', async () => {
    await sut.pageIndex.replaceDocuments(COLLECTION, 64, [pagesOfOld], sut.signal);
    await sut.catalog.delete(COLLECTION, sut.signal);
    // It looks at its own document alone.
    const content = Buffer.from(MAP).toString('base64');
    await sut.ingest([{ kind: 'inline', name: 'sent.pdf', content, encoding: 'base64', metadata: {} }]);
    expect(await sut.pages()).toEqual(['sent.pdf 1']);
    await sut.ingest();
    expect(await sut.pages()).toEqual(['chart.pdf 2', 'map.pdf 1', 'sent.pdf 1']);
  });
});

describe('pages of a document that is nowhere else', () => {
  it('are taken out by the next look for such', async () => {
    await sut.pageIndex.replaceDocuments(COLLECTION, 64, [pagesOfOld], sut.signal);
    expect(await sut.pages()).toContain('gone 1');
    await sut.writer.removeOrphans(COLLECTION, new Set(['chart.pdf', 'map.pdf'].map(idOf)), sut.signal);
    expect(await sut.pages()).toEqual(['chart.pdf 2', 'map.pdf 1']);
  });
});

describe('a worker that embeds no pages', () => {
  it('takes out those of documents that go or change', async () => {
    const { ingest } = sut.withPages(null);
    sut.files.delete('/library/map.pdf');
    sut.files.set('/library/chart.pdf', book(drawn('The tides of the year.')));
    expect(await ingest()).toMatchObject({ counts: { deleted: 1, changed: 1 }, warnings: [] });
    expect([await sut.indexed(), await sut.noted()]).toEqual([[], []]);
  });
});

describe('many pages', () => {
  it('are embedded as far as their vectors fit into memory', async () => {
    const held = pageLibrary({ 'map.pdf': MAP }, { renderer: rendererOf(40) });
    const large = new Float32Array(16 * 2 ** 20);
    held.pageEmbedder.embedPage = () => Promise.resolve(large);
    const written: number[] = [];
    held.pageIndex.replaceDocuments = (_collection, _dimensions, [document]) => {
      written.push(...document!.pages.map(({ page }) => page));
      return Promise.resolve();
    };
    expect(await held.warnings(held.ingest())).toEqual([
      `map.pdf: Its pages after page ${written.length} are not found by their pictures: it has too many, or took too long.`,
    ]);
    expect(written).toEqual(written.map((_, at) => at + 1));
    // 256 MiB, and what was under way.
    expect([4, 5, 6, 7]).toContain(written.length);
  });

  it('are looked at for a minute', async () => {
    const inner = await rendererOf(10_000).open(MAP, sut.signal);
    const slow = { ...inner, describe: (page: number) => (held.clock.advance(1_000), inner.describe(page)) };
    const held = pageLibrary({ 'map.pdf': MAP }, { renderer: { open: () => Promise.resolve(slow) } });
    expect(await held.warnings(held.ingest())).toHaveLength(1);
    expect(held.pageEmbedder.pictures).toBe(61);
  });
});
