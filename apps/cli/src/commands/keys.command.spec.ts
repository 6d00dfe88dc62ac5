import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ArbiterWorld, runArbiter } from '../../test/run-arbiter.js';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'arbiter-keys-command-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const run = (argv: string[], world: ArbiterWorld = {}) =>
  runArbiter(['keys', ...argv], { cwd, env: { ARBITER_KEYS_FILE: 'keys.json' }, ...world });
const stored = async (name = 'keys.json') =>
  (JSON.parse(await readFile(join(cwd, name), 'utf8')) as { keys: Record<string, unknown>[] }).keys;

describe('arbiter keys --create', () => {
  it('prints the key alone, and writes down its digest with what it may do', async () => {
    const { exitCode, stdout, stderr } = await run([
      ...['--create', 'desk', '--role', 'reader', '--tenant', 'acme'],
      ...['--groups', 'staff, board', '--expires', '90d'],
    ]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^arb_[\w-]{43}\n$/);
    expect(stderr).toContain('acme/desk: reader, tenant acme, documents of staff, board.');
    expect(await stored()).toEqual([
      {
        name: 'desk',
        sha256: createHash('sha256').update(stdout.trim()).digest('hex'),
        role: 'reader',
        tenant: 'acme',
        groups: ['staff', 'board'],
        expires: '1970-04-01T00:00:00Z',
        created: '1970-01-01T00:00:00Z',
      },
    ]);
  });

  it('makes a reader of every document unless it is told otherwise, and says so', async () => {
    expect((await run(['--create', 'desk'])).stderr).toContain('desk: reader, all tenants, every document.');
    expect((await run(['--create', 'guest', '--groups', ''])).stderr).toContain('no restricted document');
    expect(await stored()).toMatchObject([{ role: 'reader' }, { groups: [] }]);
    expect((await stored())[0]).not.toHaveProperty('groups');
  });

  it('tells programs all of it', async () => {
    const { stdout } = await run(['--create', 'desk', '--file', 'other.json', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      command: 'keys create',
      file: join(cwd, 'other.json'),
      key: expect.stringMatching(/^arb_/),
      name: 'desk',
      role: 'reader',
      created: '1970-01-01T00:00:00Z',
    });
    expect(await stored('other.json')).toHaveLength(1);
  });

  it.each([
    [['--expires', '2027-01-31T01:00:00+01:00'], '2027-01-31T00:00:00Z'],
    [['--expires', '2027-01-31'], '2027-01-31T00:00:00Z'],
    [['--expires', '12h'], '1970-01-01T12:00:00Z'],
  ])('takes %j for an end', async (words, expires) => {
    await run(['--create', 'desk', ...words]);
    expect(await stored()).toMatchObject([{ expires }]);
  });

  it.each([
    [['--expires', 'soon'], 'takes 12h, 90d'],
    [['--expires', '0d'], 'is past'],
    [['--expires', '1969-01-01'], 'is past'],
    [['--role', 'root'], 'root'],
    [['--tenant', 'a.b'], 'tenant: must be'],
    [['--role', 'monitor', '--tenant', 'acme'], 'a monitor has none'],
  ])('refuses %j, and writes nothing', async (words, sentence) => {
    const { exitCode, stdout, stderr } = await run(['--create', 'desk', ...words]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    await expect(stored()).rejects.toThrow('ENOENT');
  });

  it('needs a file, and a name that is free', async () => {
    expect(await run(['--create', 'desk'], { env: {} })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('ARBITER_KEYS_FILE'),
    });
    await run(['--create', 'desk']);
    expect((await run(['--create', 'desk'])).stderr).toContain('There is a key called desk');
    expect((await run(['--create', 'desk', '--tenant', 'acme'])).exitCode).toBe(0);
  });
});

describe('arbiter keys, and --revoke', () => {
  beforeEach(async () => {
    await run(['--create', 'desk', '--tenant', 'acme', '--expires', '1d']);
    await run(['--create', 'prometheus', '--role', 'monitor']);
  });

  it('lists what each may do and until when, and nothing that could be used', async () => {
    const { stdout } = await run([]);
    expect(stdout).toBe(
      [
        'acme/desk   reader, tenant acme, every document · expires 1970-01-02T00:00:00Z',
        'prometheus  monitor, metrics alone · does not expire',
        '',
      ].join('\n'),
    );
    const json = (await run(['--json'])).stdout;
    expect(JSON.parse(json)).toMatchObject({ keys: [{ name: 'desk', expired: false }, { name: 'prometheus' }] });
    expect(json).not.toContain('sha256');
  });

  it('revokes the key of that name and tenant', async () => {
    expect((await run(['--revoke', 'desk'])).stderr).toContain('There is no key called desk');
    expect((await run(['--revoke', 'desk', '--tenant', 'acme'])).stdout).toBe('acme/desk is no longer admitted.\n');
    expect(await stored()).toMatchObject([{ name: 'prometheus' }]);
  });

  it('says that there is no file', async () => {
    expect(await run(['--file', 'none.json'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('no keys file'),
    });
  });
});
