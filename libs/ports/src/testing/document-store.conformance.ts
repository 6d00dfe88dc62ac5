import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DocumentStore, StoredDocument } from '../document-store.js';

const live = new AbortController().signal;

/** A document of the given text, for tests. */
export function documentOf(text: string, overrides: Partial<StoredDocument> = {}): StoredDocument {
  return {
    id: 'doc-1',
    collection: 'default',
    origin: '/library',
    source: 'guide.md',
    title: 'Guide',
    mediaType: 'text/markdown',
    contentHash: 'ab'.repeat(32),
    version: 'blob-1',
    pipelineVersion: 1,
    length: text.length,
    chunks: 1,
    sections: [{ heading: 'Guide', level: 1, start: 0 }],
    pages: [],
    layout: { blocks: 'H0.5P1.k', utterances: [{ start: 0, end: 5, speaker: 'Mara', from: 0.5, to: null }] },
    metadata: { tags: ['a', 'b'], nested: { deep: true } },
    updatedAt: '2026-01-01T00:00:00.000Z',
    original: { sha256: 'cd'.repeat(32), bytes: 11, mediaType: 'text/markdown' },
    ...overrides,
  };
}

/** Conformance suite of DocumentStore. `create` gives an empty store for each test. */
export function describeDocumentStore(name: string, create: () => DocumentStore | Promise<DocumentStore>): void {
  describe(`${name}, as a document store`, () => {
    let store: DocumentStore;
    beforeEach(async () => {
      store = await create();
    });

    const put = (text: string, overrides: Partial<StoredDocument> = {}): Promise<void> =>
      store.put(documentOf(text, overrides), text, live);
    const ids = async (collection: string, page: { after?: string; limit: number }): Promise<string[]> =>
      (await store.list(collection, page, live)).map(({ id }) => id);

    it('gives back what was put, by id alone', async () => {
      await put('Salt keeps.');
      expect(await store.get('doc-1', live)).toEqual(documentOf('Salt keeps.'));
      expect(await store.text('doc-1', live)).toBe('Salt keeps.');
    });

    it('gives back every UTF-16 unit of a text, so that offsets hold', async () => {
      const text = '\uFEFFa\u0000 é e\u0301 👩‍🚀 \u2028 日本\n\tend ';
      await put(text);
      expect(await store.text('doc-1', live)).toBe(text);
    });

    it('keeps an empty text apart from no text', async () => {
      await put('', { chunks: 0 });
      expect(await store.text('doc-1', live)).toBe('');
      expect(await store.text('doc-2', live)).toBeNull();
    });

    it('knows nothing of a document that was never put', async () => {
      expect(await store.get('nowhere', live)).toBeNull();
      expect(await store.get('../nowhere', live)).toBeNull();
      expect(await store.delete('nowhere', live)).toBe(false);
    });

    it('replaces text and description together', async () => {
      await put('old text');
      await put('new', { title: 'Second edition' });
      expect((await store.get('doc-1', live))?.title).toBe('Second edition');
      expect(await store.text('doc-1', live)).toBe('new');
      expect(await store.count('default', live)).toBe(1);
    });

    it('keeps the text when only the description changes', async () => {
      await put('same');
      await put('same', { title: 'Renamed' });
      expect((await store.get('doc-1', live))?.title).toBe('Renamed');
      expect(await store.text('doc-1', live)).toBe('same');
    });

    it('holds a document in one collection at a time', async () => {
      await put('moved', { collection: 'first' });
      await put('moved', { collection: 'second' });
      expect(await ids('first', { limit: 10 })).toEqual([]);
      expect(await ids('second', { limit: 10 })).toEqual(['doc-1']);
      expect((await store.get('doc-1', live))?.collection).toBe('second');
    });

    it('refuses a text that is not as long as the description says', async () => {
      await expect(store.put(documentOf('four', { length: 3 }), 'four', live)).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
      });
      expect(await store.get('doc-1', live)).toBeNull();
    });

    it('refuses half a surrogate pair, which no encoding could keep', async () => {
      await expect(put('half \uD83D')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    });

    it('lists page after page by ascending id, in code-unit order', async () => {
      for (const id of ['b', 'B', 'a-10', 'a-2', 'é', 'x/y z%']) await put(id, { id });
      const all = ['B', 'a-10', 'a-2', 'b', 'x/y z%', 'é'];
      expect(await ids('default', { limit: 10 })).toEqual(all);
      expect(await ids('default', { limit: 2 })).toEqual(all.slice(0, 2));
      expect(await ids('default', { after: 'a-10', limit: 2 })).toEqual(['a-2', 'b']);
      expect(await ids('default', { after: 'é', limit: 2 })).toEqual([]);
    });

    it('goes on after an id that has been deleted', async () => {
      for (const id of ['a', 'b', 'c']) await put(id, { id });
      await store.delete('b', live);
      expect(await ids('default', { after: 'b', limit: 10 })).toEqual(['c']);
    });

    it('keeps collections apart', async () => {
      await put('a', { id: 'a', collection: 'first' });
      await put('b', { id: 'b', collection: 'second' });
      expect(await ids('first', { limit: 10 })).toEqual(['a']);
      expect(await store.count('second', live)).toBe(1);
    });

    it('lists and counts nothing in an unknown collection', async () => {
      expect(await store.list('unknown', { limit: 10 }, live)).toEqual([]);
      expect(await store.count('unknown', live)).toBe(0);
    });

    it('forgets a deleted document wholly, and takes it again', async () => {
      await put('first life');
      expect(await store.delete('doc-1', live)).toBe(true);
      expect(await store.delete('doc-1', live)).toBe(false);
      expect(await store.get('doc-1', live)).toBeNull();
      expect(await store.text('doc-1', live)).toBeNull();
      expect(await store.count('default', live)).toBe(0);
      await put('second life');
      expect(await store.text('doc-1', live)).toBe('second life');
    });

    it('takes many puts at once', async () => {
      const numbers = Array.from({ length: 40 }, (_, index) => `d${String(index).padStart(2, '0')}`);
      await Promise.all(numbers.map((id) => put(`text of ${id}`, { id })));
      expect(await ids('default', { limit: 100 })).toEqual(numbers);
      expect(await store.text('d07', live)).toBe('text of d07');
    });

    it('leaves one of two puts of one document, not a mixture', async () => {
      await Promise.all([put('first', { title: 'first' }), put('second!', { title: 'second!' })]);
      const document = await store.get('doc-1', live);
      expect(await store.text('doc-1', live)).toBe(document?.title);
    });

    it('does nothing under an aborted signal', async () => {
      const aborted = AbortSignal.abort();
      await expect(store.put(documentOf('x'), 'x', aborted)).rejects.toThrow();
      await expect(store.get('doc-1', aborted)).rejects.toThrow();
      expect(await store.get('doc-1', live)).toBeNull();
    });
  });
}
