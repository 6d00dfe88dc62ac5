import type { Role } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LocalIssuer, type TokenSpecification } from '@arbiter/testing/issuer';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { createLogger } from '../logging.js';
import { OidcTokens } from './oidc-tokens.js';

const roles = new Map<string, Role>([['staff', 'reader']]);
const claims = { roleClaim: 'roles', roles, tenantClaim: undefined, groupsClaim: undefined };
const logger = createLogger({ name: 'test', level: 'fatal' });

let issuer: LocalIssuer;
beforeEach(async () => {
  issuer = await LocalIssuer.start();
});
afterEach(() => issuer.stop());

/** Whether a good token of this kind is admitted: "admitted", or what its caller is told. */
async function read(given: TokenSpecification, types: readonly string[] = ['at+jwt', 'JWT']): Promise<string> {
  const options = { issuer: issuer.url, audience: [LocalIssuer.audience], types, claims, clock: SYSTEM_CLOCK, logger };
  const token = await issuer.token({ ...given, claims: { roles: ['staff'], ...given.claims } });
  return new OidcTokens(options).read(token).then(
    ({ name }) => (name === 'oidc:ada' ? 'admitted' : name),
    (error: unknown) => (error as Error).message,
  );
}

describe('a token for another purpose than calling this server', () => {
  it.each<[string, TokenSpecification, RegExp]>([
    ['an ID token with the nonce of its login', { claims: { nonce: 'n-0S6_WzA2Mj' } }, /is an ID token/],
    [
      'an ID token with a digest of its access token',
      { claims: { at_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng' } },
      /is an ID token/,
    ],
    ['an ID token with a digest of its code', { claims: { c_hash: 'LDktKdoQak3Pk0cnXxCltA' } }, /is an ID token/],
    ['an ID token of Keycloak', { claims: { typ: 'ID' } }, /is no access token/],
    ['a refresh token of Keycloak', { claims: { typ: 'Refresh' } }, /is no access token/],
    [
      'a logout token',
      { claims: { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } } },
      /is a logout token/,
    ],
    ['a logout token by its type', { header: { typ: 'logout+jwt' } }, /of another type/],
    ['a proof of possession', { header: { typ: 'dpop+jwt' } }, /of another type/],
    [
      'an access token that is bound to a key',
      { claims: { cnf: { jkt: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I' } } },
      /bound to a key/,
    ],
  ])('is refused: %s', async (_, given, message) => {
    expect(await read(given)).toMatch(message);
  });

  it('is refused where only tokens of the type of access tokens are admitted', async () => {
    expect(await read({ header: { typ: 'JWT' } }, ['at+jwt'])).toMatch(/of another type/);
    expect(await read({}, ['at+jwt'])).toMatch(/of another type/);
  });
});

describe('an access token', () => {
  it.each(['at+jwt', 'application/at+jwt', 'AT+JWT', 'JWT', 'jwt', undefined])('is admitted as %s', async (typ) => {
    expect(await read({ header: typ === undefined ? {} : { typ } })).toBe('admitted');
  });

  it('is admitted with the nonce that older versions of Keycloak put into it', async () => {
    expect(await read({ claims: { typ: 'Bearer', nonce: 'n-0S6_WzA2Mj' } })).toBe('admitted');
  });

  it('is refused from the future, beyond what two clocks differ', async () => {
    const now = Math.floor(Date.now() / 1_000);
    expect(await read({ claims: { iat: now + 20 } })).toBe('admitted');
    expect(await read({ claims: { iat: undefined } })).toBe('admitted');
    for (const iat of [now + 120, String(now), null]) expect(await read({ claims: { iat } })).toContain('claim "iat"');
  });
});
