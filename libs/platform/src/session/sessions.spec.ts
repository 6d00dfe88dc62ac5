import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONSOLE_SESSION_PATH, ConsoleSession, type Problem } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Browser, SILENT, testClock } from '../../test/browser.fixture.js';
import { closeDoors, openDoor } from '../../test/door.fixture.js';
import { addKey, removeKey } from '../access/edit-keys-file.js';
import { WatchedKeys } from '../access/watched-keys.js';
import { credentialIn } from '../access/credential-in.js';
import { doorLimits } from '../http/door-limits.js';
import { RefusedCredentials } from '../http/refused-credentials.js';
import type { HttpDoorOptions } from '../http/http-door.js';
import { pageSessions } from './session-router.js';
import { SESSION_MS, type SessionsOptions } from './sessions.js';

const ONE_THING = '/v1/things/ab';
const clock = testClock();

let folder: string;
let keys: WatchedKeys;
let key: string;
const keyOf = (name: string, more: { tenant?: string; expires?: string } = {}) =>
  addKey(join(folder, 'keys.json'), { name, role: 'editor', created: '2026-01-01T00:00:00Z', ...more });
beforeEach(async () => {
  clock.ahead = 0;
  folder = await mkdtemp(join(tmpdir(), 'arbiter-sessions-'));
  key = keyOf('desk', { tenant: 'acme' });
  keys = new WatchedKeys({ path: join(folder, 'keys.json'), clock, logger: SILENT });
});
afterEach(async () => {
  keys.close();
  await closeDoors();
  await rm(folder, { recursive: true });
});

const authenticate: NonNullable<HttpDoorOptions['authenticate']> = (headers) => {
  const principal = keys.find(credentialIn(headers) ?? '');
  if (principal) return principal;
  throw new RefusedCredentials('Unknown.', 'unknown key');
};
const sessionsOf = (options: Partial<SessionsOptions> = {}) =>
  pageSessions({ secrets: ['a secret'], publicUrl: undefined, takesKeys: true, clock, ...options });
const openPages = async (options: Partial<HttpDoorOptions> = {}) => {
  const door = await openDoor({ authenticate, sessions: sessionsOf(), ...options });
  return { door, browser: new Browser(door.url) };
};
const signedIn = async (options?: Partial<HttpDoorOptions>) => {
  const opened = await openPages(options);
  expect((await opened.browser.signIn(key)).status).toBe(200);
  return opened;
};
const statusAt = async (browser: Browser, headers?: Record<string, string>) =>
  (await browser.get(ONE_THING, headers)).status;

