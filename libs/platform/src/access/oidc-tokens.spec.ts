import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ArbiterError, Principal, Role } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LocalIssuer, type SigningAlgorithm } from '@arbiter/testing/issuer';
import { createLogger } from '../logging.js';
import { OidcTokens, type OidcTokensOptions } from './oidc-tokens.js';

const DESCRIPTION = '/realm/.well-known/openid-configuration';
const KEYS = '/realm/keys';
const roles = new Map<string, Role>([
  ['arbiter-admin', 'admin'],
  ['staff', 'reader'],
]);
const claims = { roleClaim: 'roles', roles, tenantClaim: undefined, groupsClaim: undefined };

let issuer: LocalIssuer;
let lines: string[];
const clock = { ahead: 0, now: () => Date.now() + clock.ahead, monotonic: () => performance.now() + clock.ahead };
beforeEach(async () => {
  issuer = await LocalIssuer.start();
  lines = [];
  clock.ahead = 0;
});
afterEach(() => issuer.stop());

const tokensOf = (options: Partial<OidcTokensOptions> = {}) =>
  new OidcTokens({
    issuer: issuer.url,
    audience: [LocalIssuer.audience],
    types: ['at+jwt', 'JWT'],
    claims,
    clock,
    logger: createLogger({ name: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } }),
    ...options,
  });
const staff = { roles: ['staff'] };
const errorOf = (reading: Promise<Principal>): Promise<ArbiterError> =>
  reading.then(
    () => {
      throw new Error('the token was admitted');
    },
    (error: unknown) => error as ArbiterError,
  );
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a token of the issuer', () => {
  it.each<SigningAlgorithm>(['RS256', 'ES256', 'EdDSA'])('that is signed with %s is admitted', async (alg) => {
    await issuer.rotate(alg);
    expect(await tokensOf().read(await issuer.token({ claims: staff }))).toEqual({
      name: 'oidc:ada',
      role: 'reader',
      tenant: null,
      groups: null,
    });
  });

  it.each([
    ['for another program', { aud: 'payroll' }, 'claim "aud"'],
    ['for nobody', { aud: undefined }, 'claim "aud"'],
    ['of another issuer', { iss: 'https://evil.example' }, 'claim "iss"'],
    ['without an end', { exp: undefined }, 'claim "exp"'],
    ['without a subject', { sub: undefined }, 'claim "sub"'],
    ['that is not yet good', { nbf: Math.floor(Date.now() / 1_000) + 120 }, 'claim "nbf"'],
    ['that has ended', { exp: 1_700_000_000 }, 'expired on 2023-11-14T22:13:20.000Z'],
  ])('%s is refused', async (_, own, words) => {
    const error = await errorOf(tokensOf().read(await issuer.token({ claims: { ...staff, ...own } })));
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', message: expect.stringContaining(words) });
  });

  it('may be for several programs, and holds for clocks that differ by seconds', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const own = { ...staff, aud: ['payroll', LocalIssuer.audience], nbf: now + 20, exp: now - 20 };
    expect(await tokensOf().read(await issuer.token({ claims: own }))).toMatchObject({ name: 'oidc:ada' });
  });

  it('that was changed is refused', async () => {
    const [head, , signature] = (await issuer.token({ claims: staff })).split('.');
    const now = Math.floor(Date.now() / 1_000);
    const body = { iss: issuer.url, aud: LocalIssuer.audience, sub: 'ada', exp: now + 300, roles: ['arbiter-admin'] };
    const error = await errorOf(tokensOf().read(`${head}.${encoded(body)}.${signature}`));
    expect(error).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining('signed by somebody else'),
    });
  });

  it('that names the right key, and was signed by another, is refused', async () => {
    const other = await LocalIssuer.start();
    try {
      const forged = await other.token({ claims: { ...staff, iss: issuer.url } });
      expect(await errorOf(tokensOf().read(forged))).toMatchObject({ code: 'UNAUTHENTICATED' });
    } finally {
      await other.stop();
    }
  });

  it('that is not signed at all is refused', async () => {
    const [, body] = (await issuer.token({ claims: staff })).split('.');
    for (const alg of ['none', 'None', 'NONE', '']) {
      const error = await errorOf(tokensOf().read(`${encoded({ alg, kid: 'key-1' })}.${body}.`));
      expect(error.code).toBe('UNAUTHENTICATED');
    }
  });

  it.each(['HS256', 'HS512'])('that is signed by %s, with the public key for its secret, is refused', async (alg) => {
    const [, body] = (await issuer.token({ claims: staff })).split('.');
    const signed = `${encoded({ alg, kid: 'key-1' })}.${body}`;
    const mac = createHmac(alg === 'HS256' ? 'sha256' : 'sha512', await issuer.publicKeyPem()).update(signed);
    const error = await errorOf(tokensOf().read(`${signed}.${mac.digest('base64url')}`));
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', message: expect.stringContaining('not admitted') });
  });

  it('that is signed in a way nobody named is refused, though the issuer has the key', async () => {
    await issuer.rotate('PS256');
    expect(await errorOf(tokensOf().read(await issuer.token({ claims: staff })))).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining('not admitted'),
    });
  });

  it('that brings its own key, or says where it lies, is refused', async () => {
    const stranger = await LocalIssuer.start();
    try {
      for (const header of [{ jku: `${stranger.url}/keys` }, { jwk: { kty: 'oct', k: 'AAAA' } }]) {
        const forged = await stranger.token({ claims: { ...staff, iss: issuer.url }, header });
        expect(await errorOf(tokensOf().read(forged))).toMatchObject({ code: 'UNAUTHENTICATED' });
      }
      expect(stranger.keyRequests).toBe(0);
    } finally {
      await stranger.stop();
    }
  });

  it('that is huge is refused before anything is asked or reckoned', async () => {
    const error = await errorOf(tokensOf().read(await issuer.token({ claims: { ...staff, note: 'x'.repeat(9_000) } })));
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', message: expect.stringContaining('8192 bytes') });
    expect(issuer.descriptionRequests).toBe(0);
  });
});

