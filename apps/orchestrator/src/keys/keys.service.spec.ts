import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError, type Principal } from '@arbiter/contracts';
import { addKey, digestOf } from '@arbiter/platform';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { KeysService } from './keys.service.js';

const created = '2026-01-01T00:00:00Z';
const clock = { now: () => Date.parse('2026-06-01T00:00:00Z'), monotonic: () => 0 };
const adminOf = (tenant: string | null): Principal => ({ name: 'chief', role: 'admin', tenant, groups: null });

let folder: string;
let keysFile: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbiter-keys-service-'));
  keysFile = join(folder, 'keys.json');
  addKey(keysFile, { name: 'desk', role: 'reader', tenant: 'acme', groups: ['staff'], created });
  addKey(keysFile, { name: 'desk', role: 'reader', tenant: 'bcme', expires: '2026-02-01T00:00:00Z', created });
  addKey(keysFile, { name: 'prometheus', role: 'monitor', created });
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true });
});

const sut = (file: string | null = keysFile) => new KeysService({ keysFile: file, clock });
const errorOf = (act: () => unknown): ArbiterError => {
  try {
    act();
  } catch (error) {
    if (error instanceof ArbiterError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('the keys of a server', () => {
  it('are told without anything that could be used', () => {
    const { keys } = sut().list(null);
    expect(keys).toEqual([
      { name: 'desk', role: 'reader', tenant: 'acme', groups: ['staff'], expires: null, expired: false, created },
      {
        name: 'desk',
        role: 'reader',
        tenant: 'bcme',
        groups: null,
        expires: '2026-02-01T00:00:00Z',
        expired: true,
        created,
      },
      { name: 'prometheus', role: 'monitor', tenant: null, groups: null, expires: null, expired: false, created },
    ]);
  });

  it('are made with a key that is shown this once', async () => {
    const expires = '2027-01-31T01:00:00+01:00';
    const made = sut().create({ name: 'hall', role: 'editor', tenant: 'acme', expires }, null);
    expect(made).toEqual({
      name: 'hall',
      role: 'editor',
      tenant: 'acme',
      groups: null,
      expires,
      expired: false,
      created: '2026-06-01T00:00:00.000Z',
      key: expect.stringMatching(/^arb_[\w-]{43}$/),
    });
    const stored = await readFile(keysFile, 'utf8');
    expect(stored).toContain(digestOf(made.key));
    expect(stored).not.toContain(made.key);
    expect(sut().list(null).keys).toHaveLength(4);
  });

  it('are revoked by name and tenant', () => {
    expect(sut().revoke({ name: 'desk', tenant: 'acme' }, null)).toMatchObject({ name: 'desk', tenant: 'acme' });
    expect(
      sut()
        .list(null)
        .keys.map(({ name, tenant }) => [name, tenant]),
    ).toEqual([
      ['desk', 'bcme'],
      ['prometheus', null],
    ]);
    expect(errorOf(() => sut().revoke({ name: 'desk' }, null)).code).toBe('NOT_FOUND');
  });
});

describe('an admin of a tenant', () => {
  it('sees, makes and revokes the keys of the tenant, whether it names it or not', () => {
    const admin = adminOf('acme');
    expect(
      sut()
        .list(admin)
        .keys.map(({ tenant }) => tenant),
    ).toEqual(['acme']);
    expect(sut().create({ name: 'hall', role: 'admin' }, admin)).toMatchObject({ tenant: 'acme' });
    expect(sut().create({ name: 'door', role: 'reader', tenant: 'acme' }, admin)).toMatchObject({ tenant: 'acme' });
    expect(sut().revoke({ name: 'hall' }, admin)).toMatchObject({ tenant: 'acme' });
  });

  it.each([
    [
      'make a key of another',
      () => sut().create({ name: 'x', role: 'reader', tenant: 'bcme' }, adminOf('acme')),
      'FORBIDDEN',
    ],
    ['revoke a key of another', () => sut().revoke({ name: 'desk', tenant: 'bcme' }, adminOf('acme')), 'FORBIDDEN'],
    ['revoke a key of all tenants', () => sut().revoke({ name: 'prometheus' }, adminOf('acme')), 'NOT_FOUND'],
    [
      'make a key that reads metrics',
      () => sut().create({ name: 'x', role: 'monitor' }, adminOf('acme')),
      'INVALID_REQUEST',
    ],
  ] as const)('cannot %s', async (_what, act, code) => {
    const before = await readFile(keysFile, 'utf8');
    expect(errorOf(act).code).toBe(code);
    expect(await readFile(keysFile, 'utf8')).toBe(before);
  });

  it('of a tenant without keys is told of none', () => {
    expect(sut().list(adminOf('third'))).toEqual({ keys: [] });
    expect(sut().list(adminOf(null)).keys).toHaveLength(3);
  });
});

describe('what cannot be done', () => {
  it.each([
    [
      'a name that is taken',
      { name: 'desk', role: 'reader', tenant: 'acme' },
      'CONFLICT',
      'There is a key called acme/desk',
    ],
    [
      'an end that is past',
      { name: 'x', role: 'reader', expires: '2026-05-31T00:00:00Z' },
      'INVALID_REQUEST',
      'is past',
    ],
    [
      'an editor of groups',
      { name: 'x', role: 'editor', groups: ['staff'] },
      'INVALID_REQUEST',
      'only a reader has groups',
    ],
  ] as const)('is %s', (_what, wanted, code, words) => {
    const { groups, ...rest } = { groups: undefined, ...wanted };
    const act = () => sut().create({ ...rest, ...(groups && { groups: [...groups] }) }, null);
    expect(errorOf(act)).toMatchObject({ code, message: expect.stringContaining(words) });
  });

  it('is anything without a keys file', () => {
    const none = sut(null);
    for (const act of [
      () => none.list(null),
      () => none.create({ name: 'x', role: 'reader' }, null),
      () => none.revoke({ name: 'desk' }, null),
    ]) {
      expect(errorOf(act)).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('ARBITER_KEYS_FILE') });
    }
  });

  it('is a change while another process writes, or somebody was interrupted', async () => {
    await writeFile(`${keysFile}.lock`, '');
    expect(errorOf(() => sut().revoke({ name: 'prometheus' }, null)).code).toBe('CONFLICT');
    expect(sut().list(null).keys).toHaveLength(3);
  });

  it('is a change of a file in a place that does not exist or cannot be written to', () => {
    // A secret that is mounted read-only: this runs as root at times, for whom permissions mean nothing.
    const place = join('/proc', 'arbiter-keys.json');
    expect(errorOf(() => sut(place).create({ name: 'x', role: 'reader' }, null))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('cannot be written'),
    });
  });
});
