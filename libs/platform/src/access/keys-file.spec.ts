import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArbiterError } from '@arbiter/contracts';
import { until } from '@arbiter/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '../logging.js';
import { addKey, readKeysFile, removeKey } from './edit-keys-file.js';
import { digestOf, newKey, parseKeysFile } from './keys-file.js';
import { WatchedKeys } from './watched-keys.js';

const created = '2026-01-01T00:00:00Z';
const entry = { name: 'desk', role: 'reader', created } as const;

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbiter-keys-'));
  path = join(folder, 'keys.json');
});
afterEach(() => rm(folder, { recursive: true }));

const errorOf = (act: () => unknown): ArbiterError => {
  try {
    act();
  } catch (error) {
    return error as ArbiterError;
  }
  throw new Error('nothing was thrown');
};

describe('the keys file', () => {
  const file = (...keys: object[]) => JSON.stringify({ version: 1, keys });
  const sha256 = digestOf('a key');

  it('is JSON, or YAML that says the same', () => {
    const yaml = `version: 1\nkeys:\n  # of the front desk\n  - { name: desk, sha256: ${sha256}, role: reader, created: 2026-01-01T00:00:00Z }\n`;
    expect(parseKeysFile(yaml, 'keys.yaml')).toEqual([{ ...entry, sha256 }]);
    expect(parseKeysFile(file({ ...entry, sha256 }), 'keys.json')).toEqual([{ ...entry, sha256 }]);
  });

  it('is refused with all its mistakes at once, each by its place, and none of its contents', () => {
    const key = newKey();
    const { code, message } = errorOf(() =>
      parseKeysFile(
        file(
          { ...entry, sha256: key },
          { ...entry, name: 'a b', sha256, role: 'root', expires: 'soon', colour: 'blue' },
          { ...entry, name: 'metrics', sha256, role: 'monitor', tenant: 'acme' },
        ),
        path,
      ),
    );
    expect(code).toBe('INVALID_REQUEST');
    for (const place of ['keys.0.sha256', 'keys.1.name', 'keys.1.role', 'keys.1.expires', 'keys.1', 'keys.2.tenant'])
      expect(message).toContain(`- ${place}: `);
    expect(message).toContain('never the key itself');
    expect(message).not.toContain(key);
    expect(message).not.toContain(sha256);
  });

  it.each([
    ['a name twice in a tenant', [{}, { sha256: digestOf('another') }], 'two keys are called desk'],
    ['one key under two names', [{}, { name: 'other', sha256: sha256.toUpperCase() }], 'desk and other are one key'],
  ])('is refused for %s', (_, keys, words) => {
    expect(
      errorOf(() => parseKeysFile(file(...keys.map((own) => ({ ...entry, sha256, ...own }))), path)).message,
    ).toContain(words);
  });

  it('takes one name in two tenants', () => {
    const keys = [{ tenant: 'acme' }, { tenant: 'bcme', sha256: digestOf('another') }, { sha256: digestOf('third') }];
    expect(parseKeysFile(file(...keys.map((own) => ({ ...entry, sha256, ...own }))), path)).toHaveLength(3);
  });

  it.each([
    ['broken', '{"version": 1, "keys": [{"name": "arb_secret"', 'neither JSON nor YAML'],
    ['full of aliases', 'version: 1\nkeys: &a [*a]', 'aliases'],
    ['of a later version', '{"version": 2, "keys": []}', 'version'],
    ['empty', '', 'expected object'],
  ])('that is %s says so, and quotes nothing of it', (_, text, words) => {
    const { message } = errorOf(() => parseKeysFile(text, path));
    expect(message).toContain(words);
    expect(message).not.toContain('arb_secret');
  });
});

