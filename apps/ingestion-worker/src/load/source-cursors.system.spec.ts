import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { IngestionSource } from '@arbiter/contracts';
import { COLLECTION, INN, library, LIGHT, SCRATCH } from '../../test/ingestion-library.js';
import { SourcePositions } from './source-positions.js';

type GitSource = Extract<IngestionSource, { kind: 'git' }>;

describe('a repository that was ingested whole', () => {
  let root: string;
  let repository: string;
  let sut: ReturnType<typeof library>;
  const path = process.env.PATH ?? '';
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
      cwd: repository,
      env: { ...process.env, PATH: path },
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  const commit = async (files: Record<string, string>): Promise<void> => {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(repository, name)), { recursive: true });
      await writeFile(join(repository, name), content);
    }
    git('add', '--all');
    git('commit', '--quiet', '--message=change');
  };
  /** Ingests, and returns how often the repository was fetched. */
  const ingest = async (...given: Partial<GitSource>[]) => {
    const log = join(root, 'log');
    await writeFile(log, '');
    const sources = (given.length === 0 ? [{}] : given).map((own) => ({ kind: 'git' as const, repository, ...own }));
    const { counts } = await sut.ingest(sources);
    const fetches = (await readFile(log, 'utf8')).split('\n').filter((line) => line.includes(' fetch ')).length;
    return { ...counts, fetches };
  };

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'arbiter-source-cursors-'));
    repository = join(root, 'repository');
    // Wraps the real program and logs its arguments.
    const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
    await mkdir(join(root, 'bin'));
    await writeFile(join(root, 'bin/git'), `#!/bin/sh\necho " $* " >> '${root}/log'\nexec '${real}' "$@"\n`);
    await chmod(join(root, 'bin/git'), 0o755);
    process.env.PATH = `${root}/bin:${path}`;
    sut = library({});
    process.env.PATH = path;
    await mkdir(repository);
    git('init', '--quiet', '--initial-branch=main');
    await commit({ 'light.md': LIGHT, 'docs/inn.md': INN });
    expect(await ingest()).toMatchObject({ added: 2, fetches: 1 });
  });
  afterEach(async () => {
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
    await rm(SCRATCH, { recursive: true, force: true });
  });

  it('is not fetched again while its head is the same, and all of it stays', async () => {
    expect(await ingest()).toMatchObject({ found: 2, unchanged: 2, deleted: 0, fetches: 0 });
    expect(await sut.estimate({}, [{ kind: 'git', repository }])).toMatchObject({ found: 2, unchanged: 2, deleted: 0 });
    expect(await sut.find('eel')).toHaveLength(1);
  });

  it('is fetched again when its head has moved, and then no more', async () => {
    await commit({ 'docs/inn.md': INN.replace('eel', 'cod') });
    expect(await ingest()).toMatchObject({ changed: 1, unchanged: 1, fetches: 1 });
    expect(await ingest()).toMatchObject({ unchanged: 2, fetches: 0 });
    git('reset', '--quiet', '--hard', 'HEAD~1');
    expect(await ingest()).toMatchObject({ changed: 1, fetches: 1 });
  });

  it('is fetched again when one of its documents was deleted', async () => {
    const [first] = await sut.documents.list(COLLECTION, { limit: 1 }, sut.signal);
    await sut.writer.delete(COLLECTION, [first!.id], sut.signal);
    expect(await ingest()).toMatchObject({ added: 1, unchanged: 1, fetches: 1 });
  });

  it('is fetched again when a document was stored by an earlier version', async () => {
    const [first] = await sut.documents.list(COLLECTION, { limit: 1 }, sut.signal);
    const text = await sut.documents.text(first!.id, sut.signal);
    await sut.documents.put({ ...first!, pipelineVersion: 1 }, text!, sut.signal);
    expect(await ingest()).toMatchObject({ changed: 1, unchanged: 1, fetches: 1 });
  });

  it('is fetched again when its collection was emptied, or dropped and built anew', async () => {
    await sut.writer.drop(COLLECTION, sut.signal);
    expect(await ingest()).toMatchObject({ added: 2, fetches: 1 });
    await sut.writer.drop(COLLECTION, sut.signal);
    await sut.catalog.delete(COLLECTION, sut.signal);
    expect(await ingest()).toMatchObject({ added: 2, fetches: 1 });
  });

  it('is fetched again as another source: another branch, path or choice of files', async () => {
    git('branch', 'next');
    for (const other of [{ branch: 'next' }, { path: 'docs' }, { exclude: ['light.md'] }]) {
      expect(await ingest(other)).toMatchObject({ fetches: 1 });
      expect(await ingest(other)).toMatchObject({ failed: 0, fetches: 0 });
    }
    expect(await ingest()).toMatchObject({ unchanged: 2, deleted: 0, fetches: 0 });
  });

  it.each(['new.md', 'docs/inn.md'])('is fetched again after a run in which %s failed', async (name) => {
    await commit({ [name]: 'x'.repeat(1_000_001) });
    expect(await ingest()).toMatchObject({ failed: 1, fetches: 1 });
    expect(await ingest()).toMatchObject({ failed: 1, fetches: 1 });
  });

  it('loses nothing beside another choice of its files that is listed', async () => {
    expect(await ingest({}, { include: ['docs/'] })).toMatchObject({ found: 2, unchanged: 2, deleted: 0, fetches: 1 });
  });

  it('is read anew by another version, and by one that reads other formats', async () => {
    const source: IngestionSource = { kind: 'git', repository };
    const covers = () => true;
    const documents = await sut.documents.list(COLLECTION, { limit: 10 }, sut.signal);
    const positionsOf = (pipelineVersion: number, extensions: string[]) =>
      new SourcePositions(
        COLLECTION,
        { cursors: sut.catalog, documents: sut.documents, parsers: { extensions } },
        pipelineVersion,
      );
    const lastOf = (...args: Parameters<typeof positionsOf>) =>
      positionsOf(...args)
        .track({ source, covers }, sut.signal)
        .last();
    const documentIds = new Set(documents.map(({ id }) => id));
    await positionsOf(7, ['.md']).keep([{ source, covers, keepsGone: false, position: 'p', documentIds }], sut.signal);
    expect(await lastOf(7, ['.md'])).toBe('p');
    expect(await lastOf(8, ['.md'])).toBeNull();
    expect(await lastOf(7, ['.md', '.txt'])).toBeNull();
    // A document vanished during the writing, or a deleted one remains: the store does not match the listing.
    for (const ids of [[...documentIds, 'd'], [...documentIds].slice(1)]) {
      const reached = { source, covers, keepsGone: false, position: 'p', documentIds: new Set(ids) };
      await positionsOf(9, []).keep([reached], sut.signal);
    }
    expect(await lastOf(9, [])).toBeNull();
  });
});
