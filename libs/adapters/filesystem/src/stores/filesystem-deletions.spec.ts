import { appendFile, readFile } from 'node:fs/promises';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { deletionOf, describeDeletionLog, ManualClock } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useDataDirectories } from '../../test/temporary-folders.js';
import { FilesystemDeletionCursor, FilesystemDeletionLog } from './filesystem-deletion-log.js';

const live = new AbortController().signal;
const newDirectory = useDataDirectories();

describeDeletionLog('FilesystemDeletionLog', async () => new FilesystemDeletionLog(await newDirectory(), SYSTEM_CLOCK));

describe('FilesystemDeletionLog', () => {
  const documents = async (log: FilesystemDeletionLog, position: string | null = null): Promise<string[]> =>
    (await log.after(position, 100, live)).flatMap((deletion) => deletion.documents);

  it('goes on counting in the next process, past a line that was cut short', async () => {
    const directory = await newDirectory();
    const log = new FilesystemDeletionLog(directory, SYSTEM_CLOCK);
    await log.append(deletionOf('a'), live);
    const [first] = await log.after(null, 1, live);
    await appendFile(directory.resolve('deletions.jsonl'), '{"number":2,"coll');
    const next = new FilesystemDeletionLog(directory, SYSTEM_CLOCK);
    await next.append(deletionOf('b'), live);
    expect(await documents(next)).toEqual(['a', 'b']);
    expect(await documents(next, first!.position)).toEqual(['b']);
  });

  it('lets go of what is older than a year, and gives no position twice', async () => {
    const directory = await newDirectory();
    const clock = new ManualClock(Date.parse('2026-01-01T00:00:00.000Z'));
    const log = new FilesystemDeletionLog(directory, clock);
    await log.append(deletionOf('a', { at: '2024-06-01T00:00:00.000Z' }), live);
    await log.append(deletionOf('b', { at: '2024-07-01T00:00:00.000Z' }), live);
    const seen = (await log.after(null, 9, live)).at(-1)!.position;
    const next = new FilesystemDeletionLog(directory, clock);
    await next.append(deletionOf('c', { at: '2026-01-01T00:00:00.000Z' }), live);
    expect(await readFile(directory.resolve('deletions.jsonl'), 'utf8')).not.toContain('"a"');
    expect(await documents(next, seen)).toEqual(['c']);
  });
});

describe('FilesystemDeletionCursor', () => {
  it('knows in the next process how far this one has got', async () => {
    const directory = await newDirectory();
    expect(await new FilesystemDeletionCursor(directory).read(live)).toBeNull();
    await new FilesystemDeletionCursor(directory).write('17', live);
    expect(await new FilesystemDeletionCursor(directory).read(live)).toBe('17');
  });
});
