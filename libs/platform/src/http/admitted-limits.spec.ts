import { afterEach, describe, expect, it } from '@jest/globals';
import type { Principal } from '@arbiter/contracts';
import type { RequestCounts } from '@arbiter/ports';
import { until } from '@arbiter/testing';
import { closeDoors, openDoor, type OpenDoor } from '../../test/door.fixture.js';
import { CONCURRENT_PER_CLIENT, doorLimits, type DoorLimits } from './door-limits.js';

afterEach(closeDoors);

const base = {
  requestsPerMinute: undefined,
  trustedProxies: ['127.0.0.1'],
};

/** Every key is right, and its first part names the caller. */
const byName = ({ 'x-api-key': key }: Record<string, unknown>): Principal => ({
  name: (typeof key === 'string' ? key : '') || 'nobody',
  role: 'reader',
  tenant: 'acme',
  groups: null,
});

const get = (door: OpenDoor, key: string, from: string): Promise<Response> =>
  fetch(`${door.url}/v1/things/ab`, { headers: { 'x-api-key': key, 'x-forwarded-for': from, connection: 'close' } });

describe('requests of a named key', () => {
  it('are counted together from all addresses, and apart from those of other keys', async () => {
    const door = await openDoor({ limits: doorLimits({ ...base, requestsPerMinute: 2 }), authenticate: byName });
    const statuses = [];
    for (const from of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
      statuses.push((await get(door, 'ann', from)).status);
    statuses.push((await get(door, 'ben', '203.0.113.1')).status);
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it('are refused by what other replicas have counted as well', async () => {
    const counts: RequestCounts = { count: () => 100 };
    const limits = { ...doorLimits({ ...base, requestsPerMinute: 50 }), counts };
    const door = await openDoor({ limits, authenticate: byName });
    expect((await get(door, 'ann', '203.0.113.1')).status).toBe(429);
  });
});

describe('requests of one client at once', () => {
  /** A door whose route answers when it is released. */
  async function openSlowDoor(limits: DoorLimits) {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let running = 0;
    const door = await openDoor({
      limits,
      authenticate: byName,
      openRoutes: () => undefined,
      guardedRoutes: (router) =>
        router.get('/slow', (_req, res) => {
          running++;
          void held.then(() => res.json({}));
        }),
    });
    const headers = { 'x-api-key': 'ann', 'x-forwarded-for': '203.0.113.1', connection: 'close' };
    const begin = async (count: number) => {
      const slow = Array.from({ length: count }, () => fetch(`${door.url}/slow`, { headers }));
      await until(() => running === count);
      return slow;
    };
    return { door, begin, release: () => release() };
  }

  it('are limited by key, and one that ends makes room', async () => {
    const { door, begin, release } = await openSlowDoor(doorLimits(base));
    const slow = await begin(CONCURRENT_PER_CLIENT);
    const refused = await get(door, 'ann', '203.0.113.1');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await get(door, 'ben', '203.0.113.1')).status).toBe(200);
    release();
    for (const each of slow) expect((await each).status).toBe(200);
    expect((await get(door, 'ann', '203.0.113.1')).status).toBe(200);
  });

  it('are not limited where any number may be sent in a minute', async () => {
    const { begin, release } = await openSlowDoor(doorLimits({ ...base, requestsPerMinute: 0 }));
    const slow = await begin(CONCURRENT_PER_CLIENT + 1);
    release();
    for (const each of slow) expect((await each).status).toBe(200);
  });
});
