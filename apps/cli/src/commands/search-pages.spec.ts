import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { runArbiter } from '../../test/run-arbiter.js';

const page = {
  ...{ collection: 'default', documentId: 'd1', title: 'The Tower', source: 'tower.pdf', page: 2, score: 0.91 },
  ...{ foundBy: ['text', 'picture'], start: 0, end: 22, words: 'The bell wire\nruns here.', passages: [] },
};
const found = { pages: [page, { ...page, page: 1, words: '', end: 0, score: 0.2 }], method: 'fused', degraded: [] };
const JPEG = Buffer.from('a picture');

const scripts = {
  'retriever.search-pages': { output: found },
  'ingestion.get-page-picture': ({ offset, length }: { offset: number; length: number }) => ({
    ...{ mediaType: 'image/jpeg', name: 'tower-2.jpg', bytes: JPEG.length, sha256: 'a'.repeat(64) },
    data: JPEG.subarray(offset, offset + length).toString('base64'),
  }),
};

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'arbiter-pages-'));
});
afterEach(() => rm(cwd, { recursive: true }));

describe('arbiter search --pages', () => {
  it('lists pages with how they were found and their first words', async () => {
    const { exitCode, stdout } = await runArbiter(['search', 'bell', '--pages'], { scripts });
    expect(exitCode).toBe(0);
    expect(stdout.split('\n')).toEqual([
      '  1   91 %  The Tower › page 2 — tower.pdf, found by text and picture',
      '            The bell wire runs here.',
      '  2   20 %  The Tower › page 1 — tower.pdf, found by text and picture',
      '            (no words)',
      '',
    ]);
  });

  it('leaves the defaults to the arm, and opens no more of the library than it runs', async () => {
    const { calls, opened } = await runArbiter(['search', 'bell', '--pages'], { scripts });
    expect(calls.map(({ input }) => input)).toEqual([{ query: 'bell', limit: 3 }]);
    expect(opened).toMatchObject([{ readOnly: true, arms: ['retriever'], warm: ['embedder'] }]);
  });

  it('passes on how many pages, and of which collections', async () => {
    const { calls } = await runArbiter(['search', 'bell', '--pages', '-n', '5', '-c', 'a', '-c', 'b'], { scripts });
    expect(calls[0]?.input).toMatchObject({ limit: 5, collections: ['a', 'b'] });
  });

  it('looks into the collections of a domain', async () => {
    const domains = [{ domain: 'coast', version: '1', description: '', collections: ['coast'] }];
    const world = { scripts: { ...scripts, 'orchestrator.list-domains': { output: { domains } } } };
    const { calls, opened } = await runArbiter(['search', 'bell', '--pages', '-d', 'coast'], world);
    expect(calls.at(-1)?.input).toMatchObject({ collections: ['coast'] });
    expect(opened).toMatchObject([{ arms: ['orchestrator', 'retriever'] }]);
  });

  it('prints what was found as it came with --json', async () => {
    const { stdout } = await runArbiter(['search', 'bell', '--pages', '--json'], { scripts });
    expect(JSON.parse(stdout)).toEqual(found);
  });

  it('says what had no part in the search, and that nothing was found', async () => {
    const output = { pages: [], method: 'text', degraded: ['page-embedder'] };
    const world = { scripts: { 'retriever.search-pages': { output } } };
    const { exitCode, stdout } = await runArbiter(['search', 'bell', '--picture', 'p.jpg'], world);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'No page was found.\nWithout: page-embedder\n' });
  });

  it.each([['-m', 'keyword'], ['--explain'], ['--synthesis'], ['--no-rerank'], ['-f', 'year=2026']])(
    'refuses what only passages have: %s',
    async (...words) => {
      for (const pages of [['--pages'], ['--picture', 'p.jpg']]) {
        const { exitCode, stderr, calls } = await runArbiter(['search', 'bell', ...pages, ...words], { scripts, cwd });
        expect({ exitCode, calls }).toEqual({ exitCode: 2, calls: [] });
        expect(stderr).toMatch(new RegExp(`^arbiter: option '${pages[0]}\\b.* cannot be used with option '`));
      }
    },
  );
});

describe('arbiter search --picture', () => {
  it('saves the picture of the best page', async () => {
    const { exitCode, stdout, stderr, calls, opened } = await runArbiter(['search', 'bell', '--picture', 'p.jpg'], {
      scripts,
      cwd,
    });
    expect([exitCode, stderr]).toEqual([0, 'Page 2 of tower.pdf is in p.jpg.\n']);
    expect(stdout).toContain('The Tower › page 2');
    expect(await readFile(join(cwd, 'p.jpg'))).toEqual(JPEG);
    expect(calls.at(-1)?.input).toMatchObject({ documentId: 'd1', page: 2, offset: 0, length: JPEG.length });
    expect(opened).toMatchObject([{ readOnly: true, arms: ['retriever', 'ingestion'] }]);
  });

  it('says why there is none', async () => {
    const failing = { ...scripts, 'ingestion.get-page-picture': new ArbiterError('NOT_FOUND', 'It has no pages.') };
    const missing = await runArbiter(['search', 'bell', '--picture', 'p.jpg'], { scripts: failing, cwd });
    expect(missing).toMatchObject({ exitCode: 2, stdout: '', stderr: 'arbiter: It has no pages.\n' });
    const json = await runArbiter(['search', 'bell', '--picture', 'p.jpg', '--json'], { scripts: failing, cwd });
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    const nowhere = await runArbiter(['search', 'bell', '--picture', 'no/p.jpg'], { scripts, cwd });
    expect(nowhere.exitCode).toBe(2);
    expect(nowhere.stderr).toBe('arbiter: --picture: no/p.jpg cannot be written (ENOENT).\n');
  });
});
