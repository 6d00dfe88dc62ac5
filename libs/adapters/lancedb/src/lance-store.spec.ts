import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { analysedChunkOf, documentsOf, embeddedChunkOf, unitVector, keywordQueryOf } from '@arbiter/ports/testing';
import { TemporaryStores } from '../test/temporary-stores.js';
import { LanceStore } from './lance.store.js';
import { LanceKeywordIndex } from './lance-keyword.index.js';
import { LanceVectorIndex } from './lance-vector.index.js';

const stores = new TemporaryStores();
afterAll(() => stores.remove());

const { signal } = new AbortController();
const beacon = documentsOf(analysedChunkOf({ id: 'd#0', text: 'beacon' }));

describe('LanceStore', () => {
  it('refuses a path that depends on the working directory', async () => {
    await expect(LanceStore.open({ directory: 'data', mode: 'read-only' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it('says that a file stands where its directory should be', async () => {
    const directory = join(await stores.folder(), 'file');
    await writeFile(directory, 'x');
    await expect(LanceStore.open({ directory, mode: 'read-write' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: `The data directory "${directory}" cannot be used: something else stands where Arbiter keeps its data. Move it away, or set ARBITER_DATA_DIR to a folder on another disk.`,
    });
  });

  it('keeps what was written when it is opened again', async () => {
    const directory = await stores.folder();
    const first = await stores.open({ directory });
    await new LanceKeywordIndex(first).replaceDocuments('c', beacon, signal);
    await first.close();
    const second = await stores.open({ directory });
    expect(await new LanceKeywordIndex(second).count('c', signal)).toBe(1);
  });

  it('lets Lance keep no more of what it has written than a writer has use for', async () => {
    const store = await stores.open();
    const keywords = new LanceKeywordIndex(store);
    const empty = store.cachedBytes;
    for (let n = 0; n < 12; n++) {
      const documents = documentsOf(analysedChunkOf({ id: `d${n}#0`, text: `beacon ${n}` }));
      await keywords.replaceDocuments('c', documents, signal);
    }
    // Nothing is counted where Lance keeps to limits of its own.
    expect(store.cachedBytes).toBeGreaterThan(empty);
    expect(store.cachedBytes).toBeLessThanOrEqual(16 * 2 ** 20);
  });

  it('keeps vectors and keywords of a collection apart', async () => {
    const store = await stores.open();
    await new LanceKeywordIndex(store).replaceDocuments('c', beacon, signal);
    await expect(new LanceVectorIndex(store).count('c', signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await new LanceKeywordIndex(store).health(signal)).toMatchObject({
      ok: true,
      detail: expect.stringContaining('1 coll'),
    });
    expect(await new LanceVectorIndex(store).health(signal)).toMatchObject({
      ok: true,
      detail: expect.stringContaining('0 coll'),
    });
  });

  it('refuses to write when it is open for reading only', async () => {
    const directory = await stores.folder();
    const writer = await stores.open({ directory });
    await new LanceKeywordIndex(writer).replaceDocuments('c', beacon, signal);
    const reader = new LanceKeywordIndex(await stores.open({ directory, mode: 'read-only' }));
    const forbidden = { code: 'FORBIDDEN' };
    await expect(reader.replaceDocuments('c', beacon, signal)).rejects.toMatchObject(forbidden);
    await expect(reader.deleteDocuments('c', ['d'], signal)).rejects.toMatchObject(forbidden);
    await expect(reader.drop('c', signal)).rejects.toMatchObject(forbidden);
    await expect(reader.optimize('c', signal)).rejects.toMatchObject(forbidden);
    expect(await reader.count('c', signal)).toBe(1);
  });

  it('finishes the writes that were asked for before it is closed, and refuses those after', async () => {
    const directory = await stores.folder();
    const store = await stores.open({ directory });
    const index = new LanceKeywordIndex(store);
    const writes = ['a', 'b', 'c'].map((id) =>
      index.replaceDocuments('c', documentsOf(analysedChunkOf({ id: `${id}#0`, text: 'beacon' })), signal),
    );
    await store.close();
    await Promise.all(writes);
    await expect(index.count('c', signal)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await index.health(signal)).toMatchObject({ ok: false });
    expect(await new LanceKeywordIndex(await stores.open({ directory })).count('c', signal)).toBe(3);
  });

  it('does not start a write whose caller left while it waited for another', async () => {
    const index = new LanceKeywordIndex(await stores.open());
    const controller = new AbortController();
    const reason = new Error('the caller left');
    const first = index.replaceDocuments('c', beacon, signal);
    const second = index.replaceDocuments('c', [{ documentId: 'd', chunks: [] }], controller.signal);
    controller.abort(reason);
    await expect(second).rejects.toBe(reason);
    await first;
    expect(await index.count('c', signal)).toBe(1);
  });

  it('takes more documents than fit into one commit', async () => {
    const index = new LanceKeywordIndex(await stores.open());
    const documents = Array.from({ length: 1_300 }, (_, d) => ({
      documentId: `d${d}`,
      chunks: Array.from({ length: d === 7 ? 4_500 : 1 }, (_, i) =>
        analysedChunkOf({ id: `d${d}#${i}`, text: i === 4_321 ? 'astrolabe' : 'beacon' }),
      ),
    }));
    await index.replaceDocuments('c', documents, signal);
    await index.replaceDocuments('c', documents, signal);
    expect(await index.count('c', signal)).toBe(1_299 + 4_500);
    expect(await index.documentIds('c', signal)).toHaveLength(1_300);
    expect(
      (await index.search('c', keywordQueryOf('astrolabe'), { limit: 5, signal })).map((hit) => hit.chunkId),
    ).toEqual(['d7#4321']);
    expect(
      await index.deleteDocuments(
        'c',
        documents.map(({ documentId }) => documentId),
        signal,
      ),
    ).toBe(5_799);
  });
});

describe('a collection whose files are damaged', () => {
  const damaged = async (damage: (table: string) => Promise<void>): Promise<LanceStore> => {
    const directory = await stores.folder();
    const before = await stores.open({ directory });
    for (const collection of ['broken', 'whole'])
      await new LanceVectorIndex(before).replaceDocuments(
        collection,
        documentsOf(embeddedChunkOf({ id: 'd#0', text: 'beacon' }, [1, 0])),
        signal,
      );
    await before.close();
    await damage(join(directory, 'vectors.broken.lance'));
    return stores.open({ directory });
  };
  const overwriteAll = async (folder: string): Promise<void> => {
    for (const name of await readdir(folder)) await writeFile(join(folder, name), 'garbage');
  };

  it.each([
    ['data', (table: string) => overwriteAll(join(table, 'data'))],
    ['versions', (table: string) => overwriteAll(join(table, '_versions'))],
    ['missing versions', (table: string) => rm(join(table, '_versions'), { recursive: true })],
  ])('(%s) is UNAVAILABLE and named, until it is dropped and written again', async (_, damage) => {
    const index = new LanceVectorIndex(await damaged(damage));
    const search = (collection: string): Promise<unknown[]> =>
      index.search(collection, unitVector([1, 0]), { limit: 1, signal }).then((hits) => [...hits]);
    await expect(search('broken')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/"broken".*arbiter ingest/),
      details: { collection: 'broken' },
    });
    expect(await search('whole')).toHaveLength(1);
    await index.drop('broken', signal);
    await index.replaceDocuments('broken', documentsOf(embeddedChunkOf({ id: 'e#0', text: 'x' }, [1, 0])), signal);
    expect(await search('broken')).toHaveLength(1);
  });

  it('that was never finished is finished by the next write', async () => {
    const index = new LanceVectorIndex(await damaged((table) => rm(join(table, '_versions'), { recursive: true })));
    await index.replaceDocuments('broken', documentsOf(embeddedChunkOf({ id: 'e#0', text: 'x' }, [1, 0])), signal);
    expect(await index.documentIds('broken', signal)).toEqual(['e']);
  });
});

describe('optimize', () => {
  it('removes versions older than two minutes, and keeps those that a reader may still hold', async () => {
    let now = Date.now();
    const directory = await stores.folder();
    const store = await stores.open({ directory, clock: { now: () => now, monotonic: () => now } });
    const index = new LanceKeywordIndex(store);
    const versions = async (): Promise<number> =>
      (await readdir(join(directory, 'keywords.c.lance', '_versions'))).length;
    for (let i = 0; i < 5; i++) await index.replaceDocuments('c', beacon, signal);
    await index.optimize('c', signal);
    const kept = await versions();
    expect(kept).toBeGreaterThan(5);
    now += 3 * 60_000;
    await index.optimize('c', signal);
    expect(await versions()).toBeLessThan(kept);
    expect(await index.count('c', signal)).toBe(1);
  });

  it('disturbs no reader', async () => {
    const index = new LanceKeywordIndex(await stores.open());
    const chunks = Array.from({ length: 300 }, (_, i) => analysedChunkOf({ id: `d${i}#0`, text: `beacon ${i}` }));
    await index.replaceDocuments('c', documentsOf(...chunks), signal);
    const maintenance = { done: false };
    const maintained = (async () => {
      for (let i = 0; i < 10; i++) {
        await index.replaceDocuments(
          'c',
          documentsOf(analysedChunkOf({ id: 'd7#0', text: `beacon again ${i}` })),
          signal,
        );
        await index.optimize('c', signal);
      }
      maintenance.done = true;
    })();
    do expect(await index.search('c', keywordQueryOf('beacon'), { limit: 500, signal })).toHaveLength(300);
    while (!maintenance.done);
    await maintained;
  });
});
