import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ingestDomain, listDomains } from '@arbiter/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runArbiter } from '../../test/run-arbiter.js';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'arbiter-domain-'));
});

afterAll(() => rm(root, { recursive: true }));

const run = (...argv: string[]) => runArbiter(argv, { cwd: root, domainFolders: [join(root, 'domains')] });

describe('arbiter domain', () => {
  it('makes a pack in which nothing is wrong, and says how to go on', async () => {
    const made = await run('domain', 'handbook', '--new', '--json');
    expect(JSON.parse(made.stdout)).toMatchObject({
      domain: 'handbook',
      files: expect.arrayContaining(['config.json', 'documents/welcome.md', 'sources.json']),
      next: expect.arrayContaining(['arbiter ingest --domain handbook']),
    });
    const checked = await run('domain', 'handbook', '--json');
    expect(JSON.parse(checked.stdout)).toMatchObject({ domain: 'handbook', findings: [] });
    expect(checked.exitCode).toBe(0);
  });

  it('makes a tool with it that is in order once it is named, also when it is run', async () => {
    await run('domain', 'dated', '--new');
    const config = join(root, 'domains/dated/config.json');
    const named = (await readFile(config, 'utf8')).replace(
      '"custom": []',
      '"custom": ["days-between.ts#DaysBetweenTool"]',
    );
    await writeFile(config, named);
    for (const flags of [[], ['--allow-pack-code']]) {
      const { stdout } = await run('domain', 'dated', '--json', ...flags);
      expect(JSON.parse(stdout)).toMatchObject({ findings: [] });
    }
    const tool = join(root, 'domains/dated/tools/days-between.ts');
    await writeFile(tool, (await readFile(tool, 'utf8')).replace("'days-between'", "'vector-search'"));
    expect((await run('domain', 'dated')).exitCode).toBe(0);
    expect((await run('domain', 'dated', '--allow-pack-code')).stdout).toContain('The name "vector-search" is taken');
  });

  it('names a pack elsewhere by its path', async () => {
    const { stdout } = await run('domain', 'atlas', '--new', '--in', 'packs');
    expect(stdout).toContain(`arbiter domain ${join(root, 'packs', 'atlas')}`);
    expect((await run('domain', './packs/atlas')).exitCode).toBe(0);
  });

  it('overwrites nothing', async () => {
    await run('domain', 'log', '--new');
    await writeFile(join(root, 'domains/log/config.json'), 'mine');
    const again = await run('domain', 'log', '--new');
    expect(again.exitCode).not.toBe(0);
    expect(again.stderr).toContain('exists already');
    expect(await readFile(join(root, 'domains/log/config.json'), 'utf8')).toBe('mine');
  });

  it.each(['../x', 'a b', '.hidden'])('makes no pack of the name %p', async (name) => {
    expect((await run('domain', name, '--new')).stderr).toContain('cannot name a domain');
  });

  it('shows place, problem and fix of all that is wrong with a pack, also one that has no name any more', async () => {
    await run('domain', 'torn', '--new');
    await writeFile(join(root, 'domains/torn/config.json'), '{\n  "domian": "torn",\n  "version": "1"\n}');
    const { exitCode, stdout } = await run('domain', 'torn');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('config.json:1:1  error');
    expect(stdout).toContain('Add "domain".');
    expect(stdout).toContain('config.json:2:3  warning\n  "domian" means nothing');
    expect(stdout).toContain('1 error, 1 warning\n');
  });

  it('says that there is no such pack', async () => {
    expect((await run('domain', 'nowhere')).stderr).toContain('There is no domain "nowhere"');
  });

  it('lists packs', async () => {
    const domains = [{ domain: 'lore', version: '1', description: 'Tales', collections: ['lore', 'lore_rules'] }];
    const { stdout } = await runArbiter(['domain'], { scripts: { [listDomains.name]: () => ({ domains }) } });
    expect(stdout).toBe('lore 1\n  Tales\n  collections: lore, lore_rules\n');
  });
});

describe('arbiter ingest --domain PATH', () => {
  it('opens the library with the pack, and names it as it calls itself', async () => {
    await run('domain', 'chart', '--new', '--in', 'elsewhere');
    const scripts = { [ingestDomain.name]: () => ({ jobs: [] }) };
    const { calls, opened } = await runArbiter(['ingest', '--domain', './elsewhere/chart'], { cwd: root, scripts });
    expect(calls.find(({ operation }) => operation === ingestDomain.name)).toMatchObject({
      input: { domain: 'chart' },
    });
    expect(opened[0]?.domainsDirectories).toEqual([join(root, 'elsewhere/chart')]);
  });
});
