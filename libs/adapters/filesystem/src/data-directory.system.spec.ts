import { chmod, chown, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ManualClock } from '@arbiter/ports/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Child, NOBODY, reasonAgainstNobody, startChild } from '../test/child-process.js';
import { useTemporaryFolders } from '../test/temporary-folders.js';
import { type DataDirectory, readLockOwner } from './data-directory.js';
import { openDataDirectory } from './open-data-directory.js';

const newFolder = useTemporaryFolders();
const clock = new ManualClock(Date.UTC(2026, 0, 1));
const openToWrite = (path: string): Promise<DataDirectory> => openDataDirectory({ path, mode: 'write', clock });
const openToRead = (path: string): Promise<DataDirectory> => openDataDirectory({ path, mode: 'read', clock });

const children: Child[] = [];
const child = (...given: Parameters<typeof startChild>): Child => {
  const started = startChild(...given);
  children.push(started);
  return started;
};
afterEach(async () => {
  for (const one of children.splice(0)) await one.kill();
});

describe('a data directory', () => {
  it('lets in nobody but its user, whatever the umask, and what it holds is for that user alone', async () => {
    const umask = process.umask(0);
    try {
      const path = join(await newFolder(), 'data');
      const directory = await openToWrite(path);
      await directory.write(directory.resolve('documents', 'notes', 'a.txt'), 'private');
      await directory.setUrl('http://127.0.0.1:1');
      await directory.close();
      const names = ['.', ...(await readdir(path, { recursive: true }))];
      expect(names.length).toBeGreaterThan(5);
      expect(await modesOf(path, names)).toEqual(['600', '700']);
    } finally {
      process.umask(umask);
    }
  });

  it('closes what was written for all to read, and nothing that is not its own', async () => {
    const path = await newFolder();
    await mkdir(join(path, 'documents'), { mode: 0o755 });
    await mkdir(join(path, 'photos'), { mode: 0o755 });
    await writeFile(join(path, 'answers.jsonl'), '', { mode: 0o644 });
    await (await openToWrite(path)).close();
    expect(await modesOf(path, ['documents'])).toEqual(['700']);
    expect(await modesOf(path, ['answers.jsonl'])).toEqual(['600']);
    expect(await modesOf(path, ['photos'])).toEqual(['755']);
  });

  it('that can be written passes its probe and keeps nothing of it', async () => {
    const path = await newFolder();
    const directory = await openToWrite(path);
    await directory.probe();
    expect(await readdir(join(path, 'staging'))).toEqual([]);
    await directory.close();
    await expect(directory.probe()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('says with which word of the system its probe failed', async () => {
    const path = await newFolder();
    const directory = await openToWrite(path);
    await rm(join(path, 'staging'), { recursive: true });
    await writeFile(join(path, 'staging'), '');
    await expect(directory.probe()).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'ENOTDIR' } });
    await directory.close();
  });
});

/** The different permissions among these names, in octal. */
async function modesOf(root: string, names: readonly string[]): Promise<string[]> {
  const modes = await Promise.all(names.map(async (name) => (await stat(join(root, name))).mode & 0o777));
  return [...new Set(modes.map((mode) => mode.toString(8)))].sort();
}

