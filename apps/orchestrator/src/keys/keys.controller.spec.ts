import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError, type Principal } from '@arbiter/contracts';
import { addKey, digestOf } from '@arbiter/platform';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { KeysController } from './keys.controller.js';

interface Caller {
  readonly principal: Principal | null;
}

const created = '2026-01-01T00:00:00Z';
const clock = { now: () => Date.parse('2026-06-01T00:00:00Z'), monotonic: () => 0 };
const operator: Caller = { principal: null };
const adminOf = (tenant: string | null): Caller => ({
  principal: { name: 'chief', role: 'admin', tenant, groups: null },
});

let folder: string;
let keysFile: string;
let sut: KeysController;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbiter-keys-controller-'));
  keysFile = join(folder, 'keys.json');
  sut = new KeysController({ keysFile, clock });
  addKey(keysFile, { name: 'desk', role: 'reader', tenant: 'acme', groups: ['staff'], created });
  addKey(keysFile, { name: 'desk', role: 'reader', tenant: 'bcme', expires: '2026-02-01T00:00:00Z', created });
  addKey(keysFile, { name: 'prometheus', role: 'monitor', created });
});
afterEach(() => rm(folder, { recursive: true }));

const listed = async (caller: Caller) => (await sut.list({}, caller)).keys;
const create = async (wanted: Partial<Parameters<KeysController['create']>[0]>, caller = operator) =>
  sut.create({ name: 'x', role: 'reader', ...wanted }, caller);
const revoke = async (wanted: Parameters<KeysController['revoke']>[0], caller = operator) => sut.revoke(wanted, caller);
const errorOf = async (act: () => Promise<unknown>): Promise<ArbiterError> => {
  try {
    await act();
  } catch (error) {
    if (error instanceof ArbiterError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('the keys of a server', () => {
  it('are told without anything that could be used', async () => {
    const common = { name: 'desk', role: 'reader', groups: null, expires: null, expired: false, created };
    expect(await listed(operator)).toEqual([
      { ...common, tenant: 'acme', groups: ['staff'] },
      { ...common, tenant: 'bcme', expires: '2026-02-01T00:00:00Z', expired: true },
      { ...common, name: 'prometheus', role: 'monitor', tenant: null },
    ]);
  });

  it('are made with a key that is shown this once', async () => {
    const expires = '2027-01-31T01:00:00+01:00';
    const made = await create({ name: 'hall', role: 'editor', tenant: 'acme', expires });
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
    expect(await listed(operator)).toHaveLength(4);
  });

  it('are revoked by name and tenant', async () => {
    expect(await revoke({ name: 'desk', tenant: 'acme' })).toMatchObject({ name: 'desk', tenant: 'acme' });
    expect((await listed(operator)).map(({ name, tenant }) => [name, tenant])).toEqual([
      ['desk', 'bcme'],
      ['prometheus', null],
    ]);
    expect((await errorOf(() => revoke({ name: 'desk' }))).code).toBe('NOT_FOUND');
  });
});

describe('an admin of a tenant', () => {
  it('sees, makes and revokes the keys of the tenant, whether it names it or not', async () => {
    const admin = adminOf('acme');
    expect((await listed(admin)).map(({ tenant }) => tenant)).toEqual(['acme']);
    expect(await create({ name: 'hall', role: 'admin' }, admin)).toMatchObject({ tenant: 'acme' });
    expect(await create({ name: 'door', tenant: 'acme' }, admin)).toMatchObject({ tenant: 'acme' });
    expect(await revoke({ name: 'hall' }, admin)).toMatchObject({ tenant: 'acme' });
  });

  it.each<[string, (admin: Caller) => Promise<unknown>, string]>([
    ['make a key of another', (admin) => create({ tenant: 'bcme' }, admin), 'FORBIDDEN'],
    ['make a key that reads metrics', (admin) => create({ role: 'monitor' }, admin), 'INVALID_REQUEST'],
    ['revoke a key of another', (admin) => revoke({ name: 'desk', tenant: 'bcme' }, admin), 'FORBIDDEN'],
    ['revoke a key of all tenants', (admin) => revoke({ name: 'prometheus' }, admin), 'NOT_FOUND'],
  ])('cannot %s', async (_what, act, code) => {
    const before = await readFile(keysFile, 'utf8');
    expect((await errorOf(() => act(adminOf('acme')))).code).toBe(code);
    expect(await readFile(keysFile, 'utf8')).toBe(before);
  });

  it('is told of none where the tenant has none, and of all where it is of no tenant', async () => {
    expect(await listed(adminOf('third'))).toEqual([]);
    expect(await listed(adminOf(null))).toHaveLength(3);
  });
});

describe('what is refused', () => {
  it.each<[string, Parameters<typeof create>[0], string, string]>([
    ['a name that is taken', { name: 'desk', tenant: 'acme' }, 'CONFLICT', 'There is a key called acme/desk'],
    ['an end that is past', { expires: '2026-05-31T00:00:00Z' }, 'INVALID_REQUEST', 'is past'],
    ['an editor of groups', { role: 'editor', groups: ['staff'] }, 'INVALID_REQUEST', 'only a reader has groups'],
  ])('is %s', async (_what, wanted, code, words) => {
    const message = expect.stringContaining(words) as unknown;
    expect(await errorOf(() => create(wanted))).toMatchObject({ code, message });
    expect(await listed(operator)).toHaveLength(3);
  });

  it('is anything without a keys file', async () => {
    sut = new KeysController({ keysFile: null, clock });
    for (const act of [() => listed(operator), () => create({}), () => revoke({ name: 'desk' })]) {
      const message = expect.stringContaining('ARBITER_KEYS_FILE') as unknown;
      expect(await errorOf(act)).toMatchObject({ code: 'NOT_FOUND', message });
    }
  });

  it('is a change while another process writes, or was interrupted', async () => {
    await writeFile(`${keysFile}.lock`, '');
    expect((await errorOf(() => revoke({ name: 'prometheus' }))).code).toBe('CONFLICT');
    expect(await listed(operator)).toHaveLength(3);
  });

  it('is a change of a file in a place that nobody can write to', async () => {
    // Not by permissions, which mean nothing to root.
    sut = new KeysController({ keysFile: '/proc/arbiter-keys.json', clock });
    const message = expect.stringContaining('cannot be written') as unknown;
    expect(await errorOf(() => create({}))).toMatchObject({ code: 'CONFLICT', message });
  });
});
