import { afterEach, describe, expect, it } from '@jest/globals';
import { closeDoors, openDoor, type OpenDoor } from '../../test/door.fixture.js';
import { doorLimits, type DoorLimits } from './door-limits.js';
import { apiKeyAuthentication } from '../access/open-authentication.js';
import { isOrigin } from './response-headers.js';

const KEY = 'the-key-of-this-server';
const CONSOLE = 'https://console.example';

afterEach(closeDoors);

const limitsOf = (given: Partial<Parameters<typeof doorLimits>[0]>): DoorLimits =>
  doorLimits({
    requestsPerMinute: undefined,
    trustedProxies: [],
    ...given,
  });

const doorOf = (allowedOrigins: string[], withKey = true): Promise<OpenDoor> =>
  openDoor({ limits: limitsOf({ allowedOrigins }), ...(withKey && { authenticate: apiKeyAuthentication(KEY) }) });

const ask = (door: OpenDoor, headers: Record<string, string>, method = 'GET'): Promise<Response> =>
  fetch(`${door.url}/v1/things/ab`, { method, headers: { connection: 'close', ...headers } });

const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };

describe('every response', () => {
  it.each([
    ['an answer', '/v1/things/ab', { 'x-api-key': KEY }],
    ['a refusal', '/v1/things/ab', {}],
    ['a probe', '/health/live', {}],
    ['an address without anything', '/nothing', { 'x-api-key': KEY }],
  ])('%s may neither load nor be framed, embedded or guessed', async (_, path, headers) => {
    const door = await doorOf([]);
    const response = await fetch(`${door.url}${path}`, { headers: { connection: 'close', ...headers } });
    const told = Object.fromEntries(response.headers);
    expect(told).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
    expect(told).not.toHaveProperty('x-powered-by');
  });

  it('asks for TLS from then on only where a trusted proxy says that there was TLS', async () => {
    const proxied = await openDoor({
      limits: limitsOf({ trustedProxies: ['127.0.0.1'] }),
      authenticate: apiKeyAuthentication(KEY),
    });
    const byTls = { 'x-api-key': KEY, 'x-forwarded-proto': 'https' };
    expect((await ask(proxied, byTls)).headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect((await ask(await doorOf([]), byTls)).headers.get('strict-transport-security')).toBeNull();
  });
});

describe('pages of other origins', () => {
  it('get no permission where none is named, and none for another origin', async () => {
    for (const door of [await doorOf([]), await doorOf([CONSOLE])]) {
      const response = await ask(door, { 'x-api-key': KEY, origin: 'https://evil.example' });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect((await ask(door, { origin: 'https://evil.example', ...preflight }, 'OPTIONS')).status).toBe(403);
    }
  });

  it('may ask where they are named, with the key and never with the cookies of a browser', async () => {
    const door = await doorOf([CONSOLE]);
    const response = await ask(door, { 'x-api-key': KEY, origin: CONSOLE });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(CONSOLE);
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect(response.headers.get('vary')).toContain('Origin');
    expect((await ask(door, { origin: CONSOLE })).status).toBe(401);
  });

  it('are told before the key is asked for what they may send', async () => {
    const door = await doorOf([CONSOLE]);
    const response = await ask(door, { origin: CONSOLE, ...preflight }, 'OPTIONS');
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
    expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
    expect(door.calls).toHaveLength(0);
  });

  it('may ask a door without a key only where they are named', async () => {
    expect((await ask(await doorOf([CONSOLE], false), { origin: CONSOLE })).status).toBe(200);
    expect((await ask(await doorOf([CONSOLE], false), { origin: 'https://evil.example' })).status).toBe(403);
  });

  it.each([
    ['https://console.example', true],
    ['http://localhost:5173', true],
    ['*', false],
    ['null', false],
    ['https://console.example/', false],
    ['https://console.example/path', false],
    ['console.example', false],
    ['file://', false],
  ])('are named by origins: %s', (text, is) => expect(isOrigin(text)).toBe(is));
});
