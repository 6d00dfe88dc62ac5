import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { IngestionSource } from '@arbiter/contracts';
import { INN, library, LIGHT, SCRATCH } from '../../test/ingestion-library.js';

describe('a git repository, in a run', () => {
  let repository: string;
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
      cwd: repository,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  const commit = async (files: Record<string, string>): Promise<string> => {
    for (const [name, content] of Object.entries(files)) await writeFile(join(repository, name), content);
    git('add', '--all');
    git('commit', '--quiet', '--message=change');
    return git('rev-parse', 'HEAD');
  };
  const source = (): IngestionSource[] => [{ kind: 'git', repository }];

  beforeEach(async () => {
    repository = await mkdtemp(join(tmpdir(), 'arbiter-git-source-'));
    git('init', '--quiet', '--initial-branch=main');
  });
  afterEach(async () => {
    await rm(repository, { recursive: true, force: true });
    await rm(SCRATCH, { recursive: true, force: true });
  });

  it('is searchable with its commit, and costs nothing the second time', async () => {
    const { ingest, findChunks, parsed } = library({});
    const id = await commit({ 'light.md': LIGHT, 'inn.md': INN });
    expect((await ingest(source())).counts).toMatchObject({ found: 2, added: 2 });
    expect((await findChunks('eel'))[0]?.metadata).toMatchObject({ repository, commit: id });
    expect((await ingest(source())).counts).toMatchObject({ unchanged: 2, chunks: 0, bytes: 0 });
    expect(parsed).toHaveLength(2);
    expect(await readdir(SCRATCH)).toEqual([]);
  });

  it('follows a new commit: what it changed, what it deleted, and nothing else', async () => {
    const { ingest, find, findChunks } = library({});
    const first = await commit({ 'light.md': LIGHT, 'inn.md': INN, 'ferry.md': '# Ferry\n\nThe ferry sails.\n' });
    await ingest(source());
    await rm(join(repository, 'ferry.md'));
    const second = await commit({ 'inn.md': INN.replace('eel', 'cod') });
    expect((await ingest(source())).counts).toMatchObject({ unchanged: 1, changed: 1, deleted: 1 });
    expect(await find('ferry')).toEqual([]);
    expect((await findChunks('cod'))[0]?.metadata).toMatchObject({ commit: second });
    expect((await findChunks('lamp'))[0]?.metadata).toMatchObject({ commit: first });
  });

  it('deletes nothing when the repository cannot be fetched', async () => {
    const { ingest, find } = library({});
    await commit({ 'inn.md': INN });
    await ingest(source());
    await rm(join(repository, '.git'), { recursive: true });
    await expect(ingest(source())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await find('eel')).toHaveLength(1);
  });
});
