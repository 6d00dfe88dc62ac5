import { ArbiterError, MAX_WORDS_OF_PAGE, type Principal, type SearchFilters } from '@arbiter/contracts';
import type { Chunk } from '@arbiter/ports';
import {
  chunkOf,
  documentOf,
  documentPagesOf,
  FakePageEmbedder,
  InMemoryMultiVectorIndex,
  ScriptedReader,
  SilentReader,
} from '@arbiter/ports/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { COAST, libraryOf, searchServiceOf, type Library } from '../../test/coast.library.js';
import { NOTHING_READ, questionReaderOf, readingOf } from '../../test/readings.js';
import { UNLIMITED } from '../calls/time-budget.js';
import { PageSearch } from './page-search.js';

const { signal } = new AbortController();
const PAGES = ['The wires of the tower. Copper wires run in tubes.', 'The bell rings in the oil room.', ''];
const TEXT = PAGES.join('\n');
const startOf = (page: number): number => PAGES.slice(0, page - 1).join('\n').length + (page > 1 ? 1 : 0);

/** A passage of the tower's plan, on one page. */
function planChunk(page: number, text: string, metadata: Chunk['metadata'] = {}): Chunk {
  const start = TEXT.indexOf(text);
  return chunkOf({
    ...{ id: `tower#${start}`, title: 'Tower', source: 'tower.pdf', text, page, metadata },
    ...{ start, end: start + text.length, ordinal: start },
  });
}
const CHUNKS = [
  planChunk(1, 'The wires of the tower.'),
  planChunk(1, 'Copper wires run in tubes.'),
  planChunk(2, 'The bell rings in the oil room.'),
];

let library: Library;
let embedder: FakePageEmbedder;
let index: InMemoryMultiVectorIndex;
let failures: unknown[];

async function storeTower(metadata: Chunk['metadata'] = {}): Promise<void> {
  const pages = PAGES.map((_, at) => ({ number: at + 1, start: startOf(at + 1) }));
  const fields = { id: 'tower', collection: 'coast', title: 'Tower', source: 'tower.pdf', pages, metadata };
  await library.documents.put(documentOf(TEXT, fields), TEXT, signal);
}

/** What the pictures of pages hold, as the ingestion worker would have written them. */
async function picture(words: Readonly<Record<number, string>>, metadata: Chunk['metadata'] = {}): Promise<void> {
  const dimensions = await embedder.dimensions(signal);
  const pages = await Promise.all(
    Object.entries(words).map(async ([page, text]) => {
      const vectors = await embedder.embedPage(Buffer.from(text), { signal });
      return { documentId: 'tower', page: Number(page), vectors, metadata };
    }),
  );
  await index.replaceDocuments('coast', dimensions, documentPagesOf(...pages), signal);
  const manifest = (await library.catalog.get('coast', signal))!;
  await library.catalog.replace({ ...manifest, pages: { model: embedder.model, dimensions } }, signal);
}

beforeEach(async () => {
  library = await libraryOf({ coast: [...COAST, ...CHUNKS] });
  embedder = new FakePageEmbedder();
  index = new InMemoryMultiVectorIndex();
  failures = [];
  await storeTower();
});

const find = (
  query: string,
  {
    limit = 3,
    caller = null,
    seesPictures = true,
    ...scope
  }: {
    limit?: number;
    caller?: Principal | null;
    seesPictures?: boolean;
    filters?: SearchFilters;
    asOfSession?: number;
  } = {},
) =>
  new PageSearch({
    ...library,
    search: searchServiceOf(library),
    ...(seesPictures && { pictures: { embedder, index } }),
    onFailure: (error) => failures.push(error),
  }).find({ query, limit, ...scope }, caller, { signal, time: UNLIMITED });
const numbers = async (...asked: Parameters<typeof find>) => (await find(...asked)).pages.map(({ page }) => page);

