import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Principal } from '@arbiter/contracts';
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

const listed = async (caller = operator) => (await sut.list({}, caller)).keys;
const create = async (wanted: Partial<Parameters<KeysController['create']>[0]>, caller = operator) =>
  sut.create({ name: 'x', role: 'reader', ...wanted }, caller);
const revoke = async (wanted: Parameters<KeysController['revoke']>[0], caller = operator) => sut.revoke(wanted, caller);

describe('the keys of a server', () => {
  it('are told without anything that could be used', async () => {
    const common = { name: 'desk', role: 'reader', groups: null, expires: null, expired: false, created };
    expect(await listed()).toEqual([
      { ...common, tenant: 'acme', groups: ['staff'] },
      { ...common, tenant: 'bcme', expires: '2026-02-01T00:00:00Z', expired: true },
      { ...common, name: 'prometheus', role: 'monitor', tenant: null },
    ]);
  });

  it('are made with a key that is shown this once', async () => {
    const wanted = { name: 'hall', role: 'editor', tenant: 'acme', expires: '2027-01-31T01:00:00+01:00' } as const;
    const { key, ...made } = await create(wanted);
    expect(made).toEqual({ ...wanted, groups: null, expired: false, created: '2026-06-01T00:00:00.000Z' });
    expect(key).toMatch(/^arb_[\w-]{43}$/);
    const stored = await readFile(keysFile, 'utf8');
    expect([stored.includes(digestOf(key)), stored.includes(key)]).toEqual([true, false]);
    expect(await listed()).toHaveLength(4);
  });

  it('are revoked by name and tenant', async () => {
    expect(await revoke({ name: 'desk', tenant: 'acme' })).toMatchObject({ name: 'desk', tenant: 'acme' });
    expect((await listed()).map(({ tenant }) => tenant)).toEqual(['bcme', null]);
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

  it('is told of none where the tenant has none, and of all where it is of no tenant', async () => {
    expect(await listed(adminOf('third'))).toEqual([]);
    expect(await listed(adminOf(null))).toHaveLength(3);
  });
});

describe('what is refused', () => {
  const desk = { name: 'desk' };
  const admin = adminOf('acme');
  it.each<[string, () => Promise<unknown>, string, string]>([
    ['a key of another tenant', () => create({ tenant: 'bcme' }, admin), 'FORBIDDEN', 'acme alone'],
    ['a key of a tenant that reads metrics', () => create({ role: 'monitor' }, admin), 'INVALID_REQUEST', ''],
    ['to revoke that of another', () => revoke({ ...desk, tenant: 'bcme' }, admin), 'FORBIDDEN', 'acme alone'],
    ['to revoke one of all tenants', () => revoke({ name: 'prometheus' }, admin), 'NOT_FOUND', ''],
    ['to revoke one of no tenant that there is not', () => revoke(desk), 'NOT_FOUND', ''],
    ['a name that is taken', () => create({ ...desk, tenant: 'acme' }), 'CONFLICT', 'There is a key called acme/desk'],
    ['an end that is past', () => create({ expires: '2026-05-31T00:00:00Z' }), 'INVALID_REQUEST', 'is past'],
    ['an editor of groups', () => create({ role: 'editor', groups: ['staff'] }), 'INVALID_REQUEST', 'only a reader'],
  ])('is %s', async (_what, act, code, words) => {
    const before = await readFile(keysFile, 'utf8');
    await expect(act()).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
    expect(await readFile(keysFile, 'utf8')).toBe(before);
  });

  it('is anything without a keys file', async () => {
    sut = new KeysController({ keysFile: null, clock });
    const refusal = { code: 'NOT_FOUND', message: expect.stringContaining('ARBITER_KEYS_FILE') as unknown };
    for (const act of [listed, () => create({}), () => revoke(desk)])
      await expect(act()).rejects.toMatchObject(refusal);
  });

  it('is a change while another process writes, and of a file that nobody can write to', async () => {
    await writeFile(`${keysFile}.lock`, '');
    await expect(revoke({ name: 'prometheus' })).rejects.toMatchObject({ code: 'CONFLICT' });
    // Not by permissions, which mean nothing to root.
    sut = new KeysController({ keysFile: '/proc/arbiter-keys.json', clock });
    const message = expect.stringContaining('cannot be written') as unknown;
    await expect(create({})).rejects.toMatchObject({ code: 'CONFLICT', message });
  });
});
