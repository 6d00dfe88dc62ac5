import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { analysedChunkOf, documentsOf, embeddedChunkOf, keywordQueryOf } from '@arbiter/ports/testing';
import { TemporaryStores } from '../test/temporary-stores.js';
import { LanceKeywordIndex } from './lance-keyword.index.js';
import { LanceVectorIndex } from './lance-vector.index.js';

const { signal } = new AbortController();
const stores = new TemporaryStores();
afterAll(() => stores.remove());

/** More files than a large write leaves, fewer rows than the keyword index leaves out. */
const SMALL_WRITES = 70;

const KINDS = ['vectors', 'keywords'] as const;

/** A table of one file, and what writes to it. */
async function tableOf(kind: (typeof KINDS)[number]) {
  const directory = await stores.folder();
  const store = await stores.open({ directory });
  const index = kind === 'vectors' ? new LanceVectorIndex(store) : new LanceKeywordIndex(store);
  const write = async (ids: readonly string[]): Promise<void> => {
    if (kind === 'vectors') {
      const chunks = ids.map((id) => embeddedChunkOf({ id: `${id}#0`, text: `beacon ${id}` }, [1, 0]));
      await new LanceVectorIndex(store).replaceDocuments('c', documentsOf(...chunks), signal);
    } else {
      const chunks = ids.map((id) => analysedChunkOf({ id: `${id}#0`, text: `beacon ${id}` }));
      await new LanceKeywordIndex(store).replaceDocuments('c', documentsOf(...chunks), signal);
    }
  };
  const filesIn = async (folder: string): Promise<string[]> =>
    (await readdir(join(directory, `${kind}.c.lance`, folder))).sort();
  await write(Array.from({ length: 40 }, (_, i) => `first${i}`));
  await index.optimize('c', signal, { erase: true });
  return { store, index, write, filesIn };
}

describe.each(KINDS)('many small writes to a table of %s', (kind) => {
  it('add a file each and rewrite none until a large one comes, and are found', async () => {
    const { store, write, filesIn } = await tableOf(kind);
    const before = await filesIn('data');
    for (let i = 0; i < SMALL_WRITES; i += 1) await write([`small${i}`]);
    const after = await filesIn('data');
    expect(after).toHaveLength(before.length + SMALL_WRITES);
    expect(after).toEqual(expect.arrayContaining(before));
    const found =
      kind === 'vectors'
        ? await new LanceVectorIndex(store).search('c', Float32Array.of(1, 0), { limit: 500, signal })
        : await new LanceKeywordIndex(store).search('c', keywordQueryOf('beacon'), { limit: 500, signal });
    expect(found).toHaveLength(40 + SMALL_WRITES);
    await write(Array.from({ length: 40 }, (_, i) => `large${i}`));
    // Its own, and what it has made of the small ones.
    expect((await filesIn('data')).length).toBeGreaterThan(after.length + 1);
  });

  it('are compacted by upkeep, once they are many', async () => {
    const { index, write, filesIn } = await tableOf(kind);
    for (let i = 0; i < 5; i += 1) await write([`small${i}`]);
    const few = await filesIn('_versions');
    await index.optimize('c', signal, { ifWorthIt: true });
    expect(await filesIn('_versions')).toEqual(few);

    for (let i = 5; i < 40; i += 1) await write([`small${i}`]);
    const many = await filesIn('data');
    await index.optimize('c', signal, { ifWorthIt: true });
    expect((await filesIn('data')).length).toBeGreaterThan(many.length);
    // The former files go with the versions that name them.
    await index.optimize('c', signal, { erase: true });
    expect((await filesIn('data')).length).toBeLessThan(many.length / 2);
    expect((await filesIn('_versions')).length).toBeLessThan(5);
  });
});
