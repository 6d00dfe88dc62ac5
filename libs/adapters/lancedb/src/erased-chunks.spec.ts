import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { analysedChunkOf, documentsOf, embeddedChunkOf } from '@arbiter/ports/testing';
import { TemporaryStores } from '../test/temporary-stores.js';
import { LanceKeywordIndex } from './lance-keyword.index.js';
import { LanceVectorIndex } from './lance-vector.index.js';

const { signal } = new AbortController();
const stores = new TemporaryStores();
/** As nothing else in the files of a store is written; few enough rows that Lance does not compress them. */
afterAll(() => stores.remove());

const SECRET = 'zanzibarquux';
const DOCUMENTS = 30;

const textOf = (i: number): string => (i === 3 ? `The ${SECRET} sleeps.` : `Beacon ${i} burns.`);
const ids = Array.from({ length: DOCUMENTS }, (_, i) => `d${i}`);

/** Files below a folder that hold a word. */
async function filesWith(folder: string, word: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const contents = await Promise.all(paths.map((path) => readFile(path, 'latin1')));
  return paths.filter((_, i) => contents[i]?.includes(word));
}

describe('a deleted chunk', () => {
  it.each(['vectors', 'keywords'] as const)('is in no file of the %s once it is erased', async (kind) => {
    const directory = await stores.folder();
    const store = await stores.open({ directory });
    const index = kind === 'vectors' ? new LanceVectorIndex(store) : new LanceKeywordIndex(store);
    if (kind === 'vectors') {
      const chunks = ids.map((id, i) => embeddedChunkOf({ id: `${id}#0`, text: textOf(i) }, [1, 0]));
      await new LanceVectorIndex(store).replaceDocuments('c', documentsOf(...chunks), signal);
    } else {
      const chunks = ids.map((id, i) => analysedChunkOf({ id: `${id}#0`, text: textOf(i) }));
      await new LanceKeywordIndex(store).replaceDocuments('c', documentsOf(...chunks), signal);
    }
    await index.optimize('c', signal);
    expect(await filesWith(directory, SECRET)).not.toEqual([]);

    await index.deleteDocuments('c', ['d3'], signal);
    await index.optimize('c', signal);
    // One row in thirty: compaction leaves it where it is.
    expect(await filesWith(directory, SECRET)).not.toEqual([]);

    await index.optimize('c', signal, { erase: true });
    expect(await filesWith(directory, SECRET)).toEqual([]);
    expect(await index.count('c', signal)).toBe(DOCUMENTS - 1);
  });
});
