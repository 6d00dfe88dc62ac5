import { createHash } from 'node:crypto';
import { ArbiterError, type BytePiece, listDocumentChunks } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { describe, expect, it } from '@jest/globals';
import { COLLECTION, INN, library, LIGHT } from '../../test/ingestion-library.js';
import { blobKeyOf } from '../library/document-blobs.js';
import { documentIdOf } from '../library/document-identity.js';
import { ChunksController } from './chunks.controller.js';
import { DocumentReadingController } from './document-reading.controller.js';

const { signal } = new AbortController();
const context = { signal, principal: null } as OperationContext;
const idOf = (name: string): string => documentIdOf(COLLECTION, `/library/${name}`);

type Library = ReturnType<typeof library>;

async function originalOf(sut: Library, name: string, length = 100_000): Promise<string> {
  const reading = new DocumentReadingController(sut.documents, sut.blobs);
  const { data } = await reading.original({ documentId: idOf(name), offset: 0, length }, context);
  return Buffer.from(data, 'base64').toString();
}

async function kept(sut: Library): Promise<string[]> {
  const listed = await sut.blobs.list(COLLECTION, 'original', signal);
  const read = listed.map(({ name }) => sut.blobs.get({ collection: COLLECTION, kind: 'original', name }, signal));
  return (await Promise.all(read)).map(String);
}

