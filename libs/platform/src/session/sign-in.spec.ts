import type { Problem, Role } from '@arbiter/contracts';
import { LocalIssuer } from '@arbiter/testing/issuer';
import { LocalSignIn } from '@arbiter/testing/sign-in';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Browser } from '../../test/browser.fixture.js';
import { closeDoors, openDoor } from '../../test/door.fixture.js';
import { credentialIn } from '../access/credential-in.js';
import { OidcSignIn } from '../access/oidc-sign-in.js';
import { OidcTokens } from '../access/oidc-tokens.js';
import { createLogger } from '../logging.js';
import { pageSessions } from './session-router.js';

const clientId = 'console';
const ONE_THING = '/v1/things/ab';
const SIGN_IN_PATH = '/v1/console/login';
const CALLBACK_PATH = '/v1/console/callback';
const logger = createLogger({ name: 'test', level: 'silent', destination: { write: () => undefined } });
const clock = { ahead: 0, now: () => Date.now() + clock.ahead, monotonic: () => performance.now() + clock.ahead };
const roles = new Map<string, Role>([['staff', 'reader']]);
const claims = { roleClaim: 'roles', roles, tenantClaim: undefined, groupsClaim: undefined };

let issuer: LocalIssuer;
beforeEach(async () => {
  clock.ahead = 0;
  issuer = await LocalIssuer.start();
});
afterEach(async () => {
  await closeDoors();
  await issuer.stop();
});

interface Trial {
  readonly clientSecret?: string;
  readonly expectedSecret?: string;
  readonly tokenClaims?: Readonly<Record<string, unknown>>;
}
async function open({ clientSecret, expectedSecret = clientSecret, tokenClaims = { roles: ['staff'] } }: Trial = {}) {
  const provider = new LocalSignIn(issuer, {
    clientId,
    ...(expectedSecret !== undefined && { clientSecret: expectedSecret }),
    claims: tokenClaims,
  });
  const shared = { issuer: issuer.url, clock, logger };
  const tokens = new OidcTokens({ ...shared, audience: [LocalIssuer.audience], types: ['JWT'], claims });
  const signIn = new OidcSignIn({ ...shared, clientId, clientSecret, audience: LocalIssuer.audience });
  const sessions = pageSessions({ secrets: ['a secret'], publicUrl: undefined, takesKeys: false, signIn, clock });
  const door = await openDoor({ authenticate: (headers) => tokens.read(credentialIn(headers) ?? ''), sessions });
  return { provider, door, browser: new Browser(door.url) };
}
/** The address that a response leads to, with a path of the server itself alone. */
const targetOf = (response: Response) => response.headers.get('location') ?? '';
const begin = async (browser: Browser, returnTo = '/documents/d-1?start=12&end=65') =>
  targetOf(await browser.get(`${SIGN_IN_PATH}?returnTo=${encodeURIComponent(returnTo)}`));
/** At the provider: the person agrees, and is sent back. */
const agree = async (target: string) => {
  const back = new URL(targetOf(await fetch(target, { redirect: 'manual' })));
  return `${back.pathname}${back.search}`;
};
const outcomeOf = async (response: Response) => [response.status, ((await response.json()) as Problem).code];

