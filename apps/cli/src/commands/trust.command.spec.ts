import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listDomains } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runArbiter, type ArbiterWorld } from '../../test/run-arbiter.js';

let root: string;
let cwd: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'arbiter-trust-command-')));
  cwd = await mkdtemp(join(root, 'work-'));
});
afterEach(() => rm(root, { recursive: true }));

const run = (argv: string[], world: ArbiterWorld = {}) => runArbiter(argv, { cwd, env: { HOME: root }, ...world });

describe('arbiter trust', () => {
  it('trusts the working directory, lists it and trusts it no more', async () => {
    expect((await run(['trust'])).stdout).toBe(`config.yaml and domains/ of ${cwd} are followed from now on.\n`);
    expect((await run(['trust', '--list'])).stdout).toBe(`${cwd}\n`);
    expect((await run(['trust', '--remove'])).stdout).toBe(`${cwd} is trusted no more.\n`);
    expect((await run(['trust', '--remove'])).stdout).toBe(`${cwd} was not trusted.\n`);
    expect((await run(['trust', '--list'])).stdout).toBe('No folder is trusted.\n');
  });

  it('trusts a folder by its name, and tells programs which ones are trusted', async () => {
    const { stdout } = await run(['trust', root, '--json']);
    expect(JSON.parse(stdout)).toEqual({ command: 'trust add', folders: [root] });
    expect((await run(['trust', root, '--remove'])).exitCode).toBe(0);
  });

  it('says that there is no such folder', async () => {
    expect(await run(['trust', 'none'])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no folder') });
  });
});

describe('a command in a folder that is not trusted', () => {
  const scripts = { [listDomains.name]: () => ({ domains: [] }) };

  it('says once on the standard error what it ignored, and nothing of it on the standard output', async () => {
    const ignoredHere = ['Ignored config.yaml: it could run code.'];
    const { stdout, stderr } = await run(['domain', '--json'], { ignoredHere, scripts });
    expect(stderr).toBe('Ignored config.yaml: it could run code.\n');
    expect(JSON.parse(stdout)).toEqual({ command: 'domain list', domains: [] });
  });

  it('says on the standard error which variables look misspelt', async () => {
    const unreadHere = ['Nothing reads SYNTESIS_MODEL.'];
    expect((await run(['domain'], { unreadHere, scripts })).stderr).toBe('Nothing reads SYNTESIS_MODEL.\n');
  });

  it('is told by a new pack that the folder has to be trusted first', async () => {
    expect((await run(['domain', 'log', '--new'])).stdout).toContain('  arbiter trust\n');
    await run(['trust']);
    expect((await run(['domain', 'book', '--new'])).stdout).not.toContain('arbiter trust');
  });
});
