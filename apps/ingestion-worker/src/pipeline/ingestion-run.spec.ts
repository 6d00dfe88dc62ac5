import { describe, expect, it } from '@jest/globals';
import { ArbiterError, type IngestionSource } from '@arbiter/contracts';
import type { ChunkFilter } from '@arbiter/ports';
import { keywordQueryOf, type InMemoryFile } from '@arbiter/ports/testing';
import { COLLECTION, FOLDER, INN, library, LIGHT } from '../../test/ingestion-library.js';

describe('IngestionRun', () => {
  it('reads a document anew when a file has changed that its text depends on', async () => {
    const { files, ingest, find } = library({ '/library/a.pair': 'lamp', '/library/b.key': 'old' });
    expect((await ingest()).counts).toMatchObject({ added: 1 });
    expect((await ingest()).counts).toMatchObject({ unchanged: 1, changed: 0 });
    files.set('/library/b.key', 'new');
    expect((await ingest()).counts).toMatchObject({ unchanged: 0, changed: 1 });
    expect(await find('lamp')).toEqual(['lamp new']);
  });

  it('makes a folder searchable', async () => {
    const { ingest, find } = library({ '/library/light.md': LIGHT, '/library/inn.md': INN });
    const { counts } = await ingest();
    expect(counts).toMatchObject({ found: 2, added: 2, unchanged: 0, failed: 0 });
    expect(await find('eel pie')).toEqual(['The inn serves eel pie.']);
  });

  it('keeps offsets that lead into the stored text, emoji and combining marks included', async () => {
    const { ingest, documents, findChunks, signal } = library({
      '/library/a.md':
        '# Zoë 🗼\n\nJose\u0301 lit the 🔥 beacon. **Nobody** saw the e\u0301clat.\n\n- first 🐟\n- second\n',
    });
    await ingest();
    const chunks = await findChunks('beacon first second');
    expect(chunks.length).toBeGreaterThan(0);
    for (const chunk of chunks) {
      const text = await documents.text(chunk.documentId, signal);
      expect(text?.slice(chunk.start, chunk.end)).toBe(chunk.text);
    }
  });

  it('does nothing for documents that have not changed', async () => {
    const { ingest } = library({ '/library/light.md': LIGHT });
    await ingest();
    const { counts } = await ingest();
    expect(counts).toMatchObject({ found: 1, unchanged: 1, added: 0, changed: 0, chunks: 0 });
  });

  it('replaces a document that has changed, leaving nothing of the old one', async () => {
    const { files, ingest, find } = library({ '/library/light.md': LIGHT });
    await ingest();
    files.set('/library/light.md', LIGHT.replace('Mara Fell', 'Odo Finch'));
    const { counts } = await ingest();
    expect(counts).toMatchObject({ changed: 1, added: 0 });
    expect(await find('Mara')).toEqual([]);
    expect(await find('Odo')).toEqual(['Odo Finch keeps the lamp.']);
  });

  it('removes a document that has gone from its folder, from the store and both indexes', async () => {
    const { files, ingest, documents, vectorIndex, keywordIndex, signal } = library({
      '/library/light.md': LIGHT,
      '/library/inn.md': INN,
    });
    await ingest();
    files.delete('/library/inn.md');
    const { counts } = await ingest();
    expect(counts.deleted).toBe(1);
    expect(await documents.count(COLLECTION, signal)).toBe(1);
    expect(await vectorIndex.documentIds(COLLECTION, signal)).toHaveLength(1);
    expect(await keywordIndex.search(COLLECTION, keywordQueryOf('eel'), { limit: 10, signal })).toEqual([]);
  });

  it('leaves documents of other folders alone', async () => {
    const { ingest, find } = library({ '/library/light.md': LIGHT, '/other/inn.md': INN });
    await ingest([{ kind: 'path', path: '/other' }]);
    const { counts } = await ingest();
    expect(counts.deleted).toBe(0);
    expect(await find('eel')).toHaveLength(1);
  });

  it.each([
    ['the folder around it', '/library/deep', '/library'],
    ['a folder far around it', '/library/deep/kid', '/library'],
    ['the folder, after the file alone', '/library/deep/kid/light.md', '/library/deep'],
    ['a folder below, after the one around it', '/library', '/library/deep'],
    ['another spelling of the folder', '/library/deep', '/library/deep/'],
  ])('deletes a file that has gone by reading %s', async (_, first, then) => {
    const { files, ingest, find } = library({ '/library/deep/kid/light.md': LIGHT, '/library/deep/inn.md': INN });
    const read = async (path: string) => (await ingest([{ kind: 'path', path }])).counts;
    await read(first);
    expect(await read(then)).toMatchObject({ changed: 0, deleted: 0, moved: 0 });
    files.delete('/library/deep/kid/light.md');
    expect(await read(then)).toMatchObject({ deleted: 1, failed: 0 });
    expect(await find('lamp')).toEqual([]);
    expect(await find('eel')).toHaveLength(1);
  });

  it('keeps a document by its source and id when it is read again through another folder', async () => {
    const { ingest, findChunks } = library({ '/library/deep/light.md': LIGHT });
    await ingest([{ kind: 'path', path: '/library/deep' }]);
    const before = await findChunks('lamp');
    expect((await ingest()).counts).toMatchObject({ unchanged: 1, chunks: 0 });
    expect(await findChunks('lamp')).toEqual(before);
    expect(before[0]?.source).toBe('light.md');
  });

  it('takes a file for moved that another read had found', async () => {
    const { files, ingest, find } = library({ '/library/deep/light.md': LIGHT, '/library/inn.md': INN });
    await ingest([{ kind: 'path', path: '/library/deep' }]);
    files.delete('/library/deep/light.md');
    files.set('/library/tower.md', LIGHT);
    expect((await ingest()).counts).toMatchObject({ found: 2, added: 1, moved: 1, deleted: 0 });
    expect(await find('lamp')).toHaveLength(1);
  });

  it('deletes nothing of other kinds of sources, of folders beside it, or of what was asked for by name', async () => {
    const skipped = [{ source: '.drafts/', reason: 'It is hidden.' }];
    const { ingest, find } = library(
      { '/library/inn.md': INN, '/library-2/light.md': LIGHT, '/library/.drafts/pier.md': 'The pier is new.' },
      { skipped: new Map([['/library', skipped]]) },
    );
    await ingest([{ kind: 'path', path: '/library-2' }]);
    await ingest([{ kind: 'path', path: '/library/.drafts' }]);
    await ingest([{ kind: 'inline', name: 'library/memo.md', content: 'The tide turns.', metadata: {} }]);
    expect((await ingest()).counts).toMatchObject({ deleted: 0, moved: 0, skipped: 1 });
    for (const words of ['lamp', 'pier', 'tide']) expect(await find(words)).toHaveLength(1);
  });

  it('keeps the documents of a folder that is empty all at once, and says so', async () => {
    const many = Array.from({ length: 30 }, (_, n) => [`/library/${n}.md`, `The lamp number ${n}.`] as const);
    const { files, ingest, documents, signal } = library(Object.fromEntries(many), { emptied: ['/library'] });
    await ingest();
    files.clear();
    const { counts, warnings } = await ingest();
    expect(counts).toMatchObject({ deleted: 0 });
    expect(warnings).toEqual([
      { source: '/library', warning: expect.stringMatching(/^It is empty, but 30 documents were read from it/) },
    ]);
    expect(await documents.count(COLLECTION, signal)).toBe(30);
  });

  it('takes a file that is named twice as one document', async () => {
    const { ingest, documents, signal } = library({ '/library/light.md': LIGHT });
    const { counts } = await ingest([...FOLDER, { kind: 'path', path: '/library/light.md' }]);
    expect(counts).toMatchObject({ found: 1, added: 1 });
    expect(await documents.count(COLLECTION, signal)).toBe(1);
  });

  it('looks only at what the globs select, and deletes nothing that they leave out', async () => {
    const { files, ingest, find } = library({ '/library/light.md': LIGHT, '/library/drafts/inn.md': INN });
    const part: IngestionSource[] = [{ kind: 'path', path: '/library', include: ['*.md'], exclude: ['drafts/'] }];
    expect((await ingest(part)).counts).toMatchObject({ found: 1, added: 1, skipped: 0 });
    await ingest();
    files.delete('/library/light.md');
    files.delete('/library/drafts/inn.md');
    files.set('/library/new.md', '# New\n\nA new pier.\n');
    expect((await ingest(part)).counts).toMatchObject({ deleted: 1 });
    expect(await find('lamp')).toEqual([]);
    expect(await find('eel')).toHaveLength(1);
  });

  it('ingests the rest when one of its sources cannot be listed, and deletes nothing of that one', async () => {
    const { files, ingest, find } = library({ '/library/light.md': LIGHT, '/other/inn.md': INN });
    const both: IngestionSource[] = [...FOLDER, { kind: 'path', path: '/other' }];
    await ingest(both);
    files.delete('/other/inn.md');
    files.set('/library/new.md', '# New\n\nA new pier.\n');
    const { counts, failures } = await ingest(both);
    expect(counts).toMatchObject({ found: 3, added: 1, failed: 1, deleted: 0 });
    expect(failures).toEqual([{ source: '/other', stage: 'load', reason: 'There is no file or folder at /other.' }]);
    expect(await find('eel')).toHaveLength(1);
  });

  it('reads a file that was sent along in base64', async () => {
    const { ingest, find } = library({});
    const content = Buffer.from('\uFEFFThe tide turns at noon.', 'utf16le').toString('base64');
    await ingest([{ kind: 'inline', name: 'memo.txt', content, encoding: 'base64', metadata: {} }]);
    expect(await find('tide')).toEqual(['The tide turns at noon.']);
  });

  it('reads a document that was sent along', async () => {
    const { ingest, find } = library({});
    await ingest([{ kind: 'inline', name: 'memo.md', content: 'The tide turns at noon.', metadata: {} }]);
    expect(await find('tide')).toEqual(['The tide turns at noon.']);
  });

  it('keeps the title and metadata that were sent along, and sees when they change', async () => {
    const { ingest, findChunks } = library({});
    const memo = (title: string, year: number): IngestionSource[] => [
      { kind: 'inline', name: 'memo.md', content: '# Memo\n\nThe tide turns at noon.', title, metadata: { year } },
    ];
    const found = async (words: string, filter: ChunkFilter = []) => {
      const chunks = await findChunks(words, filter);
      return chunks.map(({ title, metadata }) => ({ title, metadata }));
    };
    await ingest(memo('Harbour hours', 1901));
    expect(await found('harbor', [{ key: 'year', test: { kind: 'any-of', values: [1901] } }])).toEqual([
      { title: 'Harbour hours', metadata: { year: 1901 } },
    ]);
    expect((await ingest(memo('Harbour hours', 1901))).counts).toMatchObject({ unchanged: 1 });
    expect((await ingest(memo('Harbour hours', 1902))).counts).toMatchObject({ changed: 1 });
    expect(await found('harbor', [{ key: 'year', test: { kind: 'any-of', values: [1901] } }])).toEqual([]);
    expect((await ingest(memo('', 1902))).counts).toMatchObject({ changed: 1 });
    expect(await found('tide')).toEqual([{ title: '', metadata: { year: 1902 } }]);
  });

  it('reports a broken document with its stage and goes on with the rest', async () => {
    const { ingest, find } = library({
      '/library/a.txt': new Uint8Array([0, 1, 2, 3, 0, 0, 255]),
      '/library/inn.md': INN,
    });
    const { counts, failures } = await ingest();
    expect(counts).toMatchObject({ found: 2, added: 1, failed: 1 });
    expect(failures).toMatchObject([{ source: 'a.txt', stage: 'parse' }]);
    expect(await find('eel')).toHaveLength(1);
  });

  it('says what could not be read of a document that was', async () => {
    const { ingest } = library({
      '/library/a.txt': new Uint8Array([...new TextEncoder().encode('Grüße aus Köln, schöne Tage, süße Äpfel.'), 0xe2]),
    });
    const { counts, warnings } = await ingest();
    expect(counts).toMatchObject({ added: 1, failed: 0 });
    expect(warnings).toEqual([{ source: 'a.txt', warning: '1 character could not be decoded as utf-8.' }]);
  });

  it('keeps the stored version of a document that can no longer be read', async () => {
    const { files, ingest, find } = library({ '/library/inn.md': INN });
    await ingest();
    files.set('/library/inn.md', new ArbiterError('FORBIDDEN', 'inn.md may not be read.'));
    const { counts, failures } = await ingest();
    expect(counts).toMatchObject({ failed: 1, deleted: 0 });
    expect(failures).toEqual([{ source: 'inn.md', stage: 'load', reason: 'inn.md may not be read.' }]);
    expect(await find('eel')).toHaveLength(1);
  });

  it('spares what it found earlier below a folder that can no longer be listed', async () => {
    const { files, ingest, find } = library({ '/library/sub/inn.md': INN, '/library/light.md': LIGHT });
    await ingest();
    files.delete('/library/sub/inn.md');
    files.set('/library/sub/', new ArbiterError('FORBIDDEN', 'sub may not be read.'));
    const { counts, failures } = await ingest();
    expect(counts).toMatchObject({ deleted: 0, failed: 1 });
    expect(failures).toMatchObject([{ source: 'sub/', reason: 'sub may not be read.' }]);
    expect(await find('eel')).toHaveLength(1);
  });

  it('counts and names files of formats that nobody reads', async () => {
    const { ingest } = library({ '/library/inn.md': INN, '/library/photo.jpg': 'x' });
    const { counts, leftOut } = await ingest();
    expect(counts).toMatchObject({ found: 1, skipped: 1 });
    expect(leftOut).toEqual([{ source: 'photo.jpg', reason: 'No parser reads files of this kind.' }]);
  });

  it('makes no collection of a folder in which there is nothing to read', async () => {
    const { ingest, catalog, signal } = library({ '/library/photo.jpg': 'x' });
    await ingest();
    expect(await catalog.list(signal)).toEqual([]);
  });

  it('ends with the sentence of a path that is not there', async () => {
    await expect(library({}).ingest()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('does not touch a collection that another model built', async () => {
    const { ingest, catalog, documents, signal } = library({ '/library/inn.md': INN });
    await catalog.create(
      {
        name: COLLECTION,
        formatVersion: 1,
        embeddingModel: 'other',
        dimensions: 3,
        language: 'en',
        analyser: 'english',
        chunkerVersion: 1,
        vectorStore: 'memory',
        keywordStore: 'memory',
        createdAt: '2026-01-01T00:00:00.000Z',
      },
      signal,
    );
    await expect(ingest()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('arbiter reindex notes'),
    });
    expect(await documents.count(COLLECTION, signal)).toBe(0);
  });

  it('records where a new collection is, and does not write to one that is in another store', async () => {
    const { ingest, catalog, keywordIndex, signal } = library({ '/library/inn.md': INN });
    await ingest();
    const manifest = await catalog.get(COLLECTION, signal);
    expect(manifest).toMatchObject({ vectorStore: 'memory', keywordStore: 'memory' });
    await catalog.delete(COLLECTION, signal);
    await catalog.create({ ...manifest!, vectorStore: 'elsewhere' }, signal);
    await keywordIndex.drop(COLLECTION, signal);
    await expect(ingest()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/vectors in elsewhere.*arbiter reindex notes/),
    });
    await expect(keywordIndex.count(COLLECTION, signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('records the language of a new collection and chooses the analyser by it', async () => {
    const { ingest, catalog, signal } = library({ '/library/inn.md': INN });
    await ingest(FOLDER, signal, 'de-AT');
    expect(await catalog.get(COLLECTION, signal)).toMatchObject({ language: 'de-AT', analyser: 'german-1' });
  });

  it('keeps the language of a collection where none is said, and where only the region is another', async () => {
    const { ingest, catalog, files, signal } = library({ '/library/inn.md': INN });
    await ingest(FOLDER, signal, 'de');
    files.set('/library/ferry.md', INN);
    await ingest();
    await ingest(FOLDER, signal, 'de-CH');
    expect(await catalog.get(COLLECTION, signal)).toMatchObject({ language: 'de', analyser: 'german-1' });
  });

  it('keeps the analyser of an earlier version until the collection is rebuilt', async () => {
    const { ingest, catalog, files, signal } = library({ '/library/inn.md': INN });
    await ingest(FOLDER, signal, 'de');
    const manifest = await catalog.get(COLLECTION, signal);
    await catalog.delete(COLLECTION, signal);
    await catalog.create({ ...manifest!, analyser: 'unicode-1' }, signal);
    files.set('/library/ferry.md', INN);
    expect((await ingest()).counts.added).toBe(1);
    expect(await catalog.get(COLLECTION, signal)).toMatchObject({ analyser: 'unicode-1' });
  });

  it('refuses documents of another language than the collection’s, and names the repair', async () => {
    const { ingest, signal } = library({ '/library/inn.md': INN });
    await ingest();
    await expect(ingest(FOLDER, signal, 'de')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('--language de --rebuild'),
    });
  });

  it('stops when told to, keeping what it has written', async () => {
    const { ingest } = library({ '/library/inn.md': INN });
    const stopped = AbortSignal.abort(new ArbiterError('CANCELLED', 'stop'));
    await expect(ingest(FOLDER, stopped)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await ingest()).counts.added).toBe(1);
  });

  describe('tells the catalog that a search may find something else', () => {
    async function changes(act: (sut: ReturnType<typeof library>) => Promise<unknown>): Promise<boolean> {
      const sut = library({ '/library/inn.md': INN, '/library/light.md': LIGHT });
      await sut.ingest();
      const before = await sut.catalog.generation(COLLECTION, sut.signal);
      await act(sut);
      return (await sut.catalog.generation(COLLECTION, sut.signal)) !== before;
    }

    it('when a document is new, has changed, or has gone', async () => {
      const edits: ((files: Map<string, InMemoryFile>) => unknown)[] = [
        (files) => files.set('/library/new.md', '# New\n\nA new pier.\n'),
        (files) => files.set('/library/inn.md', INN.replace('eel', 'cod')),
        (files) => files.delete('/library/inn.md'),
      ];
      for (const edit of edits) {
        expect(
          await changes(({ files, ingest }) => {
            edit(files);
            return ingest();
          }),
        ).toBe(true);
      }
    });

    it('when writing breaks off half way', async () => {
      const isTold = changes(async ({ files, ingest, documents }) => {
        files.set('/library/new.md', '# New\n\nA new pier.\n');
        documents.put = () => Promise.reject(new ArbiterError('UNAVAILABLE', 'The disk is full.'));
        await expect(ingest()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      });
      expect(await isTold).toBe(true);
    });

    it('but not when nothing has changed', async () => {
      expect(await changes(({ ingest }) => ingest())).toBe(false);
    });
  });

  it('removes chunks that a crash left without a document', async () => {
    const { ingest, keywordIndex, find, findChunks, signal } = library({ '/library/inn.md': INN });
    await ingest();
    const [eel] = await findChunks('eel');
    await keywordIndex.replaceDocuments(
      COLLECTION,
      [
        {
          documentId: 'lost',
          chunks: [{ ...eel!, id: 'lost:0', documentId: 'lost', text: 'A lost whale.', terms: ['whale'] }],
        },
      ],
      signal,
    );
    await ingest();
    expect(await find('whale')).toEqual([]);
  });
});
