import { readdir, rm } from 'node:fs/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { InMemoryDocumentStore } from '@arbiter/ports/testing';
import { zipOf } from '@arbiter/testing';
import { COLLECTION, INN, library, LIGHT, SCRATCH } from '../../test/ingestion-library.js';

/** An archive that holds archives, nested to this depth. */
function nested(depth: number): Buffer {
  return depth === 0 ? Buffer.from(INN) : zipOf([{ name: depth === 1 ? 'a.md' : 'a.zip', content: nested(depth - 1) }]);
}

describe('expandArchives, in a run', () => {
  afterAll(() => rm(SCRATCH, { recursive: true, force: true }));
  const paths = (documents: InMemoryDocumentStore, signal: AbortSignal) =>
    documents.list(COLLECTION, { limit: 100 }, signal).then((all) => all.map(({ source }) => source).sort());

  it('ingests what is inside, archives in archives too, and leaves nothing on the disk', async () => {
    const inner = zipOf([{ name: 'inn.md', content: INN }]);
    const { ingest, find, documents, signal } = library({
      '/library/a.zip': zipOf([
        { name: 'notes/light.md', content: LIGHT },
        { name: 'inner.zip', content: inner },
        { name: 'a.exe', content: 'x' },
      ]),
    });
    expect((await ingest()).counts).toMatchObject({ found: 2, added: 2, skipped: 1 });
    expect(await paths(documents, signal)).toEqual(['a.zip/inner.zip/inn.md', 'a.zip/notes/light.md']);
    expect(await find('eel')).toHaveLength(1);
    expect((await ingest()).counts).toMatchObject({ unchanged: 2, chunks: 0 });
    expect(await readdir(SCRATCH)).toEqual([]);
  });

  it('deletes what has gone from one, and spares what was in one that is damaged now', async () => {
    const { files, ingest, documents, signal } = library({
      '/library/a.zip': zipOf([
        { name: 'light.md', content: LIGHT },
        { name: 'inn.md', content: INN },
      ]),
    });
    await ingest();
    files.set('/library/a.zip', zipOf([{ name: 'inn.md', content: INN }]));
    expect((await ingest()).counts).toMatchObject({ unchanged: 1, deleted: 1 });
    files.set('/library/a.zip', zipOf([{ name: 'inn.md', content: INN }]).subarray(0, 60));
    const { counts, failures } = await ingest();
    expect(counts).toMatchObject({ failed: 1, deleted: 0 });
    expect(failures).toMatchObject([{ source: 'a.zip/', stage: 'load' }]);
    expect(await paths(documents, signal)).toEqual(['a.zip/inn.md']);
    files.delete('/library/a.zip');
    files.set('/library/light.md', LIGHT);
    expect((await ingest()).counts).toMatchObject({ added: 1, deleted: 1 });
  });

  it.each<[string, Buffer]>([
    ['unpacks to more than it can honestly hold', zipOf([{ name: 'a.md', content: '0'.repeat(1_000_001) }])],
    ['lies too deep in others', nested(4)],
    [
      'unpacks to too much together with those inside it',
      zipOf(
        [1, 2, 3].map((n) => ({
          name: `${n}.zip`,
          content: zipOf([{ name: 'a.md', content: '0'.repeat(400_000) }]),
        })),
      ),
    ],
  ])('ingests the rest beside one that %s', async (_what, bomb) => {
    const { ingest, find } = library({ '/library/bomb.zip': bomb, '/library/inn.md': INN });
    const { counts, failures } = await ingest();
    expect(counts.failed).toBeGreaterThan(0);
    expect(failures[0]).toMatchObject({ source: expect.stringMatching(/^bomb\.zip/), stage: 'load' });
    expect(await find('eel')).toHaveLength(1);
  });
});