describe('a search of pages by their words', () => {
  it('gives each page once, with its words and the passages on it, best first', async () => {
    const { pages, method, degraded } = await find('copper wires of the tower', { seesPictures: false });
    expect([method, degraded]).toEqual(['text', []]);
    const [first] = pages;
    expect(first).toMatchObject({
      ...{ documentId: 'tower', collection: 'coast', source: 'tower.pdf', page: 1, foundBy: ['text'] },
      ...{ start: 0, end: startOf(2) },
      words: `${PAGES[0]}\n`,
    });
    expect(first?.passages.map(({ text }) => text).sort()).toEqual([
      'Copper wires run in tubes.',
      'The wires of the tower.',
    ]);
    expect(first?.score).toBe(first?.passages[0]?.score);
    expect(new Set(pages.map(({ page }) => page)).size).toBe(pages.length);
  });

  it('leaves out what has no pages, and bounds words and pages', async () => {
    const { pages } = await find('lamp', { seesPictures: false });
    expect(pages.every(({ documentId }) => documentId === 'tower')).toBe(true);
    expect(await numbers('wires bell', { limit: 1, seesPictures: false })).toHaveLength(1);
    const long = 'wires '.repeat(MAX_WORDS_OF_PAGE);
    await library.documents.put(documentOf(long, { id: 'tower', pages: [{ number: 1, start: 0 }] }), long, signal);
    expect((await find('wires', { limit: 1, seesPictures: false })).pages[0]?.words).toHaveLength(MAX_WORDS_OF_PAGE);
  });

  it('leaves out pages of a document that was deleted meanwhile', async () => {
    await library.documents.delete('tower', signal);
    expect(await numbers('wires', { seesPictures: false })).toEqual([]);
  });

  it('leaves out what a filter does', async () => {
    const filtered = (chapter: string) => numbers('wires', { seesPictures: false, filters: { chapter } });
    library = await libraryOf({ coast: CHUNKS.map((chunk) => ({ ...chunk, metadata: { chapter: 'one' } })) });
    await storeTower();
    expect([await filtered('one'), await filtered('two')]).toEqual([[1], []]);
  });

  it('refuses two filters by session', async () => {
    const both = { asOfSession: 3, filters: { session: 2 } };
    await expect(find('wires', both)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('fails as the search of text does', async () => {
    library.keywordIndex.search = () => Promise.reject(new ArbiterError('UNAVAILABLE', 'away'));
    library.vectorIndex.search = () => Promise.reject(new ArbiterError('UNAVAILABLE', 'away'));
    await expect(find('wires')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('a search of pages that are read', () => {
  const searched = (reader: ReturnType<typeof questionReaderOf>, query = 'copper wires of the bell') =>
    new PageSearch({ ...library, search: searchServiceOf(library), reader }).find({ query, limit: 3 }, null, {
      signal,
      time: UNLIMITED,
    });
  const answering = (words: string) =>
    new ScriptedReader(({ passage }) => (passage.includes(words) ? readingOf(passage, words) : NOTHING_READ));

  it('puts first the page whose words answer, with the relevance it had', async () => {
    const unread = await find('copper wires of the bell', { seesPictures: false });
    expect(unread.pages.map(({ page }) => page)).toEqual([1, 2]);
    const reader = answering('rings');
    const { pages } = await searched(questionReaderOf(reader));
    expect(pages).toEqual(unread.pages.toReversed());
    expect(reader.asked).toContainEqual({
      ...{ question: 'copper wires of the bell', headings: 'Tower', passage: `${PAGES[1]}\n` },
    });
  });

  it('does not read in a language that the reader does not know', async () => {
    const reader = answering('rings');
    const { pages, degraded } = await searched(questionReaderOf(reader), 'copper wires und die bell');
    expect([pages.map(({ page }) => page), degraded, reader.asked]).toEqual([[1, 2], [], []]);
  });

  it('reads each document once, however many pages of it are found', async () => {
    const text = jest.spyOn(library.documents, 'text');
    await searched(questionReaderOf(answering('rings')));
    expect(text).toHaveBeenCalledTimes(1);
  });

  it('leaves the order of the search where the reader is away, says so and counts it', async () => {
    const reader = questionReaderOf(new SilentReader(), 10);
    const { pages, degraded } = await searched(reader);
    expect(pages.map(({ page }) => page)).toEqual([1, 2]);
    expect([degraded, await reader.failures()]).toEqual([['reader'], { UNAVAILABLE: 1 }]);
  });
});

describe('a search of pages by their pictures', () => {
  it('finds a page without words, and puts first what both find', async () => {
    await picture({ 2: 'bell oil room', 3: 'heron' });
    const { pages, method } = await find('heron');
    expect(method).toBe('fused');
    expect(pages).toContainEqual(
      expect.objectContaining({ page: 3, score: 1, foundBy: ['picture'], words: '', passages: [] }),
    );
    const both = await find('bell in the oil room');
    expect(both.pages[0]).toMatchObject({ page: 2, foundBy: ['text', 'picture'], pictureScore: expect.any(Number) });
    expect(both.pages[0]?.score).toBe(both.pages[0]?.passages[0]?.score);
    expect(both.pages[0]?.passages).toHaveLength(1);
  });

  it.each([
    ['the server is away', () => (embedder.fault = new ArbiterError('UNAVAILABLE', 'away'))],
    [
      'the index is away',
      () => (index.search = () => Promise.reject(new ArbiterError('INVALID_REQUEST', 'another width'))),
    ],
  ])('leaves it to the words where %s, and says so', async (_, breakIt) => {
    await picture({ 3: 'wires' });
    breakIt();
    const { pages, method, degraded } = await find('wires');
    expect([method, degraded, failures.length]).toEqual(['text', ['page-embedder'], 1]);
    expect(pages[0]).toMatchObject({ page: 1, foundBy: ['text'] });
  });

  it('asks nothing where no collection was embedded by this model', async () => {
    expect((await find('wires')).method).toBe('fused');
    await picture({ 3: 'heron' });
    embedder.asked.splice(0);
    const other = new FakePageEmbedder({ model: 'another' });
    embedder = other;
    expect(await numbers('heron')).not.toContain(3);
    expect([other.asked, failures]).toEqual([[], []]);
  });

  it.each<[string, Principal | null, boolean]>([
    ['everybody', null, true],
    ['its group', { name: 'ann', role: 'reader', tenant: null, groups: ['keepers'] }, true],
    ['another group', { name: 'bob', role: 'reader', tenant: null, groups: ['cooks'] }, false],
    ['another tenant', { name: 'zed', role: 'admin', tenant: 'zenith', groups: null }, false],
  ])('shows a page of a group to %s or not', async (_, caller, isShown) => {
    await picture({ 3: 'heron' }, { access_groups: ['keepers'] });
    const pages = await numbers('heron', { caller }).catch((): number[] => []);
    expect(pages.includes(3)).toBe(isShown);
  });

  it('leaves out what a filter or a later session does', async () => {
    await picture({ 3: 'heron' }, { chapter: 'one', session: 4 });
    const seen = async (scope: Parameters<typeof find>[1]) => (await numbers('heron', scope)).includes(3);
    expect(await seen({ filters: { chapter: 'one' }, asOfSession: 4 })).toBe(true);
    expect(await seen({ filters: { chapter: 'two' }, asOfSession: 4 })).toBe(false);
    expect(await seen({ filters: { chapter: 'one' }, asOfSession: 3 })).toBe(false);
  });

  it('ends with its caller', async () => {
    await picture({ 3: 'heron' });
    const gone = AbortSignal.abort(new Error('gone'));
    const search = new PageSearch({ ...library, search: searchServiceOf(library), pictures: { embedder, index } });
    await expect(search.find({ query: 'heron', limit: 3 }, null, { signal: gone, time: UNLIMITED })).rejects.toThrow();
  });
});