describe('the original of a document', () => {
  it('is kept byte by byte, with its hash and type', async () => {
    const page = '<html><head><title>Pier</title></head><body><p>Salt keeps.</p></body></html>';
    const sut = library({ '/library/a.md': LIGHT, '/library/pier.html': page });
    await sut.ingest();
    expect([await originalOf(sut, 'a.md'), await originalOf(sut, 'pier.html')]).toEqual([LIGHT, page]);
    expect((await sut.documents.get(idOf('pier.html'), signal))?.original).toEqual({
      sha256: createHash('sha256').update(page).digest('hex'),
      bytes: page.length,
      mediaType: 'text/html',
    });
  });

  it('comes in pieces, and tells what it is without one', async () => {
    const sut = library({ '/library/a.md': LIGHT });
    await sut.ingest();
    const reading = new DocumentReadingController(sut.documents, sut.blobs);
    const ask = (offset: number, length: number): Promise<BytePiece> =>
      reading.original({ documentId: idOf('a.md'), offset, length }, context);
    expect(await ask(0, 0)).toMatchObject({ name: 'a.md', mediaType: 'text/markdown', bytes: LIGHT.length, data: '' });
    expect(Buffer.from((await ask(2, 4)).data, 'base64').toString()).toBe(LIGHT.slice(2, 6));
    expect((await ask(LIGHT.length, 10)).data).toBe('');
  });

  it('goes with the version that it is of', async () => {
    const sut = library({ '/library/a.md': LIGHT });
    await sut.ingest();
    sut.files.set('/library/a.md', INN);
    await sut.ingest();
    expect([await originalOf(sut, 'a.md'), await kept(sut)]).toEqual([INN, [INN]]);
  });

  it('goes with its document, and leaves that of another with the same bytes', async () => {
    const sut = library({ '/library/a.md': LIGHT, '/library/b.md': LIGHT });
    await sut.ingest();
    await sut.writer.delete(COLLECTION, [idOf('a.md')], signal);
    expect([await originalOf(sut, 'b.md'), await kept(sut)]).toEqual([LIGHT, [LIGHT]]);
    await expect(originalOf(sut, 'a.md')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('moves along with its document', async () => {
    const sut = library({ '/library/a.md': LIGHT });
    await sut.ingest();
    sut.files.delete('/library/a.md');
    sut.files.set('/library/b.md', LIGHT);
    expect((await sut.ingest()).counts).toMatchObject({ moved: 1 });
    expect([await originalOf(sut, 'b.md'), await kept(sut)]).toEqual([LIGHT, [LIGHT]]);
  });

  it('goes with its collection', async () => {
    const sut = library({ '/library/a.md': LIGHT, '/library/b.md': INN });
    await sut.ingest();
    await sut.blobs.put({ collection: COLLECTION, kind: 'boxes', name: 'x' }, Buffer.from('b'), signal);
    await sut.writer.drop(COLLECTION, signal);
    expect([await kept(sut), await sut.blobs.list(COLLECTION, 'boxes', signal)]).toEqual([[], []]);
  });

  it('stays when the indexes are built anew', async () => {
    const sut = library({ '/library/a.md': LIGHT });
    await sut.ingest();
    await sut.reindex();
    expect(await originalOf(sut, 'a.md')).toBe(LIGHT);
  });

  it('is not kept where the operator wants none, which a reader is told', async () => {
    const sut = library({ '/library/a.md': LIGHT }, { keepOriginals: false });
    await sut.ingest();
    expect([await kept(sut), (await sut.documents.get(idOf('a.md'), signal))?.original]).toEqual([[], undefined]);
    await expect(originalOf(sut, 'a.md')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('KEEP_ORIGINALS'),
    });
  });

  it('that is missing or cut off is said to be damaged', async () => {
    const sut = library({ '/library/a.md': LIGHT });
    await sut.ingest();
    const key = blobKeyOf((await sut.documents.get(idOf('a.md'), signal))!, 'original');
    await sut.blobs.put(key, Buffer.from('half'), signal);
    await expect(originalOf(sut, 'a.md')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await sut.blobs.delete(key, signal);
    await expect(originalOf(sut, 'a.md')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('what a worker leaves that dies between original and description', () => {
  it('is swept by the next attempt, with the boxes, and nothing else is', async () => {
    const sut = library({ '/library/a.md': LIGHT });
    await sut.ingest();
    const stored = (await sut.documents.get(idOf('a.md'), signal))!;
    await sut.blobs.put(blobKeyOf(stored, 'boxes'), Buffer.from('boxes'), signal);
    const [other, version] = [
      { ...stored, id: idOf('lost.md') },
      { ...stored, contentHash: 'f'.repeat(64) },
    ];
    for (const lost of [other, version])
      for (const kind of ['original', 'boxes'] as const)
        await sut.blobs.put(blobKeyOf(lost, kind), Buffer.from('lost'), signal);
    await sut.writer.removeOrphans(COLLECTION, new Set([stored.id]), signal);
    for (const kind of ['original', 'boxes'] as const)
      expect((await sut.blobs.list(COLLECTION, kind, signal)).map(({ name }) => name)).toEqual([
        blobKeyOf(stored, kind).name,
      ]);
    expect(await originalOf(sut, 'a.md')).toBe(LIGHT);
  });

  it('is taken away with the job that broke off', async () => {
    const sut = library({ '/library/a.md': LIGHT });
    await sut.ingest();
    const stored = (await sut.documents.get(idOf('a.md'), signal))!;
    const lost = { ...stored, id: idOf('lost.md') };
    await sut.blobs.put(blobKeyOf(lost, 'original'), Buffer.from('lost'), signal);
    await sut.writer.removeUncommitted(COLLECTION, [lost.id, stored.id], signal);
    expect(await kept(sut)).toEqual([LIGHT]);
  });

  it('is nothing where the description cannot be stored', async () => {
    const sut = library({ '/library/a.md': LIGHT });
    await sut.ingest();
    const put = sut.documents.put.bind(sut.documents);
    sut.documents.put = (document, text, given) =>
      document.source === 'b.md'
        ? Promise.reject(new ArbiterError('INVALID_REQUEST', 'It is refused.'))
        : put(document, text, given);
    sut.files.set('/library/b.md', INN);
    expect((await sut.ingest()).counts).toMatchObject({ failed: 1 });
    expect(await kept(sut)).toEqual([LIGHT]);
  });
});

describe('the chunks of a document', () => {
  const text = Array.from(
    { length: 40 },
    (_, at) => `## Part ${at}\n\n${`Word ${at} of the pier. `.repeat(30)}\n`,
  ).join('\n');

  it('come in order and in pages, at their places in the text', async () => {
    const sut = library({ '/library/a.md': `# Pier\n\n${text}` });
    await sut.ingest();
    const controller = new ChunksController(sut.catalog, sut.documents, sut.vectorIndex);
    const documentId = idOf('a.md');
    const whole = (await sut.documents.text(documentId, signal))!;
    const seen: string[] = [];
    let from: number | null = 0;
    while (from !== null) {
      const page: Awaited<ReturnType<typeof controller.list>> = await controller.list(
        listDocumentChunks.input.parse({ documentId, limit: 7, from }),
        context,
      );
      for (const { ordinal, start, end, text: shown, section, page: number } of page.chunks) {
        expect([ordinal, whole.slice(start, end)]).toEqual([seen.length, shown]);
        expect([section[0], number]).toEqual(['Pier', null]);
        seen.push(shown);
      }
      from = page.next;
    }
    const { chunks } = (await sut.documents.get(documentId, signal))!;
    expect(chunks).toBeGreaterThan(7);
    expect(seen).toHaveLength(chunks);
  });

  it('are none behind the last, and none of a document that is not there', async () => {
    const sut = library({ '/library/a.md': LIGHT });
    await sut.ingest();
    const controller = new ChunksController(sut.catalog, sut.documents, sut.vectorIndex);
    const asked = { documentId: idOf('a.md'), limit: 10, from: 99 };
    expect(await controller.list(asked, context)).toMatchObject({ chunks: [], next: null });
    await expect(controller.list({ ...asked, documentId: 'd0' }, context)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
