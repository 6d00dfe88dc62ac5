import { readdir, writeFile } from 'node:fs/promises';
import { EntityStore } from '@arbiter/ports';
import { describeEntityStore, entityOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useDataDirectories } from '../../test/temporary-folders.js';
import { FilesystemEntityRecords } from './filesystem-entity-records.js';

const live = new AbortController().signal;
const newDirectory = useDataDirectories();
const DOCUMENT = { id: 'doc-1', collection: 'units' };

describeEntityStore(
  'FilesystemEntityStore',
  async () => new EntityStore(new FilesystemEntityRecords(await newDirectory())),
);

describe('FilesystemEntityStore', () => {
  it('finds after a restart what was put before', async () => {
    const directory = await newDirectory();
    await new EntityStore(new FilesystemEntityRecords(directory)).replace(
      DOCUMENT,
      [entityOf('Guard', { data: 'large' })],
      live,
    );
    const reopened = new EntityStore(new FilesystemEntityRecords(directory));
    expect((await reopened.find({ name: 'guard', limit: 5 }, live)).map(({ id }) => id)).toEqual(['doc-1:0']);
    expect(await reopened.data('doc-1:0', live)).toBe('large');
  });

  it('leaves no file of a document that has gone', async () => {
    const directory = await newDirectory();
    const store = new EntityStore(new FilesystemEntityRecords(directory));
    await store.replace(DOCUMENT, [entityOf('Guard')], live);
    await store.delete(['doc-1'], live);
    expect(await readdir(directory.resolve('entities'))).toEqual([]);
  });

  it('says which file is damaged', async () => {
    const directory = await newDirectory();
    await new EntityStore(new FilesystemEntityRecords(directory)).replace(DOCUMENT, [entityOf('Guard')], live);
    await writeFile(directory.resolve('entities', 'doc-1.json'), '{');
    await expect(
      new EntityStore(new FilesystemEntityRecords(directory)).find({ limit: 1 }, live),
    ).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('entities/doc-1.json'),
    });
  });
});
