import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeDoors, openDoor, type OpenDoor } from '../../test/door.fixture.js';
import { LocalIssuer } from '@arbiter/testing/issuer';
import { commonVariables } from '../config/common-variables.js';
import { defineConfig } from '../config/define-config.js';
import { loadConfig } from '../config/load-config.js';
import { createLogger } from '../logging.js';
import { addKey, removeKey } from './edit-keys-file.js';
import { openAuthentication } from './open-authentication.js';

const OPERATOR = 'correct-horse-battery';
const created = '2026-01-01T00:00:00Z';
const definition = defineConfig({ app: 'test', section: 'test', variables: commonVariables });

let cwd: string;
let issuer: LocalIssuer;
const closers: (() => void)[] = [];
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'arbiter-authentication-'));
  issuer = await LocalIssuer.start();
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await closeDoors();
  await issuer.stop();
  await rm(cwd, { recursive: true });
});

const logger = createLogger({ name: 'test', level: 'silent', destination: { write: () => undefined } });
const authenticationOf = async (env: Record<string, string>) => {
  const opened = await openAuthentication(loadConfig(definition, { env, cwd }).values, { cwd, logger });
  closers.push(() => opened.close());
  return opened;
};
const doorOf = async (env: Record<string, string>) => {
  const { authenticate } = await authenticationOf(env);
  return openDoor({ ...(authenticate && { authenticate }) });
};
const oidc = () => ({
  OIDC_ISSUER: issuer.url,
  OIDC_AUDIENCE: LocalIssuer.audience,
  OIDC_ROLES: 'ops=admin, staff=reader',
  OIDC_TENANT_CLAIM: 'org',
  OIDC_GROUPS_CLAIM: 'groups',
});
const get = (door: OpenDoor, credential?: string, path = '/v1/things/ab') =>
  fetch(`${door.url}${path}`, { headers: credential === undefined ? {} : { authorization: `Bearer ${credential}` } });
const keyOf = (entry: Partial<Parameters<typeof addKey>[1]> = {}) =>
  addKey(join(cwd, 'keys.json'), { name: 'desk', role: 'reader', created, ...entry });

describe('a door with keys and an issuer', () => {
  it("knows the operator's key, keys of the file and tokens, and says who calls", async () => {
    const key = keyOf({ tenant: 'acme', groups: ['board'] });
    const door = await doorOf({ ARBITER_API_KEY: OPERATOR, ARBITER_KEYS_FILE: 'keys.json', ...oidc() });
    const token = await issuer.token({ claims: { roles: 'staff', org: 'bcme', groups: ['hr'] } });
    for (const credential of [OPERATOR, key, token]) expect((await get(door, credential)).status).toBe(200);
    expect(door.calls.map(({ principal }) => principal)).toEqual([
      null,
      { name: 'desk', role: 'reader', tenant: 'acme', groups: ['board'] },
      { name: 'oidc:ada', role: 'reader', tenant: 'bcme', groups: ['hr'] },
    ]);
    const byHeader = await fetch(`${door.url}/v1/things/ab`, { headers: { 'x-api-key': key } });
    expect(byHeader.status).toBe(200);
  });

  it('asks for credentials where none came, and says that those which came are no good', async () => {
    const expired = keyOf({ name: 'old', expires: '2026-02-01T00:00:00Z' });
    const door = await doorOf({ ARBITER_KEYS_FILE: 'keys.json', ...oidc() });
    const challengeOf = async (credential?: string) => {
      const response = await get(door, credential);
      const { code, detail } = (await response.json()) as Problem;
      return [response.status, code, response.headers.get('www-authenticate'), detail];
    };
    expect((await challengeOf()).slice(0, 3)).toEqual([401, 'UNAUTHENTICATED', 'Bearer realm="arbiter"']);
    const invalid = (why: string) => `Bearer realm="arbiter", error="invalid_token", error_description="${why}"`;
    expect((await challengeOf('arb_no-such-key')).slice(0, 3)).toEqual([
      401,
      'UNAUTHENTICATED',
      invalid('unknown key'),
    ]);
    expect(await challengeOf(expired)).toEqual([
      401,
      'UNAUTHENTICATED',
      invalid('the key expired'),
      'This key expired on 2026-02-01T00:00:00Z: ask for a new one.',
    ]);
    const token = await issuer.token({ claims: { roles: 'staff', org: 'acme', exp: 1_700_000_000 } });
    expect((await challengeOf(token))[2]).toBe(invalid('the token expired'));
  });

  it('forbids tokens that give no rights, and says when it cannot know', async () => {
    const door = await doorOf(oidc());
    for (const claims of [{ org: 'acme' }, { roles: 'staff' }])
      expect((await get(door, await issuer.token({ claims }))).status).toBe(403);
    const token = await issuer.token({ claims: { roles: 'staff', org: 'acme' } });
    const other = await doorOf(oidc());
    await issuer.stop();
    expect((await get(door, token)).status).toBe(200);
    const response = await get(other, token);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  });

  it('lets in nobody whose key was revoked a moment ago', async () => {
    const key = keyOf();
    const door = await doorOf({ ARBITER_KEYS_FILE: 'keys.json' });
    expect((await get(door, key)).status).toBe(200);
    removeKey(join(cwd, 'keys.json'), { name: 'desk' });
    const end = Date.now() + 10_000;
    while ((await get(door, key)).status !== 401) if (Date.now() > end) throw new Error('it is still let in');
  });

  it.each([
    ['none where no issuer is named', {}],
    ['that are broken', { OIDC_ISSUER: 'http://127.0.0.1:1' }],
  ])('admits no tokens: %s', async (_, own: Record<string, string>) => {
    const env = Object.keys(own).length > 0 ? { ...oidc(), ...own } : { ARBITER_API_KEY: OPERATOR };
    const response = await get(await doorOf(env), 'a.b.c');
    expect(response.status).toBe(401);
  });

  it.each([
    [{ role: 'monitor' }, 200],
    [{ role: 'admin' }, 200],
    [{ role: 'admin', tenant: 'acme' }, 403],
    [{ role: 'editor' }, 403],
    [{ role: 'reader' }, 403],
  ] as const)('shows metrics to %j: %i', async (entry, status) => {
    const key = keyOf(entry);
    const door = await doorOf({ ARBITER_API_KEY: OPERATOR, ARBITER_KEYS_FILE: 'keys.json' });
    expect((await get(door, key, '/metrics')).status).toBe(status);
    expect((await get(door, OPERATOR, '/metrics')).status).toBe(200);
    expect((await get(door, undefined, '/metrics')).status).toBe(401);
  });
});