describe('who is at the page', () => {
  it('is nobody at first, and told how to sign in', async () => {
    const { browser } = await openPages({ sessions: sessionsOf({ publicUrl: 'https://arbiter.example' }) });
    const response = await browser.get(CONSOLE_SESSION_PATH);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(ConsoleSession.parse(await response.json())).toEqual({
      isOpen: false,
      isSignedIn: false,
      name: null,
      role: null,
      tenant: null,
      expiresAt: null,
      means: ['key'],
      publicUrl: 'https://arbiter.example',
    });
  });

  it('is the holder of the key that was shown, until he signs out', async () => {
    const { door, browser } = await signedIn();
    expect(browser.setCookie).toMatch(
      /^arbiter=[\w.-]+; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    const who = await browser.who();
    expect(who).toMatchObject({ isSignedIn: true, name: 'desk', role: 'editor', tenant: 'acme', publicUrl: null });
    expect(Date.parse(who.expiresAt ?? '') - Date.now()).toBeLessThanOrEqual(SESSION_MS);
    expect(await statusAt(browser)).toBe(200);
    expect((await browser.send('PUT', ONE_THING, { note: 'x' })).status).toBe(201);
    expect(door.calls.map(({ principal }) => principal?.name)).toEqual(['desk', 'desk']);

    expect((await browser.send('DELETE', CONSOLE_SESSION_PATH)).status).toBe(204);
    expect(browser.cookie).toBe('');
    expect(await browser.who()).toMatchObject({ isSignedIn: false });
    expect(await statusAt(browser)).toBe(401);
  });

  it('is anybody where there are no keys', async () => {
    const door = await openDoor({ sessions: sessionsOf({ takesKeys: false }) });
    const browser = new Browser(door.url);
    expect(await browser.who()).toMatchObject({ isOpen: true, isSignedIn: false, role: 'admin', means: [] });
    expect(await (await browser.signIn('whatever')).json()).toMatchObject({ isOpen: true });
    expect([browser.cookie, await statusAt(browser)]).toEqual(['', 200]);
    expect((await browser.get(CONSOLE_SESSION_PATH, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('is whom the headers name, where a request has both, and else whoever signed in last, in all tabs', async () => {
    const { door, browser } = await signedIn();
    const second = keyOf('hall');
    keys.refresh();
    await browser.get(ONE_THING, { 'x-api-key': second });
    await browser.get(ONE_THING, { authorization: 'Basic YTpi' });
    expect(door.calls.map(({ principal }) => principal?.name)).toEqual(['hall', 'desk']);
    expect(await statusAt(browser, { 'x-api-key': 'wrong' })).toBe(401);
    await browser.signIn(second);
    expect(await browser.who()).toMatchObject({ name: 'hall', tenant: null });
  });
});

describe('a session ends', () => {
  it('when its key is revoked', async () => {
    const { browser } = await signedIn();
    removeKey(join(folder, 'keys.json'), { name: 'desk', tenant: 'acme' });
    keys.refresh();
    expect(await statusAt(browser)).toBe(401);
    expect(await browser.who()).toMatchObject({ isSignedIn: false });
  });

  it('when its key expires', async () => {
    const { browser } = await openPages();
    const short = keyOf('guest', { expires: new Date(Date.now() + 60_000).toISOString() });
    keys.refresh();
    await browser.signIn(short);
    clock.ahead = 61_000;
    expect(await statusAt(browser)).toBe(401);
  });

  it('after twelve hours, whatever the browser keeps', async () => {
    const { browser } = await signedIn();
    clock.ahead = SESSION_MS + 1;
    const { status, headers } = await browser.get(ONE_THING);
    expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('the session ended')]);
  });

  it('where its cookie was changed, cut or made up', async () => {
    const { browser } = await signedIn();
    const good = browser.cookie;
    const changed = `${good.slice(0, -1)}${good.at(-1) === 'A' ? 'Q' : 'A'}`;
    for (const cookie of [changed, good.slice(0, 40), 'arbiter=', `arbiter=${'x'.repeat(10_000)}`]) {
      browser.cookie = cookie;
      expect(await statusAt(browser)).toBe(401);
      expect(await browser.who()).toMatchObject({ isSignedIn: false });
    }
    browser.cookie = `theme=dark; arbiterx=1; ${good}; lang=en`;
    expect(await statusAt(browser)).toBe(200);
  });
});

describe('with the cookie', () => {
  const allowed = { requestsPerMinute: undefined, trustedProxies: [], allowedOrigins: ['https://app.example'] };
  it.each([
    ['a change without an origin', 'PUT', { origin: '' }],
    ['a change by another site', 'PUT', { origin: 'https://evil.example' }],
    ['a change by a page of another port', 'PUT', { origin: 'http://127.0.0.1:1' }],
    ['a change by a page without an origin of its own', 'PUT', { origin: 'null' }],
    ['a change that the browser calls foreign', 'PUT', { 'sec-fetch-site': 'same-site' }],
    ['a change by a page that may ask for itself', 'PUT', { origin: 'https://app.example' }],
    ['an image in a page of another port', 'GET', { 'sec-fetch-site': 'same-site' }],
    ['a request of another site', 'GET', { origin: 'https://evil.example' }],
  ])('%s is refused', async (_what, method, headers) => {
    const { door, browser } = await signedIn({ limits: doorLimits(allowed) });
    const response = await browser.send(method, ONE_THING, method === 'GET' ? undefined : {}, headers);
    expect([response.status, response.headers.get('access-control-allow-credentials')]).toEqual([403, null]);
    expect(door.calls).toEqual([]);
  });

  it.each(['/metrics', '/METRICS', '/mcp', '/nothing', '/v1'])('%s stays shut', async (path) => {
    const guardedRoutes: HttpDoorOptions['guardedRoutes'] = (router) => router.get('/mcp', (_req, res) => res.json({}));
    const { browser } = await signedIn({ guardedRoutes });
    expect((await browser.get(path)).status).toBe(401);
    expect((await browser.get(path, { 'x-api-key': key })).status).not.toBe(401);
  });

  it('addresses of another protocol stay shut, and say so in its own form', async () => {
    const errorBodyOf = (path: string) => (path === '/v1/chat' ? () => ({ error: 'shut' }) : undefined);
    const { browser } = await signedIn({ errorBodyOf });
    const response = await browser.get('/v1/chat');
    expect([response.status, response.headers.get('content-type')]).toEqual([401, 'application/json']);
    expect(await response.json()).toEqual({ error: 'shut' });
    expect((await browser.get('/v1/chat', { 'x-api-key': key })).status).toBe(404);
  });

  it('a published operation outside /v1 opens, and nothing where a door has no sessions', async () => {
    const { door, browser } = await signedIn();
    await browser.send('POST', '/count_bare', { to: 2 });
    expect(door.calls).toMatchObject([{ principal: { name: 'desk' } }]);
    const { url } = await openDoor({ authenticate });
    const at = (path: string, own = {}) => fetch(`${url}${path}`, { headers: { cookie: browser.cookie, ...own } });
    expect((await at(ONE_THING)).status).toBe(401);
    expect((await at(CONSOLE_SESSION_PATH, { 'x-api-key': key })).status).toBe(404);
  });
});

describe('over TLS', () => {
  const limits = doorLimits({ requestsPerMinute: undefined, trustedProxies: ['127.0.0.1'] });
  const publicUrl = 'https://arbiter.example';
  it.each([
    ['a proxy says so', { limits }, { 'x-forwarded-proto': 'https' }],
    ['the public address does', { sessions: sessionsOf({ publicUrl }) }, { origin: publicUrl }],
  ])('the cookie is one that plain HTTP cannot write, where %s', async (_who, options, headers) => {
    const { door } = await openPages(options);
    const browser = new Browser(door.url, { origin: door.url.replace('http:', 'https:'), ...headers });
    await browser.signIn(key);
    expect(browser.setCookie).toMatch(
      /^__Host-arbiter=[\w.-]+; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect((await browser.send('PUT', ONE_THING, {})).status).toBe(201);
    expect(await statusAt(browser, { cookie: browser.cookie.replace('__Host-', '') })).toBe(401);
  });
});

describe('signing in', () => {
  it.each([
    ['a wrong key', { key: 'arb_wrong' }, 401, 'UNAUTHENTICATED'],
    ['no key', {}, 400, 'INVALID_REQUEST'],
    ['an empty key', { key: '' }, 400, 'INVALID_REQUEST'],
    ['something else besides', { key: 'x', admin: true }, 400, 'INVALID_REQUEST'],
    ['a body without end', { key: 'x'.repeat(20_000) }, 413, 'PAYLOAD_TOO_LARGE'],
  ])('with %s is refused', async (_what, body, status, code) => {
    const { browser } = await openPages();
    const response = await browser.send('POST', CONSOLE_SESSION_PATH, body);
    expect([response.status, ((await response.json()) as Problem).code]).toEqual([status, code]);
    expect(browser.cookie).toBe('');
  });

  it('by a page of another site is refused: it could sign somebody in under its own key', async () => {
    const { browser } = await openPages();
    const foreign = { origin: 'https://evil.example' };
    expect((await browser.send('POST', CONSOLE_SESSION_PATH, { key }, foreign)).status).toBe(403);
    expect((await browser.send('DELETE', CONSOLE_SESSION_PATH, undefined, foreign)).status).toBe(403);
    expect(browser.cookie).toBe('');
  });

  it('by guesses is limited as any other refused key', async () => {
    const { browser } = await openPages({ limits: doorLimits({ requestsPerMinute: 25, trustedProxies: [] }) });
    const statuses = [];
    for (let guess = 0; guess < 4; guess += 1) statuses.push((await browser.signIn(`arb_guess-${guess}`)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });
});
