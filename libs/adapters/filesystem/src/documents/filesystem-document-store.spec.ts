import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { describeDocumentStore, documentOf, ManualClock } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useDataDirectories, useTemporaryFolders } from '../../test/temporary-folders.js';
import type { DataDirectory } from '../data-directory.js';
import { openDataDirectory } from '../open-data-directory.js';
import { FilesystemDocumentStore } from './filesystem-document-store.js';

const live = new AbortController().signal;
const newDirectory = useDataDirectories();
const newFolder = useTemporaryFolders();

describeDocumentStore('FilesystemDocumentStore', async () => new FilesystemDocumentStore(await newDirectory()));

describe('FilesystemDocumentStore', () => {
  const clock = new ManualClock();
  const put = (directory: DataDirectory, id: string, text: string) =>
    new FilesystemDocumentStore(directory).put(documentOf(text, { id }), text, live);
  const filesIn = (directory: DataDirectory, kind: string) => readdir(directory.resolve('documents/default', kind));

  it('shows a reader in another process every document as soon as it is put', async () => {
    const directory = await newDirectory();
    const reader = new FilesystemDocumentStore(await openDataDirectory({ path: directory.path, mode: 'read', clock }));
    expect(await reader.count('default', live)).toBe(0);
    await put(directory, 'a', 'first');
    expect((await reader.list('default', { limit: 10 }, live)).map(({ id }) => id)).toEqual(['a']);
    await put(directory, 'b', 'second');
    expect(await reader.count('default', live)).toBe(2);
    expect(await reader.text('b', live)).toBe('second');
  });

  it('refuses to write what was opened for reading', async () => {
    const directory = await openDataDirectory({ path: await newFolder(), mode: 'read', clock });
    await expect(put(directory, 'a', 'x')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('leaves no old text behind', async () => {
    const directory = await newDirectory();
    await put(directory, 'a', 'old');
    await put(directory, 'a', 'new');
    expect(await filesIn(directory, 'texts')).toHaveLength(1);
    await new FilesystemDocumentStore(directory).delete('a', live);
    expect([await filesIn(directory, 'texts'), await filesIn(directory, 'descriptions')]).toEqual([[], []]);
  });

  it('never shows a reader a text that does not belong to the description it read', async () => {
    const directory = await newDirectory();
    const store = new FilesystemDocumentStore(directory);
    const texts = ['one', 'three', 'fifteen'];
    await put(directory, 'a', 'one');
    const writing = new Set(['writing']);
    const writes = (async () => {
      for (let round = 0; round < 30; round += 1) await put(directory, 'a', texts[round % texts.length]!);
      writing.clear();
    })();
    // A text of another length than its description says is refused as damaged, so every answer proves the pair.
    while (writing.size > 0) expect(texts).toContain(await store.text('a', live));
    await writes;
  });

  it('sweeps texts that a crash left without a description when the directory is opened again', async () => {
    const directory = await newDirectory();
    await put(directory, 'kept', 'kept');
    const texts = directory.resolve('documents/default/texts');
    await writeFile(`${texts}/lost.0123456789abcdef.txt`, 'never described');
    await writeFile(`${texts}/kept.0123456789abcdef.txt`, 'never committed');
    await writeFile(`${texts}/README.txt`, 'not ours');
    await directory.close();
    const again = await openDataDirectory({ path: directory.path, mode: 'write', clock });
    expect((await filesIn(again, 'texts')).filter((name) => !name.startsWith('kept.'))).toEqual(['README.txt']);
    expect(await filesIn(again, 'texts')).toHaveLength(2);
    expect(await new FilesystemDocumentStore(again).text('kept', live)).toBe('kept');
    await again.close();
  });

  it('settles a move between collections that a crash has interrupted, in favour of the newer', async () => {
    const directory = await newDirectory();
    const store = new FilesystemDocumentStore(directory);
    const older = documentOf('old', { collection: 'b-old', updatedAt: '2026-01-01T00:00:00.000Z' });
    const newer = documentOf('newer', { collection: 'a-new', updatedAt: '2026-01-02T00:00:00.000Z' });
    await store.put(newer, 'newer', live);
    await directory.close();
    const second = await openDataDirectory({ path: await newFolder(), mode: 'write', clock });
    await new FilesystemDocumentStore(second).put(older, 'old', live);
    await cp(second.resolve('documents/b-old'), directory.resolve('documents/b-old'), { recursive: true });
    await second.close();

    const reader = await openDataDirectory({ path: directory.path, mode: 'read', clock });
    expect((await new FilesystemDocumentStore(reader).get('doc-1', live))?.collection).toBe('a-new');
    const settled = await openDataDirectory({ path: directory.path, mode: 'write', clock });
    expect(await new FilesystemDocumentStore(settled).count('b-old', live)).toBe(0);
    expect(await readdir(settled.resolve('documents/b-old/texts'))).toEqual([]);
    expect(await new FilesystemDocumentStore(settled).text('doc-1', live)).toBe('newer');
    await settled.close();
  });

  it('names a damaged document and what to do, and lets it be replaced and deleted', async () => {
    const directory = await newDirectory();
    const store = new FilesystemDocumentStore(directory);
    await put(directory, 'a', 'text');
    await writeFile(directory.resolve('documents/default/descriptions/a.json'), '{"text": "a.');
    await expect(store.get('a', live)).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { documentId: 'a' } });
    await put(directory, 'a', 'again');
    expect(await store.text('a', live)).toBe('again');
    await writeFile(directory.resolve('documents/default/descriptions/a.json'), '');
    expect(await store.delete('a', live)).toBe(true);
  });

  it('says so when the text of a document has been taken away', async () => {
    const directory = await newDirectory();
    await put(directory, 'a', 'text');
    await rm(directory.resolve('documents/default/texts'), { recursive: true });
    await expect(new FilesystemDocumentStore(directory).text('a', live)).rejects.toThrow(
      /missing: delete the document/,
    );
  });

  it('takes no foreign file for a document', async () => {
    const directory = await newDirectory();
    await put(directory, 'a', 'text');
    const folder = directory.resolve('documents/default/descriptions');
    for (const name of ['.DS_Store', 'a.json~', 'UPPER.json', 'caf\u00e9.json'])
      await writeFile(`${folder}/${name}`, '{}');
    expect(await new FilesystemDocumentStore(directory).count('default', live)).toBe(1);
  });
});