describe('making and revoking keys', () => {
  it('writes the digest of a new key alone, for its owner alone', async () => {
    const key = addKey(path, { ...entry, tenant: 'acme', groups: ['board'] });
    expect(key).toMatch(/^arb_[\w-]{43}$/);
    const text = await readFile(path, 'utf8');
    expect(text).not.toContain(key);
    expect(JSON.parse(text)).toEqual({
      version: 1,
      keys: [{ name: 'desk', sha256: digestOf(key), role: 'reader', created, tenant: 'acme', groups: ['board'] }],
    });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['keys.json']);
  });

  it('refuses a second key of one name, and what the server would refuse, and changes nothing', async () => {
    addKey(path, entry);
    const before = await readFile(path, 'utf8');
    expect(errorOf(() => addKey(path, entry)).code).toBe('CONFLICT');
    expect(errorOf(() => addKey(path, { ...entry, name: 'm', role: 'monitor', tenant: 'acme' })).code).toBe(
      'INVALID_REQUEST',
    );
    expect(await readFile(path, 'utf8')).toBe(before);
    expect(await readdir(folder)).toEqual(['keys.json']);
  });

  it('lets one process after the other write', async () => {
    await writeFile(`${path}.lock`, '');
    expect(errorOf(() => addKey(path, entry))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('.lock'),
    });
    await rm(`${path}.lock`);
    expect(addKey(path, entry)).toMatch(/^arb_/);
  });

  it('keeps comments of YAML, the order of its keys, and a link', async () => {
    const real = join(folder, 'real.yaml');
    const link = join(folder, 'keys.yaml');
    await writeFile(
      real,
      `# ours\nversion: 1\nkeys:\n  - name: a # first\n    sha256: ${digestOf('a')}\n    role: admin\n    created: ${created}\n`,
    );
    await symlink(real, link);
    addKey(link, entry);
    expect(await readFile(real, 'utf8')).toMatch(
      /^# ours\nversion: 1\nkeys:\n {2}- name: a # first\n[\s\S]*\n {2}- name: desk\n/,
    );
    removeKey(link, { name: 'desk' });
    expect(readKeysFile(link).map(({ name }) => name)).toEqual(['a']);
    expect(await readFile(real, 'utf8')).toContain('# first');
  });

  it('revokes the key of that name and tenant, and no other', () => {
    addKey(path, entry);
    addKey(path, { ...entry, tenant: 'acme' });
    expect(removeKey(path, { name: 'desk', tenant: 'acme' })).toMatchObject({ tenant: 'acme' });
    expect(readKeysFile(path)).toEqual([expect.not.objectContaining({ tenant: 'acme' })]);
    expect(errorOf(() => removeKey(path, { name: 'desk', tenant: 'acme' })).code).toBe('NOT_FOUND');
  });

  it('has nothing to revoke where there is no file, and makes none', async () => {
    expect(errorOf(() => removeKey(path, entry)).code).toBe('NOT_FOUND');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('keys that a server watches', () => {
  const open: WatchedKeys[] = [];
  afterEach(() => open.splice(0).forEach((keys) => keys.close()));
  const lines: Record<string, unknown>[] = [];
  beforeEach(() => void lines.splice(0));

  const clock = { at: Date.parse('2026-06-01T00:00:00Z'), now: () => clock.at, monotonic: () => 0 };
  const watch = (pollMs = 60_000) => {
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
    const logger = createLogger({ name: 'test', level: 'info', destination });
    const keys = new WatchedKeys({ path, clock, logger, pollMs });
    open.push(keys);
    return keys;
  };

  it('are found by the key, and give its role, tenant and groups', () => {
    const plain = addKey(path, entry);
    const full = addKey(path, { ...entry, tenant: 'acme', groups: ['board'] });
    const keys = watch();
    expect(keys.find(plain)).toEqual({ name: 'desk', role: 'reader', tenant: null, groups: null });
    expect(keys.find(full)).toEqual({ name: 'desk', role: 'reader', tenant: 'acme', groups: ['board'] });
    for (const wrong of [newKey(), plain.slice(0, -1), digestOf(plain), '']) expect(keys.find(wrong)).toBeNull();
  });

  it('hold to the moment at which they expire', () => {
    const key = addKey(path, { ...entry, expires: '2026-06-01T02:00:00+01:00' });
    const keys = watch();
    expect(keys.find(key)).toMatchObject({ name: 'desk' });
    clock.at = Date.parse('2026-06-01T01:00:00Z');
    expect(errorOf(() => keys.find(key))).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining('This key expired on 2026-06-01T02:00:00+01:00'),
    });
  });

  it('are those of the file as it stands, without a restart', async () => {
    const first = addKey(path, entry);
    const keys = watch(20);
    const second = addKey(path, { ...entry, name: 'second' });
    await until(() => keys.find(second) !== null);
    removeKey(path, entry);
    await until(() => keys.find(first) === null);
    expect(keys.find(second)).toMatchObject({ name: 'second' });
    expect(lines.at(-1)).toMatchObject({ level: 'info', keys: 1, added: [], removed: ['desk'] });
  });

  it('go on to hold while the file is broken or gone, which is logged once', async () => {
    const key = addKey(path, entry);
    const good = await readFile(path, 'utf8');
    const keys = watch();
    await writeFile(path, good.slice(0, 40));
    for (let i = 0; i < 3; i++) keys.refresh();
    expect(keys.find(key)).not.toBeNull();
    await rename(path, `${path}.away`);
    for (let i = 0; i < 3; i++) keys.refresh();
    expect(keys.find(key)).not.toBeNull();
    expect(lines.map(({ level, why }) => [level, why])).toEqual([
      ['error', expect.stringContaining('neither JSON nor YAML')],
      ['error', expect.stringContaining('no file')],
    ]);
    await writeFile(path, '{"version": 1, "keys": []}');
    keys.refresh();
    expect(keys.find(key)).toBeNull();
  });

  it('need a file at the start', () => {
    expect(errorOf(() => watch())).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('no file'),
    });
  });

  it('are not taken from a file to which everybody may write; one that its group may write is warned of', async () => {
    const key = addKey(path, entry);
    await chmod(path, 0o602);
    expect(errorOf(() => watch()).message).toContain('chmod o-w');
    await chmod(path, 0o664);
    const keys = watch();
    expect(lines).toMatchObject([{ level: 'warn' }]);
    await chmod(path, 0o666);
    keys.refresh();
    expect(lines.at(-1)).toMatchObject({ level: 'error', why: expect.stringContaining('chmod o-w') });
    expect(keys.find(key)).not.toBeNull();
  });
});