describe('the settings', () => {
  const mistakeOf = (env: Record<string, string>) =>
    authenticationOf(env).then(String, (error: unknown) => (error instanceof Error ? error.message : ''));

  it('admit everybody on this machine where nothing is set', async () => {
    expect(await authenticationOf({})).toMatchObject({ authenticate: undefined, means: [] });
  });

  it('say what is admitted', async () => {
    keyOf();
    const env = { ARBITER_API_KEY: OPERATOR, ARBITER_KEYS_FILE: 'keys.json', ...oidc() };
    expect((await authenticationOf(env)).means).toEqual([
      "the operator's key",
      '1 key of keys.json',
      `tokens of ${issuer.url}`,
    ]);
  });

  it.each([
    [
      'an issuer without audience',
      { OIDC_ISSUER: 'https://id.example', OIDC_ROLES: 'a=reader' },
      'needs OIDC_AUDIENCE',
    ],
    ['an issuer alone', { OIDC_ISSUER: 'https://id.example' }, 'needs OIDC_AUDIENCE and OIDC_ROLES'],
    ['an audience without issuer', { OIDC_AUDIENCE: 'a' }, 'OIDC_AUDIENCE without OIDC_ISSUER'],
    ['a tenant claim without issuer', { OIDC_TENANT_CLAIM: 'a' }, 'OIDC_TENANT_CLAIM without OIDC_ISSUER'],
    ['a keys file that is not there', { ARBITER_KEYS_FILE: 'none.json' }, 'no file'],
    ['an issuer over http', { OIDC_ISSUER: 'http://id.example' }, 'OIDC_ISSUER is "http://id.example"'],
    ['an issuer with a password', { OIDC_ISSUER: 'https://a:b@id.example' }, 'OIDC_ISSUER'],
    ['an issuer with a query', { OIDC_ISSUER: 'https://id.example?a=b' }, 'OIDC_ISSUER'],
    ['a role that there is none of', { OIDC_ROLES: 'staff=boss' }, 'OIDC_ROLES'],
    ['a mapping to nothing', { OIDC_ROLES: 'staff' }, 'OIDC_ROLES'],
  ])('refuse %s', async (_, env: Record<string, string>, words) => {
    expect(await mistakeOf(env)).toContain(words);
  });
});
