import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { EmbeddedPage } from '@arbiter/ports';
import {
  describeMultiVectorIndex,
  documentPagesOf,
  InMemoryMultiVectorIndex,
  pageOf,
  seededRandom,
  vectorsOf,
} from '@arbiter/ports/testing';
import { TemporaryStores } from '../test/temporary-stores.js';
import { LanceMultiVectorIndex } from './lance-multi-vector.index.js';

const { signal } = new AbortController();
const stores = new TemporaryStores();
afterAll(() => stores.remove());

describeMultiVectorIndex('LanceMultiVectorIndex', async () => new LanceMultiVectorIndex(await stores.open()));

const DIMENSIONS = 16;

/** Pages of 40 vectors each: their neighbours look at one of some things, as patches of a picture do. */
function manyPages(count: number, random: () => number): EmbeddedPage[] {
  const direction = (): number[] => Array.from({ length: DIMENSIONS }, () => random() - 0.5);
  const things = Array.from({ length: 60 }, direction);
  return Array.from({ length: count }, (_, i) => {
    const own = Array.from({ length: 4 }, () => things[Math.floor(random() * things.length)] ?? []);
    const vectors = Array.from({ length: 40 }, (__, j) =>
      (own[Math.floor(j / 10)] ?? []).map((number) => number + (random() - 0.5) * 0.3),
    );
    return pageOf(`d${i % 30}`, i + 1, vectors, { third: i % 3 });
  });
}

describe('a large collection of pages in LanceDB', () => {
  it.each([
    ['all pooled vectors', {}],
    ['some pooled vectors of each page', { maxResidentBytes: 700 * 16 * DIMENSIONS * 4 }],
  ])('gives exact scores with memory for %s, and the pages that an exact comparison finds', async (_, options) => {
    const random = seededRandom(5);
    const pages = manyPages(700, random);
    const [sut, exact] = [new LanceMultiVectorIndex(await stores.open(options)), new InMemoryMultiVectorIndex()];
    for (const index of [sut, exact]) await index.replaceDocuments('c', DIMENSIONS, documentPagesOf(...pages), signal);
    const query = Float32Array.from([3, 77, 400].flatMap((i) => [...(pages[i]?.vectors.subarray(0, 16) ?? [])]));
    for (const filter of [[], [{ key: 'third', test: { kind: 'any-of', values: [0, 1] } } as const]]) {
      const wanted = { limit: 5, filter, signal };
      const [hits, expected] = [
        await sut.search('c', query, DIMENSIONS, wanted),
        await exact.search('c', query, DIMENSIONS, wanted),
      ];
      expect(hits).toEqual(expected.map((hit) => ({ ...hit, score: expect.closeTo(hit.score, 5) })));
    }
  });

  it('sees what was written since, with memory for one vector of each page too', async () => {
    const sut = new LanceMultiVectorIndex(await stores.open({ maxResidentBytes: 1 }));
    const pages = manyPages(450, seededRandom(6));
    await sut.replaceDocuments('c', DIMENSIONS, documentPagesOf(...pages), signal);
    const query = vectorsOf(Array.from({ length: DIMENSIONS }, (_, i) => (i === 0 ? 1 : 0)));
    const before = await sut.search('c', query, DIMENSIONS, { limit: 1, signal });
    await sut.replaceDocuments(
      'c',
      DIMENSIONS,
      [{ documentId: 'new', pages: [{ ...pageOf('new', 1, []), vectors: query }] }],
      signal,
    );
    const [best] = await sut.search('c', query, DIMENSIONS, { limit: 1, signal });
    expect(best).toEqual({ documentId: 'new', page: 1, score: expect.closeTo(1, 5) });
    await sut.deleteDocuments('c', ['new'], signal);
    expect(await sut.search('c', query, DIMENSIONS, { limit: 1, signal })).toEqual(before);
  });

  it('holds the vectors of several collections as long as they fit', async () => {
    const sut = new LanceMultiVectorIndex(await stores.open({ maxResidentBytes: 450 * 32 * DIMENSIONS * 4 }));
    const pages = manyPages(450, seededRandom(7));
    for (const name of ['a', 'b']) await sut.replaceDocuments(name, DIMENSIONS, documentPagesOf(...pages), signal);
    const query = pages[9]?.vectors.subarray(0, DIMENSIONS) ?? new Float32Array();
    const search = (name: string) => sut.search(name, query, DIMENSIONS, { limit: 3, signal });
    const first = await search('a');
    expect(await search('b')).toEqual(first);
    expect(await search('a')).toEqual(first);
  });
});

describe('pages in LanceDB', () => {
  const page = pageOf('d', 1, [[1, 0]]);

  it('are searched while another process writes them, and not written by a reader', async () => {
    const directory = await stores.folder();
    const missing = new LanceMultiVectorIndex(
      await stores.open({ directory: join(directory, 'later'), mode: 'read-only' }),
    );
    expect(await missing.search('c', vectorsOf([1, 0]), 2, { limit: 1, signal })).toEqual([]);
    const writer = new LanceMultiVectorIndex(await stores.open({ directory }));
    const reader = new LanceMultiVectorIndex(await stores.open({ directory, mode: 'read-only' }));
    await writer.replaceDocuments('c', 2, documentPagesOf(page), signal);
    const found = async () => (await reader.search('c', vectorsOf([1, 0]), 2, { limit: 9, signal })).length;
    expect(await found()).toBe(1);
    await writer.replaceDocuments('c', 2, documentPagesOf(page, pageOf('d', 2, [[0, 1]])), signal);
    expect(await found()).toBe(2);
    for (const act of [
      reader.replaceDocuments('c', 2, documentPagesOf(page), signal),
      reader.deleteDocuments('c', ['d'], signal),
      reader.drop('c', signal),
    ])
      await expect(act).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await found()).toBe(2);
  });

  it('are in no file once they are deleted and erased', async () => {
    const directory = await stores.folder();
    const index = new LanceMultiVectorIndex(await stores.open({ directory }));
    const pages = Array.from({ length: 30 }, (_, i) => pageOf(i === 3 ? 'zanzibarquux' : `d${i}`, 1, [[1, 0]]));
    await index.replaceDocuments('c', 2, documentPagesOf(...pages), signal);
    const holding = async (): Promise<string[]> => {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
      const contents = await Promise.all(paths.map((path) => readFile(path, 'latin1')));
      return paths.filter((__, i) => contents[i]?.includes('zanzibarquux'));
    };
    await index.deleteDocuments('c', ['zanzibarquux'], signal);
    await index.optimize('c', signal);
    expect(await holding()).not.toEqual([]);
    await index.optimize('c', signal, { erase: true });
    expect(await holding()).toEqual([]);
    expect(await index.documentIds('c', signal)).toHaveLength(29);
    await index.drop('c', signal);
    expect((await readdir(directory)).filter((name) => name.includes('pages'))).toEqual([]);
  });

  it('leave few files, however many documents are written one by one', async () => {
    const directory = await stores.folder();
    const index = new LanceMultiVectorIndex(await stores.open({ directory }));
    for (let i = 0; i < 140; i += 1)
      await index.replaceDocuments('c', 2, documentPagesOf(pageOf(`d${i}`, 1, [[1, 0]])), signal);
    await index.optimize('c', signal, { erase: true });
    expect((await readdir(join(directory, 'pages.c.lance', 'data'))).length).toBeLessThan(5);
    expect(await index.documentIds('c', signal)).toHaveLength(140);
  });
});
