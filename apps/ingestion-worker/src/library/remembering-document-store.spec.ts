import { describeDocumentStore, documentOf, InMemoryDocumentStore } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { listPriorDocuments } from './prior-documents.js';
import { RememberingDocumentStore } from './remembering-document-store.js';

const { signal } = new AbortController();

describeDocumentStore('RememberingDocumentStore', () => new RememberingDocumentStore(new InMemoryDocumentStore()));

/** Counts how often documents are listed. */
class CountingStore extends InMemoryDocumentStore {
  lists = 0;
  failsToPut = false;
  whileListing: () => Promise<unknown> = () => Promise.resolve();

  override async list(...given: Parameters<InMemoryDocumentStore['list']>) {
    this.lists += 1;
    const page = await super.list(...given);
    await this.whileListing();
    return page;
  }

  override async put(...given: Parameters<InMemoryDocumentStore['put']>): Promise<void> {
    await super.put(...given);
    if (this.failsToPut) throw new Error('disk');
  }
}

async function filled() {
  const inner = new CountingStore();
  const sut = new RememberingDocumentStore(inner);
  const put = (id: string, text: string, collection = 'default'): Promise<void> =>
    sut.put(documentOf(text, { id, collection }), text, signal);
  await put('a', 'one');
  await put('b', 'two');
  await sut.priorDocuments('default', signal);
  return { inner, sut, put };
}

describe('a store that remembers', () => {
  it('lists a collection once, however often it was changed since', async () => {
    const { inner, sut, put } = await filled();
    await put('a', 'one more');
    await put('d', 'four');
    await put('c', 'three');
    await sut.delete('b', signal);
    await put('a', 'elsewhere', 'other');
    const known = await sut.priorDocuments('default', signal);
    expect(inner.lists).toBe(1);
    expect([...known]).toEqual([...(await listPriorDocuments('default', inner, signal))]);
  });

  it('hands out what was there when it was asked', async () => {
    const { sut, put } = await filled();
    const before = await sut.priorDocuments('default', signal);
    await put('c', 'three');
    expect([...before.keys()]).toEqual(['a', 'b']);
  });

  it('lists anew after a change that failed: it may have happened', async () => {
    const { inner, sut, put } = await filled();
    inner.failsToPut = true;
    await expect(put('c', 'three')).rejects.toThrow('disk');
    expect([...(await sut.priorDocuments('default', signal)).keys()]).toEqual(['a', 'b', 'c']);
  });

  it('does not keep a list during which something has changed', async () => {
    const { inner, sut, put } = await filled();
    await put('x', 'far', 'other');
    inner.whileListing = () => {
      inner.whileListing = () => Promise.resolve();
      return put('y', 'new', 'other');
    };
    await sut.priorDocuments('other', signal);
    expect([...(await sut.priorDocuments('other', signal)).keys()]).toEqual(['x', 'y']);
  });
});