describe('signing in at a provider', () => {
  it.each([{}, { clientSecret: 's3cret' }])('leads to a session and back to the page: %j', async (trial) => {
    const { door, browser } = await open(trial);
    expect(await browser.who()).toMatchObject({ isSignedIn: false, means: ['oidc'] });
    const target = await begin(browser);
    expect(target).toMatch(`${issuer.url}/authorize?`);
    expect(browser.setCookie).toMatch(
      /^arbiter-login=[\w-]{43}; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const response = await browser.get(await agree(target));
    expect([response.status, targetOf(response)]).toEqual([303, '/documents/d-1?start=12&end=65']);
    expect(browser.setCookie).toMatch(/^arbiter=[\w.-]+; Max-Age=\d+; .*HttpOnly; SameSite=Strict$/);

    const who = await browser.who();
    expect(who).toMatchObject({ isSignedIn: true, name: 'oidc:ada', role: 'reader' });
    // As the token does, long before a session would.
    expect(Date.parse(who.expiresAt ?? '') - Date.now()).toBeLessThanOrEqual(300_000);
    await browser.get(ONE_THING);
    expect(door.calls).toMatchObject([{ principal: { name: 'oidc:ada' } }]);
    clock.ahead = 331_000;
    expect((await browser.get(ONE_THING)).status).toBe(401);
  });

  it('is possible in two tabs at once', async () => {
    const { browser } = await open();
    const targets = [await begin(browser, '/one'), await begin(browser, '/two')];
    const returned = [];
    for (const target of targets) returned.push(targetOf(await browser.get(await agree(target))));
    expect(returned).toEqual(['/one', '/two']);
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    'documents/d-1',
    '',
  ])('leads nowhere else: %j', async (returnTo) => {
    const { browser } = await open();
    const response = await browser.get(`${SIGN_IN_PATH}?returnTo=${encodeURIComponent(returnTo)}`);
    expect(await outcomeOf(response)).toEqual([400, 'INVALID_REQUEST']);
    expect(browser.cookie).toBe('');
  });

  it('leads to the first page where none is named, or a longer one than fits, and to a path of ours whatever its name', async () => {
    const { browser } = await open();
    const target = targetOf(await browser.get(SIGN_IN_PATH));
    expect(targetOf(await browser.get(await agree(target)))).toBe('/');
    const long = await begin(browser, `/?q=${'x'.repeat(2_000)}`);
    expect(targetOf(await browser.get(await agree(long)))).toBe('/');
    const odd = await begin(browser, '/a\r\nSet-Cookie: x=1/../b');
    expect(targetOf(await browser.get(await agree(odd)))).toBe('/b');
  });
});

describe('a sign-in is refused', () => {
  it('in another browser than it was begun in', async () => {
    const { door, browser } = await open();
    const back = await agree(await begin(browser));
    const other = new Browser(door.url);
    expect(await outcomeOf(await other.get(back))).toEqual([400, 'INVALID_REQUEST']);
    await begin(other);
    expect(await outcomeOf(await other.get(back))).toEqual([400, 'INVALID_REQUEST']);
    expect(await other.who()).toMatchObject({ isSignedIn: false });
  });

  it.each([
    ['changed', (state: string) => `${state.slice(0, -1)}${state.endsWith('A') ? 'Q' : 'A'}`],
    ['missing', () => ''],
    ['made up', () => 'x'.repeat(200)],
  ])('where its state is %s', async (_what, change) => {
    const { browser } = await open();
    const back = new URL(await agree(await begin(browser)), 'http://localhost');
    back.searchParams.set('state', change(back.searchParams.get('state') ?? ''));
    expect(await outcomeOf(await browser.get(`${back.pathname}${back.search}`))).toEqual([400, 'INVALID_REQUEST']);
  });

  it('where it took too long', async () => {
    const { browser } = await open();
    const back = await agree(await begin(browser));
    clock.ahead = 601_000;
    expect(await outcomeOf(await browser.get(back))).toEqual([400, 'INVALID_REQUEST']);
  });

  it('where the state of one is used with the code of another', async () => {
    const { browser } = await open();
    const [one, two] = [await agree(await begin(browser)), await agree(await begin(browser))];
    const mixed = new URL(one, 'http://localhost');
    mixed.searchParams.set('code', new URL(two, 'http://localhost').searchParams.get('code') ?? '');
    expect(await outcomeOf(await browser.get(`${CALLBACK_PATH}${mixed.search}`))).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('where the ID token answers something else', async () => {
    const { provider, browser } = await open();
    provider.wrongNonce = 'of another';
    expect(await outcomeOf(await browser.get(await agree(await begin(browser))))).toEqual([401, 'UNAUTHENTICATED']);
    expect(await browser.who()).toMatchObject({ isSignedIn: false });
  });

  it('where the code has expired, or comes a second time', async () => {
    const { provider, browser } = await open();
    const late = await agree(await begin(browser));
    provider.expireCodes();
    expect(await outcomeOf(await browser.get(late))).toEqual([401, 'UNAUTHENTICATED']);
    const back = await agree(await begin(browser));
    expect((await browser.get(back)).status).toBe(303);
    expect(await outcomeOf(await browser.get(back))).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('where the person refuses', async () => {
    const { provider, browser } = await open();
    provider.refusal = 'access_denied';
    expect(await outcomeOf(await browser.get(await agree(await begin(browser))))).toEqual([401, 'UNAUTHENTICATED']);
  });

  it.each([
    ['for another program', { roles: ['staff'], aud: 'payroll' }, 401, 'UNAUTHENTICATED'],
    ['without a role here', { roles: ['guest'] }, 403, 'FORBIDDEN'],
    ['too long for a cookie', { roles: ['staff'], noise: 'x' }, 400, 'INVALID_REQUEST'],
  ])('where the token is %s', async (what, tokenClaims, status, code) => {
    const noise = Array.from({ length: 300 }, () => Math.random().toString(36)).join('');
    const { browser } = await open({
      tokenClaims: what.startsWith('too long') ? { ...tokenClaims, noise } : tokenClaims,
    });
    expect(await outcomeOf(await browser.get(await agree(await begin(browser))))).toEqual([status, code]);
    expect(await browser.who()).toMatchObject({ isSignedIn: false });
  });

  it('where the provider knows another secret', async () => {
    const { browser } = await open({ clientSecret: 'wrong', expectedSecret: 'right' });
    expect(await outcomeOf(await browser.get(await agree(await begin(browser))))).toEqual([401, 'UNAUTHENTICATED']);
  });
});

describe('a provider that cannot be used', () => {
  it('is told to the person, and used again once it is back', async () => {
    const { browser } = await open();
    await issuer.stop();
    expect(await outcomeOf(await browser.get(SIGN_IN_PATH))).toEqual([503, 'UNAVAILABLE']);
    await issuer.listen();
    const back = await agree(await begin(browser));
    await issuer.stop();
    expect(await outcomeOf(await browser.get(back))).toEqual([503, 'UNAVAILABLE']);
  });

  it.each([
    ['authorization_endpoint', 'http://evil.example/authorize'],
    ['authorization_endpoint', 'javascript:alert(1)'],
    ['token_endpoint', 'http://evil.example/token'],
    ['issuer', 'https://evil.example'],
  ])('because its %s is %s', async (field, value) => {
    const { browser } = await open();
    const path = '/realm/.well-known/openid-configuration';
    const description = (await (await fetch(issuer.url + path.slice('/realm'.length))).json()) as object;
    issuer.answers.set(path, { body: JSON.stringify({ ...description, [field]: value }) });
    const response = await browser.get(SIGN_IN_PATH);
    const last = response.status === 303 ? await browser.get(await agree(targetOf(response))) : response;
    expect(await outcomeOf(last)).toEqual([503, 'UNAVAILABLE']);
  });
});

it('there is no way to a provider where none is set', async () => {
  const sessions = pageSessions({ secrets: ['a secret'], publicUrl: undefined, takesKeys: true, clock });
  const door = await openDoor({ authenticate: () => null, sessions });
  expect((await new Browser(door.url).get(SIGN_IN_PATH)).status).toBe(404);
});
