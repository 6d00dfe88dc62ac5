import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError, type IngestionJob } from '@arbiter/contracts';
import type { Script } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { job } from '../testing/examples.js';
import { runArbiter } from '../../test/run-arbiter.js';

/** A worker that takes a job and brings it to the given end. */
function worker(ended: IngestionJob): Record<string, Script> {
  const queued = job({ state: 'queued', finishedAt: null });
  return {
    'ingestion.submit': { output: queued },
    'ingestion.list': { output: { jobs: [queued], next: null } },
    'ingestion.watch': { output: ended },
  };
}

describe('arbiter ingest', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-ingest-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('submits absolute paths to the collection "default" and says what came of it', async () => {
    const ended = job({ counts: { found: 3, added: 2, unchanged: 1, chunks: 9 } });
    const { exitCode, stdout, calls } = await runArbiter(['ingest', '.'], { scripts: worker(ended), cwd: folder });
    expect(exitCode).toBe(0);
    expect(calls[0]).toMatchObject({
      operation: 'ingestion.submit',
      input: { collection: 'default', sources: [{ kind: 'path', path: folder }] },
    });
    expect(stdout).toBe('3 documents (2 added, 1 unchanged), 9 new chunks in default\n');
  });

  it('names the first ten files that were left out, each with its reason, and all of them in JSON', async () => {
    const leftOut = Array.from({ length: 12 }, (_, n) => ({ source: `${n}.png`, reason: 'It is a picture.' }));
    const scripts = worker(job({ counts: { found: 1, added: 1, skipped: 12 }, leftOut }));
    const { stdout } = await runArbiter(['ingest', '.'], { scripts, cwd: folder });
    expect(stdout).toContain('(1 added, 12 skipped)');
    expect(stdout).toContain('Left out:\n  0.png: It is a picture.\n');
    expect(stdout).toContain('  9.png: It is a picture.\n  … and 2 more\n');
    const json = await runArbiter(['ingest', '.', '--json'], { scripts, cwd: folder });
    expect(JSON.parse(json.stdout)).toMatchObject({ jobs: [{ leftOut }] });
  });

  it('says first that a model is being loaded, for people alone, and loads it while it opens the library', async () => {
    const scripts = worker(job({ counts: { found: 1, added: 1 } }));
    const { stderr, opened } = await runArbiter(['ingest', '.'], { scripts, cwd: folder });
    expect(stderr.split('\n')[0]).toBe('Loading the embedding model …');
    expect(opened).toMatchObject([{ warm: ['embedder'] }]);
    const { stdout } = await runArbiter(['ingest', '.', '--json'], { scripts, cwd: folder });
    expect(stdout).not.toContain('Loading');
  });

  it('loads no model where a server has it', async () => {
    const holder = { pid: 42, url: 'http://127.0.0.1:1' };
    const { stderr } = await runArbiter(['ingest', '.'], { holder, cwd: folder });
    expect(stderr).not.toContain('Loading');
  });

  it('counts moved files as documents', async () => {
    const scripts = worker(job({ counts: { found: 2, moved: 1, unchanged: 1 } }));
    const { stdout } = await runArbiter(['ingest', '.'], { scripts, cwd: folder });
    expect(stdout).toBe('2 documents (1 unchanged, 1 moved), 0 new chunks in default\n');
  });

  it('says what language the documents are in, and keeps that of a collection that is built anew', async () => {
    const german = {
      manifest: {
        name: 'default',
        formatVersion: 1,
        embeddingModel: 'all-MiniLM-L6-v2',
        dimensions: 384,
        language: 'de',
        analyser: 'unicode-1',
        chunkerVersion: 1,
        createdAt: '2026-01-01T00:00:00.000Z',
      },
      documents: 1,
      chunks: 1,
    };
    const scripts: Record<string, Script> = {
      ...worker(job({ counts: { found: 1, added: 1 } })),
      'retriever.list-collections': { output: { collections: [german] } },
      'ingestion.drop-collection': { output: { collection: 'default', documents: 1, chunks: 1 } },
    };
    const submittedBy = async (...args: string[]): Promise<unknown> => {
      const { calls } = await runArbiter(['ingest', '.', ...args], { scripts, cwd: folder });
      return calls.find(({ operation }) => operation === 'ingestion.submit')?.input;
    };
    expect(await submittedBy('--language', 'fr')).toMatchObject({ language: 'fr' });
    expect(await submittedBy('--rebuild')).toMatchObject({ language: 'de' });
    expect(await submittedBy('--rebuild', '--language', 'fr')).toMatchObject({ language: 'fr' });
    expect(await submittedBy('--rebuild', '-c', 'other')).not.toHaveProperty('language');
  });

  it('submits a part of a branch of a repository', async () => {
    const args = [
      'ingest',
      'https://git.example/a.git',
      '--branch',
      'v2',
      '--path',
      'docs',
      '--include',
      '*.md',
      '*.pdf',
    ];
    const { exitCode, calls } = await runArbiter(args, {
      scripts: worker(job({ counts: { found: 1, added: 1 } })),
      cwd: folder,
    });
    expect(exitCode).toBe(0);
    const repository = { kind: 'git', repository: 'https://git.example/a.git', branch: 'v2', path: 'docs' };
    expect(calls[0]).toMatchObject({ input: { sources: [{ ...repository, include: ['*.md', '*.pdf'] }] } });
  });

  it('goes on with --watch, and reads again what changes, until Ctrl-C', async () => {
    const watched = await mkdtemp(join(folder, 'watched-'));
    const signals = new EventEmitter();
    let reads = 0;
    const scripts: Record<string, Script> = {
      ...worker(job({ counts: { found: 1, added: 1 } })),
      'ingestion.submit': () => {
        reads += 1;
        if (reads === 1) writeFileSync(join(watched, 'a.md'), 'x');
        else setImmediate(() => signals.emit('SIGINT'));
        return job({ state: 'queued', finishedAt: null });
      },
    };
    const { exitCode, calls } = await runArbiter(['ingest', watched, '--watch'], { scripts, signals });
    expect(exitCode).toBe(130);
    expect(calls.filter(({ operation }) => operation === 'ingestion.submit')).toHaveLength(2);
  });

  it.each([[['--domain', 'coast']], [['https://docs.example/a']], [['.', '--server', 'http://127.0.0.1:1']]])(
    'refuses to watch %j',
    async (args) => {
      const { exitCode, stderr } = await runArbiter(['ingest', ...args, '--watch'], { scripts: {}, cwd: folder });
      expect(exitCode).toBe(2);
      expect(stderr).toContain('--watch is for files and folders');
    },
  );

  it('refuses to choose among the sources of a domain pack', async () => {
    const args = ['ingest', '--domain', 'coast', '--include', '*.md'];
    const { exitCode, stderr } = await runArbiter(args, { scripts: {} });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('sources.json');
  });

  it('refuses a language for a domain pack, which names its own', async () => {
    const { exitCode, stderr } = await runArbiter(['ingest', '--domain', 'coast', '--language', 'de'], { scripts: {} });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('config.json');
  });

  it('prints the jobs and their sum as JSON, and progress beside it', async () => {
    const ended = job({ counts: { found: 1, added: 1, chunks: 4 } });
    const scripts: Record<string, Script> = {
      ...worker(ended),
      'ingestion.watch': {
        events: [
          {
            type: 'progress',
            state: 'running',
            counts: ended.counts,
            current: 'a.md',
            settled: 0,
            total: 1,
            pace: null,
            secondsLeft: null,
          },
        ],
        output: ended,
      },
    };
    const { stdout, stderr } = await runArbiter(['ingest', folder, '--json'], { scripts });
    expect(JSON.parse(stdout)).toEqual({ jobs: [ended], counts: ended.counts, sentence: null });
    expect(stderr).toBe('Loading the embedding model …\ndefault: 0 of 1 documents, 4 chunks · a.md\n');
  });

  it('says while it reads how many documents failed, and why the last one did', async () => {
    const failures = [{ source: 'bad.pdf', stage: 'parse' as const, reason: 'bad.pdf is encrypted.' }];
    const ended = job({ failures, counts: { found: 2, added: 1, failed: 1, chunks: 4 } });
    const progress = { type: 'progress', state: 'running', counts: ended.counts, current: null, settled: 2, total: 2 };
    const scripts: Record<string, Script> = {
      ...worker(ended),
      'ingestion.watch': {
        events: [
          { type: 'failure', failure: failures[0] },
          { ...progress, pace: null, secondsLeft: null },
        ],
        output: ended,
      },
    };
    const { stderr } = await runArbiter(['ingest', folder], { scripts });
    expect(stderr).toContain('2 of 2 documents, 4 chunks, 1 not read (bad.pdf (parse): bad.pdf is encrypted.)\n');
  });

  it('ends with 1 and a sentence when nothing in the folder can be read', async () => {
    const { exitCode, stderr } = await runArbiter(['ingest', folder], {
      scripts: worker(job({ counts: { skipped: 2 } })),
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('Found no document to read (2 files of other formats left out)');
  });

  it('lists what failed; it is a failure only when everything did', async () => {
    const failures = [{ source: 'bad.pdf', stage: 'parse' as const, reason: 'The PDF is cut off.' }];
    const some = await runArbiter(['ingest', folder], {
      scripts: worker(job({ failures, counts: { added: 1, failed: 1 } })),
    });
    expect(some.exitCode).toBe(0);
    expect(some.stderr).toContain('  bad.pdf (parse): The PDF is cut off.\n');
    expect(some.stderr).toContain('Warning: 1 document could not be read');
    const all = await runArbiter(['ingest', folder], { scripts: worker(job({ failures, counts: { failed: 1 } })) });
    expect(all.exitCode).toBe(1);
  });

  it('lists what could not be read of documents that were', async () => {
    const warnings = [{ source: 'scan.pdf', warning: 'Page 3 has no text (a scan?).' }];
    const { stderr, exitCode } = await runArbiter(['ingest', folder], {
      scripts: worker(job({ warnings, counts: { added: 1 } })),
    });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('Read with gaps:\n  scan.pdf: Page 3 has no text (a scan?).\n');
  });

  it('lists twenty failures and counts the rest', async () => {
    const failures = Array.from({ length: 30 }, (_, n) => ({
      source: `${n}.pdf`,
      stage: 'parse' as const,
      reason: 'Broken.',
    }));
    const { stderr } = await runArbiter(['ingest', folder], {
      scripts: worker(job({ failures, counts: { added: 1, failed: 1_500 } })),
    });
    expect(stderr.match(/\(parse\)/g)).toHaveLength(20);
    expect(stderr).toContain('… and 1,480 more');
  });

  it('says why a job as a whole failed', async () => {
    const error = 'Collection "default" was built with another model: run arbiter ingest PATH --rebuild.';
    const { exitCode, stderr } = await runArbiter(['ingest', folder], {
      scripts: worker(job({ state: 'failed', error })),
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(error);
  });

  it.each([
    ['a path that does not exist', ['ingest', '/no/such/folder'], 'There is no file or folder /no/such/folder.'],
    ['neither path nor domain', ['ingest'], 'Name what to read'],
    ['both path and domain', ['ingest', '.', '-d', 'x'], 'A domain pack names its own documents'],
  ])('refuses %s with exit code 2', async (_what, argv, sentence) => {
    const { exitCode, stderr, calls } = await runArbiter(argv);
    expect({ exitCode, calls }).toEqual({ exitCode: 2, calls: [] });
    expect(stderr).toContain(sentence);
  });

  it('ingests a domain: one job per collection, followed one after the other', async () => {
    const lore = job({ id: 'j-lore', collection: 'coast_lore', counts: { added: 2 } });
    const laws = job({ id: 'j-laws', collection: 'coast_laws', counts: { added: 1 } });
    const { stdout, calls } = await runArbiter(['ingest', '-d', 'coast'], {
      scripts: {
        'orchestrator.ingest-domain': { output: { jobs: [lore, laws] } },
        'ingestion.list': { output: { jobs: [laws, lore], next: null } },
        'ingestion.watch': ({ jobId }: { jobId: string }) => Promise.resolve(jobId === lore.id ? lore : laws),
      },
    });
    expect(calls.map(({ operation }) => operation)).toEqual([
      'orchestrator.ingest-domain',
      'ingestion.list',
      'ingestion.watch',
      'ingestion.watch',
    ]);
    expect(stdout).toBe('3 documents (3 added), 0 new chunks in coast_lore, coast_laws\n');
  });

  it('says what became of the changelog of a pack, which can be left out', async () => {
    const scripts = (changelog: object | null): Record<string, Script> => ({
      ...worker(job({ counts: { added: 1 } })),
      'orchestrator.ingest-domain': { output: { jobs: [job()], changelog } },
    });
    const run = (changelog: object | null, ...words: string[]) =>
      runArbiter(['ingest', '-d', 'coast', ...words], { scripts: scripts(changelog) });
    const summary = { collection: 'coast', entries: 6 };
    expect((await run({ ...summary, added: 6, missing: 0 })).stderr).toContain(
      'Recorded 6 entries of the pack in the changelog of coast.',
    );
    expect((await run({ ...summary, added: 0, missing: 1 })).stderr).toContain(
      'The changelog of coast has entries of its own: 1 entry of the pack left out.',
    );
    expect((await run({ ...summary, added: 0, missing: 0 })).stderr).not.toContain('changelog');
    const { calls, stderr } = await run(null, '--no-changelog');
    expect(calls[0]?.input).toMatchObject({ domain: 'coast', changelog: false });
    expect(stderr).not.toContain('changelog');
  });

  it('drops the collection before it builds it anew, and minds not when there is none', async () => {
    const scripts = {
      ...worker(job({ counts: { added: 1 } })),
      'retriever.list-collections': { output: { collections: [] } },
      'ingestion.drop-collection': new ArbiterError('NOT_FOUND', 'none'),
    };
    const { exitCode, calls } = await runArbiter(['ingest', folder, '-c', 'mine', '--rebuild'], { scripts });
    expect(exitCode).toBe(0);
    const input = { collection: 'mine', keepChangelog: true };
    expect(calls[1]).toMatchObject({ operation: 'ingestion.drop-collection', input });
  });

  it('shows a job that a crash cut short and that is finished first, but reports its own', async () => {
    const ours = job({ counts: { unchanged: 2 } });
    const cut = job({ id: 'job-0', state: 'running', finishedAt: null });
    const done = job({ id: 'job-9', createdAt: '2025-01-01T00:00:00.000Z' });
    const { stdout, stderr, calls } = await runArbiter(['ingest', folder], {
      scripts: {
        ...worker(ours),
        'ingestion.list': { output: { jobs: [ours, cut, done], next: null } },
        'ingestion.watch': ({ jobId }: { jobId: string }) => Promise.resolve(jobId === ours.id ? ours : cut),
      },
    });
    expect(calls.filter(({ operation }) => operation === 'ingestion.watch').map(({ input }) => input)).toEqual([
      { jobId: 'job-0' },
      { jobId: 'job-1' },
    ]);
    expect(stderr).toContain('First finishing job job-0');
    expect(stdout).toBe('2 documents (2 unchanged), 0 new chunks in default\n');
  });

  it('on Ctrl-C cancels the job, waits for its end, says what stays, and ends with 130', async () => {
    const signals = new EventEmitter();
    let cancel: () => void = () => undefined;
    const cancelled = new Promise<void>((resolve) => (cancel = resolve));
    const { exitCode, stderr, closed } = await runArbiter(['ingest', folder], {
      signals,
      scripts: {
        ...worker(job()),
        'ingestion.watch': async () => {
          signals.emit('SIGINT');
          await cancelled;
          return job({ state: 'cancelled', counts: { added: 1 } });
        },
        'ingestion.cancel': () => {
          cancel();
          return Promise.resolve(job({ state: 'running' }));
        },
      },
    });
    expect({ exitCode, closed }).toEqual({ exitCode: 130, closed: 1 });
    expect(stderr).toContain('Stored documents stay; the same command continues');
  });
});
