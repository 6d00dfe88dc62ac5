import { writeFile } from 'node:fs/promises';
import { describeCollectionCatalog, manifestOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useDataDirectories } from '../../test/temporary-folders.js';
import { FilesystemCollectionCatalog } from './filesystem-collection-catalog.js';

const live = new AbortController().signal;
const newDirectory = useDataDirectories();

describeCollectionCatalog('FilesystemCollectionCatalog', async () => {
  return new FilesystemCollectionCatalog(await newDirectory());
});

describe('FilesystemCollectionCatalog', () => {
  it('keeps collections apart whose names differ only in case', async () => {
    const catalog = new FilesystemCollectionCatalog(await newDirectory());
    await catalog.create(manifestOf({ name: 'Lore', dimensions: 1 }), live);
    await catalog.create(manifestOf({ name: 'lore', dimensions: 2 }), live);
    expect((await catalog.list(live)).map(({ dimensions }) => dimensions)).toEqual([1, 2]);
  });

  it('reads a manifest from before stores were recorded, as one that does not say', async () => {
    const directory = await newDirectory();
    const catalog = new FilesystemCollectionCatalog(directory);
    const { vectorStore: _vectors, keywordStore: _keywords, ...older } = manifestOf();
    await catalog.create(manifestOf(), live);
    await writeFile(directory.resolve('collections/default.json'), JSON.stringify(older));
    expect(await catalog.get('default', live)).toEqual(manifestOf({ vectorStore: null, keywordStore: null }));
  });

  it('sees what another process has made of a manifest that it has read', async () => {
    const directory = await newDirectory();
    const [reader, writer] = [new FilesystemCollectionCatalog(directory), new FilesystemCollectionCatalog(directory)];
    await writer.create(manifestOf({ dimensions: 1 }), live);
    expect(await reader.get('default', live)).toEqual(manifestOf({ dimensions: 1 }));
    expect(await reader.get('default', live)).toEqual(manifestOf({ dimensions: 1 }));
    await writer.delete('default', live);
    expect(await reader.get('default', live)).toBeNull();
    await writer.create(manifestOf({ dimensions: 2 }), live);
    expect(await reader.get('default', live)).toEqual(manifestOf({ dimensions: 2 }));
  });

  it('sees that another process has changed what a collection holds', async () => {
    const directory = await newDirectory();
    const [reader, writer] = [new FilesystemCollectionCatalog(directory), new FilesystemCollectionCatalog(directory)];
    await writer.create(manifestOf(), live);
    const before = await reader.generation('default', live);
    await writer.advance('default', live);
    expect(await reader.generation('default', live)).not.toBe(before);
  });

  it('reads a source anew whose cursors are damaged', async () => {
    const directory = await newDirectory();
    const catalog = new FilesystemCollectionCatalog(directory);
    const cursor = { position: '1', documents: 'd1' };
    await catalog.create(manifestOf(), live);
    await catalog.keepCursor('default', 'a0', cursor, live);
    await writeFile(directory.resolve('collections/default.cursors'), '{"a0": {}}');
    expect(await catalog.cursor('default', 'a0', live)).toBeNull();
    await catalog.keepCursor('default', 'a0', cursor, live);
    expect(await catalog.cursor('default', 'a0', live)).toEqual(cursor);
  });

  it('names a damaged manifest and what to do', async () => {
    const directory = await newDirectory();
    const catalog = new FilesystemCollectionCatalog(directory);
    await catalog.create(manifestOf(), live);
    await writeFile(directory.resolve('collections/default.json'), '{"name": "default"}');
    await expect(catalog.list(live)).rejects.toThrow(/collections\/default\.json is damaged: restore it/);
  });
});
