import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeDoors, openDoor, type OpenDoor } from '../../test/door.fixture.js';
import { commonVariables } from '../config/common-variables.js';
import { doorLimits, type DoorLimits, USUAL_LIMITS } from './door-limits.js';
import { apiKeyAuthentication } from '../access/open-authentication.js';

const KEY = 'the-key-of-this-server';
const PROXY = '127.0.0.1';

const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await closeDoors();
});

const limitsOf = (given: Partial<Parameters<typeof doorLimits>[0]>): DoorLimits =>
  doorLimits({ requestsPerMinute: undefined, trustedProxies: [], ...given });

const doorOf = (
  given: Parameters<typeof limitsOf>[0],
  connections: Partial<Pick<DoorLimits, 'connections' | 'connectionsPerClient'>> = {},
): Promise<OpenDoor> =>
  openDoor({ limits: { ...limitsOf(given), ...connections }, authenticate: apiKeyAuthentication(KEY) });

async function get(door: OpenDoor, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(`${door.url}/v1/things/ab`, {
    headers: { 'x-api-key': KEY, connection: 'close', ...headers },
  });
  return response;
}

const statusesOf = async (door: OpenDoor, count: number, headers?: Record<string, string>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent += 1) statuses.push((await get(door, headers)).status);
  return statuses;
};

/** A client that holds a connection and says nothing. */
async function hold({ port }: OpenDoor): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

describe('requests of one client', () => {
  it('beyond the limit are refused in the form of every error, with when to come again', async () => {
    const door = await doorOf({ requestsPerMinute: 2 });
    expect(await statusesOf(door, 2)).toEqual([200, 200]);
    const refused = await get(door);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED', retryable: true, limit: 2 });
    expect(door.calls).toHaveLength(2);
  });

  it('are counted before the key is looked at, and a wrong one counts as ten', async () => {
    const door = await doorOf({ requestsPerMinute: 20 });
    expect(await statusesOf(door, 3, { 'x-api-key': 'a-guess-of-a-stranger' })).toEqual([401, 401, 429]);
    expect(await statusesOf(door, 1)).toEqual([429]);
  });

  it('are not limited on this machine unless it is asked for', async () => {
    const door = await doorOf({});
    expect(new Set(await statusesOf(door, 650))).toEqual(new Set([200]));
    expect(await statusesOf(await doorOf({ requestsPerMinute: 0 }), 3)).toEqual([200, 200, 200]);
  });

  it('are those that a trusted proxy names, and 600 in a minute when nothing is set', async () => {
    const door = await doorOf({ trustedProxies: [PROXY] });
    const stranger = { 'x-forwarded-for': '203.0.113.7' };
    const statuses = await statusesOf(door, 601, stranger);
    expect(statuses.indexOf(429)).toBe(600);
    expect(await statusesOf(door, 1, { 'x-forwarded-for': '203.0.113.8' })).toEqual([200]);
  });

  it('are those of the network that a trusted proxy names with brackets and port, by way of other trusted ones', async () => {
    const door = await doorOf({ requestsPerMinute: 1, trustedProxies: [PROXY, 'fd00:7::/32', '10.0.0.0/8'] });
    const from = async (forwarded: string): Promise<number | undefined> =>
      (await statusesOf(door, 1, { 'x-forwarded-for': forwarded }))[0];
    expect(await from('[2001:db8:1::9]:4711')).toBe(200);
    expect(await from('[2001:db8:2::9]:4711, [fd00:7::5]:80, ::ffff:10.0.0.2, 10.0.0.3:80')).toBe(200);
    expect(await from('[2001:db8:1::a]:4712')).toBe(429);
    // What a client writes before the address that its proxy adds counts nothing.
    expect(await from('203.0.113.7, [2001:db8:2::9]:4713')).toBe(429);
  });

  it('are the proxy’s own where it is not trusted, whomever it names', async () => {
    const door = await doorOf({ requestsPerMinute: 1 });
    expect(await statusesOf(door, 1, { 'x-forwarded-for': '203.0.113.7' })).toEqual([200]);
    expect(await statusesOf(door, 1, { 'x-forwarded-for': '203.0.113.8' })).toEqual([429]);
  });

  it('do not count where they ask for health', async () => {
    const door = await doorOf({ requestsPerMinute: 1 });
    for (let asked = 0; asked < 3; asked += 1) expect((await fetch(`${door.url}/health/live`)).status).toBe(200);
    expect(await statusesOf(door, 2)).toEqual([200, 429]);
  });
});

describe('connections', () => {
  it('of one client beyond its limit are told so and closed; one that ends makes room', async () => {
    const door = await doorOf({}, { connectionsPerClient: 2 });
    const [first] = [await hold(door), await hold(door)];
    const refused = await text(await hold(door));
    expect(refused).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n/);
    expect(refused).toContain('\r\nRetry-After: 1\r\n');
    expect(JSON.parse(refused.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    first.destroy();
    let response = await get(door).catch(() => null);
    for (let tries = 0; response?.status !== 200 && tries < 50; tries += 1)
      response = await get(door).catch(() => null);
    expect(response?.status).toBe(200);
  });

  it('of all clients beyond the limit are told that there is no room', async () => {
    const door = await doorOf({}, { connections: 1 });
    await hold(door);
    const refused = await get(door);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ code: 'OVERLOADED', retryable: true });
    expect(door.calls).toHaveLength(0);
  });

  it('of a trusted proxy are as many as it likes', async () => {
    const door = await doorOf({ trustedProxies: [PROXY] }, { connectionsPerClient: 1 });
    await hold(door);
    expect((await get(door)).status).toBe(200);
  });

  it('of programs on this machine are limited only when it is asked for', async () => {
    const door = await openDoor({ limits: USUAL_LIMITS });
    for (let held = 0; held < 120; held += 1) await hold(door);
    expect((await fetch(`${door.url}/v1/things/ab`)).status).toBe(200);
  });
});

describe('the proxies that are trusted', () => {
  const { trustedProxies } = commonVariables;

  it('are addresses and networks', () => {
    expect(trustedProxies.read('10.0.0.0/8, ::1,192.0.2.1')).toEqual({
      ok: true,
      value: ['10.0.0.0/8', '::1', '192.0.2.1'],
    });
  });

  it.each(['10.0.0.0/33', 'proxy.example', '10.0.0.0/8/8', '10.0.0.0/', 'true'])('are not "%s"', (given) => {
    expect(trustedProxies.read(given)).toMatchObject({ ok: false });
  });
});
