import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FilesystemSourceReader } from '@arbiter/adapters-filesystem';
import type { FoundItem, LoadContext } from '@arbiter/ports';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PathLoader } from './open-loaders.js';
import { ReadablePaths } from './readable-paths.js';

let disk: string;
let shared: string;
beforeAll(async () => {
  disk = await realpath(await mkdtemp(join(tmpdir(), 'arbiter-paths-')));
  shared = join(disk, 'shared');
  for (const folder of ['shared/docs', 'shared/.ssh', 'shared/data', 'shared-too', 'home/.ssh']) {
    await mkdir(join(disk, folder), { recursive: true });
  }
  for (const file of [
    'shared/docs/a.md',
    'shared/.ssh/id_rsa',
    'shared/.env',
    'shared/data/answers.jsonl',
    'home/a.md',
  ]) {
    await writeFile(join(disk, file), 'secret');
  }
  await symlink(join(disk, 'home'), join(shared, 'way-out'));
  await symlink(join(shared, 'docs'), join(disk, 'way-in'));
});
afterAll(() => rm(disk, { recursive: true }));

const within = (...roots: string[]) =>
  new ReadablePaths({ roots: roots.map((root) => join(disk, root)), refused: [join(disk, 'shared/data')] });
const REFUSED = { code: 'FORBIDDEN', message: expect.stringContaining('INGESTION_ROOTS') };

describe('ReadablePaths', () => {
  it.each(['shared', 'shared/docs', 'shared/docs/a.md', 'shared/docs/gone.md', 'way-in/a.md', 'shared/docs/../docs'])(
    'lets jobs name %s below a root',
    async (path) => {
      await expect(within('shared').assertPath(join(disk, path))).resolves.toBeUndefined();
    },
  );

  it.each([
    ['another folder', 'home/a.md'],
    ['a folder whose name begins like a root', 'shared-too'],
    ['the folder above', '.'],
    ['a way up', 'shared/../home/a.md'],
    ['a link that leads out', 'shared/way-out/a.md'],
    ['what is not there, elsewhere', 'home/gone.md'],
    ['the data directory', 'shared/data/answers.jsonl'],
    ['a hidden folder', 'shared/.ssh/id_rsa'],
    ['a hidden file', 'shared/.env'],
  ])('refuses %s', async (_, path) => {
    // A template string, because join() would resolve "..".
    await expect(within('shared').assertPath(`${disk}/${path}`)).rejects.toMatchObject(REFUSED);
  });

  it('names the path and the folders that may be read', async () => {
    const refused = within('shared/docs', 'shared-too').assertPath('/etc/shadow');
    await expect(refused).rejects.toMatchObject({
      message: `The path "/etc/shadow" may not be read here. The server reads only what is below ${disk}/shared/docs, ${disk}/shared-too (INGESTION_ROOTS), never hidden files or the data directory. A document can be sent along instead.`,
    });
    await expect(within().assertPath('/etc/shadow')).rejects.toMatchObject({
      message: expect.stringContaining('because INGESTION_ROOTS names none'),
    });
    const many = within(...Array.from({ length: 1_000 }, (_, n) => `root-${n}`)).assertPath('/etc/shadow');
    await expect(many).rejects.toMatchObject({ message: expect.stringMatching(/root-4, … \(/) });
  });

  it('refuses every path without a root, and none to the command line', async () => {
    const passwords = [{ kind: 'path' as const, path: '/etc/shadow' }];
    await expect(within().assertReadable(passwords)).rejects.toMatchObject(REFUSED);
    const anywhere = new ReadablePaths({ roots: null, refused: [] });
    await expect(anywhere.assertReadable(passwords)).resolves.toBeUndefined();
  });

  it('judges a repository of this machine like a path, and leaves all else alone', async () => {
    const repository = (address: string) => [{ kind: 'git' as const, repository: address }];
    await expect(within('shared').assertReadable(repository(join(disk, 'home')))).rejects.toMatchObject(REFUSED);
    await expect(within('shared').assertReadable(repository(join(shared, 'docs')))).resolves.toBeUndefined();
    const remote = [...repository('https://git.example/a.git'), { kind: 'url' as const, url: 'https://docs.example/' }];
    await expect(within().assertReadable(remote)).resolves.toBeUndefined();
  });

  it('takes a root that is itself hidden, or is a link', async () => {
    await expect(within('home/.ssh').assertPath(join(disk, 'home/.ssh/known'))).resolves.toBeUndefined();
    await expect(within('way-in').assertPath(join(shared, 'docs/a.md'))).resolves.toBeUndefined();
  });
});

describe('PathLoader', () => {
  it('reads nothing of a path whose place a link has taken since it was asked for', async () => {
    const paths = within('shared');
    const path = join(shared, 'moved');
    await mkdir(path);
    await paths.assertReadable([{ kind: 'path', path }]);
    await rename(path, join(disk, 'was-moved'));
    await symlink(join(disk, 'home'), path);
    const found: FoundItem[] = [];
    const { signal } = new AbortController();
    const listing = async (): Promise<void> => {
      const loader = new PathLoader(new FilesystemSourceReader(), paths);
      for await (const item of loader.list({ kind: 'path', path }, {} as LoadContext, signal)) found.push(item);
    };
    await expect(listing()).rejects.toMatchObject(REFUSED);
    expect(found).toEqual([]);
  });
});