describe('keys of the issuer', () => {
  it('are fetched once for many tokens', async () => {
    const tokens = tokensOf();
    const token = await issuer.token({ claims: staff });
    await Promise.all(Array.from({ length: 20 }, () => tokens.read(token)));
    await tokens.read(token);
    expect([issuer.descriptionRequests, issuer.keyRequests]).toEqual([1, 1]);
  });

  it('are fetched again for a token of a new one, and a withdrawn one is forgotten', async () => {
    const tokens = tokensOf({ cooldownMs: 0, maxAgeMs: 60_000 });
    const old = await issuer.token({ claims: staff });
    await tokens.read(old);
    await issuer.rotate('ES256');
    expect(await tokens.read(await issuer.token({ claims: staff }))).toMatchObject({ name: 'oidc:ada' });
    issuer.withdraw('key-1');
    clock.ahead = 61_000;
    expect(await errorOf(tokens.read(old))).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('are fetched from where the description says by now, which is not asked for each token', async () => {
    const tokens = tokensOf({ cooldownMs: 20_000, maxAgeMs: 60_000, retryMs: 1_000 });
    const old = await issuer.token({ claims: staff });
    await tokens.read(old);
    const moved = { issuer: issuer.url, jwks_uri: `${issuer.url}/moved/keys` };
    issuer.answers.set(DESCRIPTION, { body: JSON.stringify(moved) });
    issuer.answers.set(KEYS, { status: 404 });
    await issuer.rotate('ES256');
    issuer.answers.set('/realm/moved/keys', { body: JSON.stringify(issuer.keySet) });
    const unknown = await issuer.token({ claims: staff });
    for (let tries = 0; tries < 5; tries += 1)
      expect((await errorOf(tokens.read(unknown))).code).toBe('UNAUTHENTICATED');
    expect(issuer.descriptionRequests).toBe(1);
    clock.ahead = 21_000;
    expect(await tokens.read(unknown)).toMatchObject({ name: 'oidc:ada' });
    // The key that the issuer withdrew where its keys are now is forgotten with age.
    issuer.withdraw('key-1');
    issuer.answers.set('/realm/moved/keys', { body: JSON.stringify(issuer.keySet) });
    clock.ahead = 90_000;
    expect(await errorOf(tokens.read(old))).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(issuer.descriptionRequests).toBe(3);
  });

  it('go on to hold where the description has become that of somebody else', async () => {
    const tokens = tokensOf({ maxAgeMs: 60_000, cooldownMs: 0 });
    const known = await issuer.token({ claims: { ...staff, exp: Math.floor(Date.now() / 1_000) + 90_000 } });
    await tokens.read(known);
    const stranger = await LocalIssuer.start();
    try {
      const body = JSON.stringify({ issuer: 'https://evil.example', jwks_uri: `${stranger.url}/keys` });
      issuer.answers.set(DESCRIPTION, { body });
      clock.ahead = 61_000;
      expect(await tokens.read(known)).toMatchObject({ name: 'oidc:ada' });
      expect(stranger.keyRequests).toBe(0);
    } finally {
      await stranger.stop();
    }
  });

  it('are not fetched for each token that names one which does not exist', async () => {
    const tokens = tokensOf();
    await tokens.read(await issuer.token({ claims: staff }));
    for (let i = 0; i < 5; i++) {
      const error = await errorOf(tokens.read(await issuer.token({ claims: staff, header: { kid: `none-${i}` } })));
      expect(error).toMatchObject({ code: 'UNAUTHENTICATED', message: expect.stringContaining('names no key') });
    }
    expect(issuer.keyRequests).toBe(1);
  });

  it('hold while the issuer is away, however old; an unknown one is UNAVAILABLE', async () => {
    const tokens = tokensOf({ maxAgeMs: 60_000, cooldownMs: 0 });
    const known = await issuer.token({ claims: { ...staff, exp: Math.floor(Date.now() / 1_000) + 90_000 } });
    await tokens.read(known);
    await issuer.rotate('ES256');
    const unknown = await issuer.token({ claims: { ...staff, exp: Math.floor(Date.now() / 1_000) + 90_000 } });
    await issuer.stop();
    clock.ahead = 3_600_000;
    expect(await tokens.read(known)).toMatchObject({ name: 'oidc:ada' });
    expect(lines.join('')).toContain('known keys still hold');
    expect(await errorOf(tokens.read(unknown))).toMatchObject({ code: 'UNAVAILABLE', retryable: true });
    await issuer.listen();
    clock.ahead += 10_000;
    expect(await tokens.read(unknown)).toMatchObject({ name: 'oidc:ada' });
  });

  it('are not waited for again and again while the issuer is away from the start', async () => {
    await issuer.stop();
    const tokens = tokensOf();
    const token = await issuer.token({ claims: staff });
    expect(await errorOf(tokens.read(token))).toMatchObject({ code: 'UNAVAILABLE' });
    await issuer.listen();
    expect(await errorOf(tokens.read(token))).toMatchObject({ code: 'UNAVAILABLE' });
    expect(issuer.descriptionRequests).toBe(0);
    clock.ahead = 10_000;
    expect(await tokens.read(token)).toMatchObject({ name: 'oidc:ada' });
  });

  it.each([
    ['never answers', DESCRIPTION, { never: true }],
    ['never sends its keys', KEYS, { never: true }],
    ['fails', DESCRIPTION, { status: 500 }],
    ['sends no JSON', DESCRIPTION, { body: '<html>' }],
    ['sends keys that are none', KEYS, { body: '{"keys": "all"}' }],
    ['sends without end', KEYS, { body: `{"keys": [], "note": "${'x'.repeat(600_000)}"}` }],
  ] as const)('are UNAVAILABLE when the issuer %s', async (_, path, answer) => {
    issuer.answers.set(path, answer);
    const error = await errorOf(
      tokensOf('never' in answer ? { timeoutMs: 200 } : {}).read(await issuer.token({ claims: staff })),
    );
    expect(error).toMatchObject({ code: 'UNAVAILABLE', details: { retryAfterMs: expect.any(Number) } });
  });

  it('are UNAVAILABLE when the issuer calls itself otherwise, though its keys are there', async () => {
    const body = JSON.stringify({ issuer: 'https://evil.example', jwks_uri: `${issuer.url}/keys` });
    issuer.answers.set(DESCRIPTION, { body });
    const error = await errorOf(tokensOf().read(await issuer.token({ claims: staff })));
    expect(error.code).toBe('UNAVAILABLE');
    expect(issuer.keyRequests).toBe(0);
  });

  it('are never fetched from where a redirection or an insecure description leads', async () => {
    let asked = 0;
    const elsewhere = createServer((_, res) => {
      asked += 1;
      res.end('{"keys": []}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = elsewhere.address() as AddressInfo;
      const token = await issuer.token({ claims: staff });
      issuer.answers.set(KEYS, { status: 302, headers: { location: `http://127.0.0.1:${port}/` } });
      expect(await errorOf(tokensOf().read(token))).toMatchObject({ code: 'UNAVAILABLE' });
      issuer.answers.set(DESCRIPTION, { status: 302, headers: { location: `http://127.0.0.1:${port}/` } });
      expect(await errorOf(tokensOf().read(token))).toMatchObject({ code: 'UNAVAILABLE' });
      const insecure = { issuer: issuer.url, jwks_uri: 'http://keys.example/' };
      issuer.answers.set(DESCRIPTION, { body: JSON.stringify(insecure) });
      expect(await errorOf(tokensOf().read(token))).toMatchObject({ code: 'UNAVAILABLE' });
      expect(lines.join('')).toContain('not at an https address');
      expect(asked).toBe(0);
    } finally {
      elsewhere.close();
    }
  });
});

describe('what a token may do', () => {
  const read = async (own: Record<string, unknown>, settings: Partial<OidcTokensOptions['claims']> = {}) =>
    tokensOf({ claims: { ...claims, ...settings } }).read(await issuer.token({ claims: own }));

  it.each([
    ['the role that its claim is mapped to', { roles: 'staff' }, {}, 'reader'],
    ['the highest of several', { roles: ['staff', 'arbiter-admin', 'chess'] }, {}, 'admin'],
    ['that of a nested claim', { realm_access: { roles: ['staff'] } }, { roleClaim: 'realm_access.roles' }, 'reader'],
    [
      'that of a claim called like an address',
      { 'https://x.example/r': ['staff'] },
      { roleClaim: 'https://x.example/r' },
      'reader',
    ],
    ['that of a scope', { scope: 'openid staff' }, { roleClaim: 'scope' }, 'reader'],
  ])('is %s', async (_, own, settings, role) => {
    expect(await read(own, settings)).toMatchObject({ role });
  });

  it.each([
    ['no claim', {}],
    ['no value that is mapped', { roles: ['chess', 'Staff', 'staff arbiter-admin'] }],
    ['a claim of another form', { roles: { staff: true } }],
    ['a name of every object', { roles: ['constructor', '__proto__'] }],
  ])('is nothing with %s', async (_, own) => {
    expect(await errorOf(read(own))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('reaches the tenant that its claim names, and none is not all', async () => {
    const settings = { tenantClaim: 'org' };
    expect(await read({ ...staff, org: 'acme' }, settings)).toMatchObject({ tenant: 'acme' });
    for (const org of [undefined, null, '', '*', 'a.b', ['acme'], ['acme', 'bcme'], 7])
      expect(await errorOf(read({ ...staff, org }, settings))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is what its groups may read, and no claim is no group', async () => {
    const settings = { groupsClaim: 'groups' };
    expect(await read({ ...staff, groups: ['board', 'board', '/hr'] }, settings)).toMatchObject({
      groups: ['board', '/hr'],
    });
    expect(await read(staff, settings)).toMatchObject({ groups: [] });
    for (const groups of [['a,b'], [7], { board: true }, Array.from({ length: 300 }, (_, i) => `g${i}`)])
      expect(await errorOf(read({ ...staff, groups }, settings))).toMatchObject({ code: 'FORBIDDEN' });
  });
});
