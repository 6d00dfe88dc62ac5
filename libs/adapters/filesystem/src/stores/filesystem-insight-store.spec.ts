import { appendFile, readFile } from 'node:fs/promises';
import { describeInsightStore, keptInsightOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useDataDirectories } from '../../test/temporary-folders.js';
import { FilesystemInsightStore } from './filesystem-insight-store.js';

const live = new AbortController().signal;
const newDirectory = useDataDirectories();

describeInsightStore('FilesystemInsightStore', async () => new FilesystemInsightStore(await newDirectory()));

describe('FilesystemInsightStore', () => {
  it('appends uses, and compacts them away when it is opened anew', async () => {
    const directory = await newDirectory();
    const store = new FilesystemInsightStore(directory);
    await store.save(keptInsightOf('a'), live);
    for (let use = 0; use < 5; use += 1) await store.countUse(['a'], '2026-02-01T00:00:00.000Z', live);
    const lines = async () => (await readFile(directory.resolve('insights.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(await lines()).toHaveLength(6);
    const [kept] = await new FilesystemInsightStore(directory).ofSession('s-1', live);
    expect(kept?.insight).toMatchObject({ usageCount: 5, lastAccessed: '2026-02-01T00:00:00.000Z' });
    expect(await lines()).toHaveLength(1);
  });

  it('ignores a line that was cut short, and does not lose the next to it', async () => {
    const directory = await newDirectory();
    await new FilesystemInsightStore(directory).save(keptInsightOf('a'), live);
    const path = directory.resolve('insights.jsonl');
    await appendFile(path, (await readFile(path, 'utf8')).slice(0, 80));
    const store = new FilesystemInsightStore(directory);
    await store.save(keptInsightOf('b'), live);
    const reopened = await new FilesystemInsightStore(directory).ofDomain('lore', 10, live);
    expect(reopened.map(({ insight }) => insight.id)).toEqual(['a', 'b']);
  });

  it('leaves nothing on the disk of what was deleted', async () => {
    const directory = await newDirectory();
    const store = new FilesystemInsightStore(directory);
    await store.save(keptInsightOf('a', { summary: 'A secret.' }), live);
    await store.save(keptInsightOf('b', {}, { sessionId: 's-2' }), live);
    await store.deleteOfSession('s-1', live);
    expect(await readFile(directory.resolve('insights.jsonl'), 'utf8')).not.toContain('A secret.');
    const reopened = await new FilesystemInsightStore(directory).ofDomain('lore', 10, live);
    expect(reopened.map(({ insight }) => insight.id)).toEqual(['b']);
  });
});
