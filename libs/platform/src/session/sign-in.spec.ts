import type { Problem, Role } from '@arbiter/contracts';
import { LocalIssuer } from '@arbiter/testing/issuer';
import { LocalSignIn } from '@arbiter/testing/sign-in';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Browser, SILENT as logger, testClock } from '../../test/browser.fixture.js';
import { closeDoors, openDoor } from '../../test/door.fixture.js';
import { credentialIn } from '../access/credential-in.js';
import { OidcTokens } from '../access/oidc-tokens.js';
import { pageSessions } from './session-router.js';

const SIGN_IN_PATH = '/v1/console/login';
const REFUSED = [401, 'UNAUTHENTICATED'];
const INVALID = [400, 'INVALID_REQUEST'];
const clientId = 'console';
const clock = testClock();
const roles = new Map<string, Role>([['staff', 'reader']]);
const claims = { roleClaim: 'roles', roles, tenantClaim: undefined, groupsClaim: undefined };

/** Hard to compress. */
const NOISE = Array.from({ length: 300 }, () => Math.random().toString(36)).join('');

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
  const signIn = { ...shared, clientId, clientSecret, audience: LocalIssuer.audience };
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
const outcomeAt = async (browser: Browser, path: string) => {
  const response = await browser.get(path);
  return [response.status, ((await response.json()) as Problem).code];
};

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
    await browser.get('/v1/things/ab');
    expect(door.calls).toMatchObject([{ principal: { name: 'oidc:ada' } }]);
    clock.ahead = 331_000;
    expect((await browser.get('/v1/things/ab')).status).toBe(401);
  });

  it('is possible in two tabs at once, leads to the first page where none is named or a longer one than fits', async () => {
    const { browser } = await open();
    const paths = ['/one', '/two', `/?q=${'x'.repeat(2_000)}`, '/a\r\nSet-Cookie: x=1/../b'];
    const targets = [targetOf(await browser.get(SIGN_IN_PATH))];
    for (const path of paths) targets.push(await begin(browser, path));
    const returned = [];
    for (const target of targets) returned.push(targetOf(await browser.get(await agree(target))));
    expect(returned).toEqual(['/', '/one', '/two', '/', '/b']);
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
    const outcome = await outcomeAt(browser, `${SIGN_IN_PATH}?returnTo=${encodeURIComponent(returnTo)}`);
    expect([...outcome, browser.cookie]).toEqual([...INVALID, '']);
  });
});

describe('a sign-in is refused', () => {
  it('in another browser than it was begun in', async () => {
    const { door, browser } = await open();
    const back = await agree(await begin(browser));
    const other = new Browser(door.url);
    expect(await outcomeAt(other, back)).toEqual(INVALID);
    await begin(other);
    expect(await outcomeAt(other, back)).toEqual(INVALID);
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
    expect(await outcomeAt(browser, `${back.pathname}${back.search}`)).toEqual(INVALID);
  });

  it('where it took too long', async () => {
    const { browser } = await open();
    const back = await agree(await begin(browser));
    clock.ahead = 601_000;
    expect(await outcomeAt(browser, back)).toEqual(INVALID);
  });

  it('where the state of one is used with the code of another', async () => {
    const { browser } = await open();
    const [one, two] = [await agree(await begin(browser)), await agree(await begin(browser))];
    const code = new URLSearchParams(two.split('?')[1]).get('code') ?? '';
    expect(await outcomeAt(browser, one.replace(/code=[^&]+/, `code=${code}`))).toEqual(REFUSED);
  });

  it('where the code comes a second time', async () => {
    const { browser } = await open();
    const back = await agree(await begin(browser));
    expect((await browser.get(back)).status).toBe(303);
    expect(await outcomeAt(browser, back)).toEqual(REFUSED);
  });

  it.each<[string, Trial, (provider: LocalSignIn) => void, readonly unknown[]]>([
    ['the ID token answers something else', {}, (provider) => (provider.wrongNonce = 'of another'), REFUSED],
    ['the person refuses', {}, (provider) => (provider.refusal = 'access_denied'), REFUSED],
    ['the provider knows another secret', { clientSecret: 'wrong', expectedSecret: 'right' }, () => undefined, REFUSED],
    ['the token is for another program', { tokenClaims: { roles: ['staff'], aud: 'x' } }, () => undefined, REFUSED],
    ['the token has no role here', { tokenClaims: { roles: ['guest'] } }, () => undefined, [403, 'FORBIDDEN']],
    ['the token is too long for a cookie', { tokenClaims: { roles: ['staff'], NOISE } }, () => undefined, INVALID],
  ])('where %s', async (_what, trial, prepare, outcome) => {
    const { provider, browser } = await open(trial);
    prepare(provider);
    expect(await outcomeAt(browser, await agree(await begin(browser)))).toEqual(outcome);
    expect(await browser.who()).toMatchObject({ isSignedIn: false });
  });

  it('where the code has expired', async () => {
    const { provider, browser } = await open();
    const late = await agree(await begin(browser));
    provider.expireCodes();
    expect(await outcomeAt(browser, late)).toEqual(REFUSED);
  });
});

describe('a provider that cannot be used', () => {
  it('is told to the person, and used again once it is back', async () => {
    const { browser } = await open();
    await issuer.stop();
    expect(await outcomeAt(browser, SIGN_IN_PATH)).toEqual([503, 'UNAVAILABLE']);
    await issuer.listen();
    const back = await agree(await begin(browser));
    await issuer.stop();
    expect(await outcomeAt(browser, back)).toEqual([503, 'UNAVAILABLE']);
  });

  it.each([
    ['authorization_endpoint', 'http://evil.example/authorize'],
    ['authorization_endpoint', 'javascript:alert(1)'],
    ['token_endpoint', 'http://evil.example/token'],
    ['issuer', 'https://evil.example'],
  ])('because its %s is %s, until it is mended', async (field, value) => {
    const { browser } = await open();
    const path = '/.well-known/openid-configuration';
    const description = (await (await fetch(`${issuer.url}${path}`)).json()) as object;
    issuer.answers.set(`/realm${path}`, { body: JSON.stringify({ ...description, [field]: value }) });
    const isLate = field === 'token_endpoint';
    const first = isLate ? await agree(await begin(browser)) : SIGN_IN_PATH;
    expect(await outcomeAt(browser, first)).toEqual([503, 'UNAVAILABLE']);
    issuer.answers.delete(`/realm${path}`);
    expect((await browser.get(await agree(await begin(browser)))).status).toBe(303);
  });
});

it('there is no way to a provider where none is set', async () => {
  const sessions = pageSessions({ secrets: ['a secret'], publicUrl: undefined, takesKeys: true, clock });
  const door = await openDoor({ authenticate: () => null, sessions });
  expect((await new Browser(door.url).get(SIGN_IN_PATH)).status).toBe(404);
});
