import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runArbiter } from '../../test/run-arbiter.js';
import type { ExtractionRun } from './extraction.command.js';

const DOCUMENT = `# Staff

The Harbour Guild is a guild of pilots. The Harbour Guild is led by Ada Finch. Some say that Ben Moss owns the Harbour Guild.
Ben Moss is a pilot. Ada Finch is a merchant.
`;

describe('arbiter eval extraction', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-extraction-'));
    for (const name of ['documents', 'eval']) await mkdir(join(folder, 'pack', name), { recursive: true });
    const config = {
      domain: 'harbour',
      version: '1.0.0',
      description: 'A harbour',
      entities: { types: ['person', 'guild'], relations: { ruled_by: {} } },
    };
    await writeFile(join(folder, 'pack', 'config.json'), JSON.stringify(config));
    await writeFile(join(folder, 'pack', 'documents', 'staff.md'), DOCUMENT);
    const entities = ['Ada Finch', 'Ben Moss', 'Cora Dell'].map((name) => ({ name, type: 'person' }));
    const lines = [...entities, { name: 'Harbour Guild', type: 'guild' }].map((one) => JSON.stringify(one));
    await writeFile(join(folder, 'pack', 'eval', 'entities.jsonl'), lines.join('\n'));
    const relation = { from: 'Harbour Guild', type: 'led_by', to: 'Ada Finch', document: 'documents/staff.md' };
    await writeFile(join(folder, 'pack', 'eval', 'relations.jsonl'), JSON.stringify(relation));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const run = (...words: string[]) => runArbiter(['eval', 'extraction', ...words], { cwd: folder });

  it('measures entities, relations and aliases of a folder, with intervals', async () => {
    const { exitCode, stdout } = await run('--domain', './pack', '--json');
    expect(exitCode).toBe(0);
    const { dataset, n, metrics, ci95, counts, config } = JSON.parse(stdout) as ExtractionRun;
    expect({ dataset, n, relationTypes: config.relationTypes }).toEqual({
      dataset: './pack',
      n: 5,
      relationTypes: ['ruled_by'],
    });
    expect(metrics).toMatchObject({
      entityPrecision: 1,
      entityRecall: 0.75,
      typeAccuracy: 1,
      relationF1: 1,
      aliasF1: 1,
    });
    expect(ci95.entityRecall![0]).toBeLessThan(0.75);
    expect(counts).toEqual({
      documents: 1,
      entities: { labelled: 4, found: 3 },
      relations: { labelled: 1, found: 1, doubtful: 0 },
    });
  });

  it('leaves out what is told as hearsay, and the declared types on demand', async () => {
    const { stdout } = await run('--domain', './pack', '--no-relations', '--json', '--out', 'found.jsonl');
    const { counts, config } = JSON.parse(stdout) as ExtractionRun;
    expect(counts.relations).toEqual({ labelled: 1, found: 1, doubtful: 1 });
    expect(config.relationTypes).toEqual([]);
    const found = (await readFile(join(folder, 'found.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(found).toContainEqual(expect.objectContaining({ type: 'owned_by', isDoubtful: true }));
  });

  it('prints a table for people', async () => {
    const { stdout } = await run('--domain', './pack');
    expect(stdout).toMatch(/relationF1 +1\.0+/);
  });

  it('refuses a pack without labels', async () => {
    await rm(join(folder, 'pack', 'eval'), { recursive: true });
    const { exitCode, stderr } = await run('--domain', './pack');
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('has no labels');
  });
});
