import { createHash } from 'node:crypto';
import { ArbiterError, listDocumentChunks } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import type { BlobKind } from '@arbiter/ports';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { COLLECTION, INN, library, LIGHT } from '../../test/ingestion-library.js';
import { blobKeyOf } from '../library/document-blobs.js';
import { documentIdOf } from '../library/document-identity.js';
import { DocumentReadingController } from './document-reading.controller.js';
import { ChunksController } from './documents.controller.js';

const { signal } = new AbortController();
const context = { signal, principal: null } as OperationContext;
const idOf = (name: string): string => documentIdOf(COLLECTION, `/library/${name}`);

type Library = ReturnType<typeof library>;
let sut: Library;
beforeEach(async () => {
  sut = library({ '/library/a.md': LIGHT, '/library/b.md': LIGHT });
  await sut.ingest();
});

const piece = (name: string, offset: number, length: number, { documents, blobs } = sut) =>
  new DocumentReadingController(documents, blobs).original({ documentId: idOf(name), offset, length }, context);
const originalOf = async (name: string) => Buffer.from((await piece(name, 0, 100_000)).data, 'base64').toString();
const stored = async (name: string, { documents } = sut) => (await documents.get(idOf(name), signal))!;
const kept = async (kind: BlobKind = 'original', { blobs } = sut) =>
  (await blobs.list(COLLECTION, kind, signal)).map(({ name }) => name);
const keyOf = async (name: string, kind: BlobKind = 'original') => blobKeyOf(await stored(name), kind).name;

describe('the original of a document', () => {
  it('is kept byte by byte, with its hash and type, and comes in pieces', async () => {
    const page = '<html><head><title>Pier</title></head><body><p>Salt keeps.</p></body></html>';
    sut.files.set('/library/pier.html', page);
    await sut.ingest();
    expect([await originalOf('a.md'), await originalOf('pier.html')]).toEqual([LIGHT, page]);
    const sha256 = createHash('sha256').update(page).digest('hex');
    const original = { sha256, bytes: page.length, mediaType: 'text/html' };
    expect((await stored('pier.html')).original).toEqual(original);
    expect(await piece('pier.html', 0, 0)).toEqual({ name: 'pier.html', ...original, data: '' });
    expect(Buffer.from((await piece('pier.html', 2, 4)).data, 'base64').toString()).toBe('tml>');
    expect((await piece('pier.html', page.length, 10)).data).toBe('');
  });

  it.each<[string, (of: Library) => unknown, Record<string, string>]>([
    ['the version that it is of', ({ files }) => files.set('/library/a.md', INN), { 'a.md': INN, 'b.md': LIGHT }],
    ['its document', ({ writer }) => writer.delete(COLLECTION, [idOf('a.md')], signal), { 'b.md': LIGHT }],
    [
      'its document to another place',
      ({ files }) => files.delete('/library/a.md') && files.set('/library/c.md', LIGHT),
      { 'b.md': LIGHT, 'c.md': LIGHT },
    ],
    ['nothing when the indexes are built anew', (of) => of.reindex(), { 'a.md': LIGHT, 'b.md': LIGHT }],
  ])('goes with %s, and leaves others with the same bytes', async (what, change, left) => {
    await change(sut);
    if (what !== 'its document') await sut.ingest();
    for (const [name, content] of Object.entries(left)) expect(await originalOf(name)).toBe(content);
    expect(await kept()).toHaveLength(Object.keys(left).length);
    if (!('a.md' in left)) await expect(originalOf('a.md')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('goes with its collection', async () => {
    await sut.blobs.put({ collection: COLLECTION, kind: 'boxes', name: 'x' }, Buffer.from('b'), signal);
    await sut.writer.drop(COLLECTION, signal);
    expect([await kept(), await kept('boxes')]).toEqual([[], []]);
  });

  it('is not kept where the operator wants none, which a reader is told', async () => {
    const other = library({ '/library/a.md': LIGHT }, { keepOriginals: false });
    await other.ingest();
    expect([await kept('original', other), (await stored('a.md', other)).original]).toEqual([[], undefined]);
    await expect(piece('a.md', 0, 9, other)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('KEEP_ORIGINALS'),
    });
  });

  it('that is missing or cut off is said to be damaged', async () => {
    const key = blobKeyOf(await stored('a.md'), 'original');
    await sut.blobs.put(key, Buffer.from('half'), signal);
    await expect(originalOf('a.md')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await sut.blobs.delete(key, signal);
    await expect(originalOf('a.md')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('what a worker leaves that dies between original and description', () => {
  it.each<[string, (ids: readonly string[]) => Promise<unknown>]>([
    ['swept by the next attempt', (ids) => sut.writer.removeOrphans(COLLECTION, new Set(ids), signal)],
    [
      'taken away with the job that broke off',
      (ids) => sut.writer.removeUncommitted(COLLECTION, [...ids, idOf('lost.md')], signal),
    ],
  ])('is %s, with the boxes, and nothing else is', async (_how, clean) => {
    const own = await stored('a.md');
    await sut.blobs.put(blobKeyOf(own, 'boxes'), Buffer.from('boxes'), signal);
    for (const lost of [
      { ...own, id: idOf('lost.md') },
      { ...own, contentHash: 'f'.repeat(64) },
    ])
      for (const kind of ['original', 'boxes'] as const)
        await sut.blobs.put(blobKeyOf(lost, kind), Buffer.from('lost'), signal);
    await clean([own.id, idOf('b.md')]);
    expect(await kept()).toEqual([await keyOf('a.md'), await keyOf('b.md')].toSorted());
    expect(await kept('boxes')).toEqual([await keyOf('a.md', 'boxes')]);
  });

  it('is nothing where the description cannot be stored', async () => {
    const put = sut.documents.put.bind(sut.documents);
    sut.documents.put = (document, text, given) =>
      document.source === 'c.md'
        ? Promise.reject(new ArbiterError('INVALID_REQUEST', 'It is refused.'))
        : put(document, text, given);
    sut.files.set('/library/c.md', INN);
    expect((await sut.ingest()).counts).toMatchObject({ failed: 1 });
    expect(await kept()).toHaveLength(2);
  });
});

describe('the chunks of a document', () => {
  it('come in order and in pages, at their places in the text', async () => {
    const parts = Array.from({ length: 40 }, (_, at) => `## Part ${at}\n\n${`Word ${at} of the pier. `.repeat(30)}\n`);
    sut.files.set('/library/a.md', `# Pier\n\n${parts.join('\n')}`);
    await sut.ingest();
    const controller = new ChunksController(sut.catalog, sut.documents, sut.vectorIndex);
    const ask = (from: number, documentId = idOf('a.md')) =>
      controller.list(listDocumentChunks.input.parse({ documentId, limit: 7, from }), context);
    const whole = (await sut.documents.text(idOf('a.md'), signal))!;
    const seen: string[] = [];
    for (let from: number | null = 0; from !== null;) {
      const page: Awaited<ReturnType<typeof ask>> = await ask(from);
      for (const { ordinal, start, end, text: shown, section, page: number } of page.chunks) {
        expect([ordinal, whole.slice(start, end)]).toEqual([seen.length, shown]);
        expect([section[0], number]).toEqual(['Pier', null]);
        seen.push(shown);
      }
      from = page.next;
    }
    expect(seen).toHaveLength((await stored('a.md')).chunks);
    expect(seen.length).toBeGreaterThan(7);
    expect(await ask(9_999)).toMatchObject({ chunks: [], next: null });
    await expect(ask(0, 'd0')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