describe('openDataDirectory', () => {
  it('makes the folder and says which format it has', async () => {
    const path = join(await newFolder(), 'a', 'b');
    const directory = await openToWrite(path);
    expect(JSON.parse(await readFile(join(path, 'format.json'), 'utf8'))).toEqual({
      format: 'arbiter-data',
      version: 1,
    });
    await directory.close();
    await (await openToWrite(path)).close();
  });

  it('opens what is not there as an empty directory for reading, and makes nothing', async () => {
    const parent = await newFolder();
    expect((await openToRead(join(parent, 'none'))).writable).toBe(false);
    expect(await readdir(parent)).toEqual([]);
  });

  it.each(['write', 'read'] as const)('refuses to %s a directory of a newer format', async (mode) => {
    const path = await newFolder();
    await writeFile(join(path, 'format.json'), '{"format":"arbiter-data","version":2}');
    await expect(openDataDirectory({ path, mode, clock })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(/has format 2, this Arbiter reads up to 1: update Arbiter/),
    });
    expect(await readdir(path)).toEqual(['format.json']);
  });

  it("refuses a directory whose format file is not Arbiter's", async () => {
    const path = await newFolder();
    await writeFile(join(path, 'format.json'), '{"format":"prettier"}');
    await expect(openToWrite(path)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('refuses a path that is a file', async () => {
    const path = join(await newFolder(), 'file');
    await writeFile(path, '');
    await expect(openToWrite(path)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('is not a folder'),
    });
  });

  it('clears away what a crash left on its way, and nothing else', async () => {
    const path = await newFolder();
    await mkdir(join(path, 'staging'));
    for (const name of ['17.tmp', 'notes.txt']) await writeFile(join(path, 'staging', name), '');
    const directory = await openToWrite(path);
    expect(await readdir(join(path, 'staging'))).toEqual(['notes.txt']);
    await directory.close();
  });
});

describe('the lock of a data directory', () => {
  it('turns a second writer away with the process that holds it, also in the same process', async () => {
    const path = await newFolder();
    const first = await openToWrite(path);
    await expect(openToWrite(path)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(`in use by process ${process.pid}.`),
      details: { pid: process.pid },
    });
    await first.close();
    await first.close();
    await (await openToWrite(path)).close();
  });

  it('turns no reader away', async () => {
    const path = await newFolder();
    const writer = await openToWrite(path);
    expect((await openToRead(path)).path).toBe(path);
    await writer.close();
  });

  it('says where the server that holds it answers', async () => {
    const path = await newFolder();
    const first = await openToWrite(path);
    await first.setUrl('http://127.0.0.1:3100');
    await expect(openToWrite(path)).rejects.toMatchObject({
      message: expect.stringContaining('which answers at http://127.0.0.1:3100. Send your request there'),
      details: { url: 'http://127.0.0.1:3100' },
    });
    expect(await readLockOwner(path)).toEqual({
      pid: process.pid,
      url: 'http://127.0.0.1:3100',
      starting: false,
      startedAt: '2026-01-01T00:00:00.000Z',
    });
    await first.close();
    expect(await readLockOwner(path)).toBeNull();
  });

  it('says that its holder is a server on its way, until that says where it answers', async () => {
    const path = await newFolder();
    const server = await openDataDirectory({
      path,
      mode: 'write',
      clock,
      owner: { starting: true },
    });
    expect(await readLockOwner(path)).toMatchObject({ starting: true });
    await server.setUrl('http://127.0.0.1:3100');
    expect(await readLockOwner(path)).toMatchObject({ starting: false, url: 'http://127.0.0.1:3100' });
    await server.close();
  });

  it('has no owner where there is no directory', async () => {
    expect(await readLockOwner(join(await newFolder(), 'none'))).toBeNull();
  });

  it('names a live owner in another process, and frees itself from one that was killed', async () => {
    const path = await newFolder();
    const holder = child('hold', path);
    await holder.next();
    const owner = { pid: holder.process.pid, url: 'http://127.0.0.1:3100' };
    expect(await readLockOwner(path)).toMatchObject(owner);
    await expect(openToWrite(path)).rejects.toMatchObject({ code: 'CONFLICT', details: owner });
    await holder.kill();
    expect(await readLockOwner(path)).toBeNull();
    await (await openToWrite(path)).close();
  }, 60_000);

  it('goes to exactly one of several processes that find its owner dead', async () => {
    const path = await newFolder();
    const holder = child('hold', path);
    await holder.next();
    await holder.kill();
    const outcomes = await Promise.all([1, 2, 3].map(() => child('contend', path).next()));
    expect(outcomes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'won']);
  }, 60_000);

  it('goes to exactly one of many that ask at once in one process', async () => {
    const path = await newFolder();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => openToWrite(path)));
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(won).toHaveLength(1);
    for (const reason of lost) expect(reason).toMatchObject({ code: 'CONFLICT' });
    await won[0]!.close();
  });

  it('recognises that the number of a dead owner belongs to another process now', async () => {
    const path = await newFolder();
    await mkdir(join(path, 'lock'));
    const dead = { pid: process.pid, bootId: null, token: 't', startedAt: '2025-01-01T00:00:00.000Z' };
    const startTicks = process.platform === 'linux' ? '1' : null;
    await writeFile(join(path, 'lock', '4.json'), JSON.stringify({ ...dead, startTicks }));
    if (process.platform === 'linux') await (await openToWrite(path)).close();
    else await expect(openToWrite(path)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('takes a record from before a restart of the machine, or a broken one, for no owner', async () => {
    const path = await newFolder();
    await mkdir(join(path, 'lock'));
    await writeFile(join(path, 'lock', '1.json'), '{"pid":');
    await (await openToWrite(path)).close();
    const record = { pid: process.ppid, bootId: 'another', startTicks: null, token: 't', startedAt: '' };
    await writeFile(join(path, 'lock', '9.json'), JSON.stringify(record));
    if (process.platform === 'linux') await (await openToWrite(path)).close();
  });

  it('leaves one record behind, however often it changes hands', async () => {
    const path = await newFolder();
    for (let times = 0; times < 3; times += 1) await (await openToWrite(path)).close();
    expect(await readdir(join(path, 'lock'))).toEqual(['3.json']);
  });
});

const against = reasonAgainstNobody();
const itAsNobody = against === null ? it : it.skip;
const because = against === null ? '' : ` (skipped: ${against})`;

describe('a data directory that may not be written', () => {
  itAsNobody(
    `is refused in one sentence that says what to do${because}`,
    async () => {
      const path = await newFolder();
      await chmod(path, 0o755);
      expect(await child('open', path, { user: NOBODY }).end()).toEqual([
        {
          code: 'FORBIDDEN',
          message: `The data directory "${path}" may not be written by this user. Make it writable, or set ARBITER_DATA_DIR to a folder that is.`,
        },
      ]);
    },
    60_000,
  );

  itAsNobody(
    `still gives what it holds when the right to write is lost later${because}`,
    async () => {
      const path = await newFolder();
      await chown(path, NOBODY.uid, NOBODY.gid);
      const loser = child('lose', path, { user: NOBODY });
      expect(await loser.next()).toBe('ready');
      await chown(join(path, 'staging'), 0, 0);
      loser.process.stdin.write('go\n');
      expect(await loser.end()).toEqual([
        { code: 'UNAVAILABLE', message: expect.stringMatching(/^"documents.* may not be used by the user/) },
        'text',
      ]);
    },
    60_000,
  );

  it('reads through a symbolic link to the directory', async () => {
    const path = await newFolder();
    await (await openToWrite(path)).close();
    const link = join(await newFolder(), 'link');
    await symlink(path, link);
    await (await openToWrite(link)).close();
    expect(await readLockOwner(link)).toBeNull();
  });
});
