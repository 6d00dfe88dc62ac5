import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { HOSTILE_ADDRESSES, OTHER_SCHEMES } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GuardedWebClient } from './guarded-web.client.js';
import { HostGuard, isPublicAddress, type ResolveHost } from './host-guard.js';
import { PageFetcher } from './pages/page-fetcher.js';

const live = new AbortController().signal;
const MAX_BYTES = 10_000;
const TIMEOUT_MS = 1_500;
const BOMB = Buffer.alloc(5_000_000);
/** Of the public internet; nothing is sent there, because the resolver of a spec names it only before it changes its mind. */
const PUBLIC = '93.184.216.34';

/** A server of this machine: what an attacker wants to be asked. */
let inside: Server;
let asked = 0;
let port = 0;

beforeAll(async () => {
  inside = createServer((request, response) => {
    asked += 1;
    switch (request.url) {
      case '/to-private':
        response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
        return;
      case '/to-metadata':
        response.writeHead(307, { location: 'http://[::ffff:169.254.169.254]/' }).end();
        return;
      case '/to-file':
        response.writeHead(301, { location: 'file:///etc/passwd' }).end();
        return;
      case '/gzip-bomb':
        response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(gzipSync(BOMB));
        return;
      case '/brotli-bomb':
        response
          .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'br' })
          .end(brotliCompressSync(BOMB));
        return;
      case '/huge':
        response.writeHead(200, { 'content-type': 'text/plain' }).end(BOMB);
        return;
      case '/slow': {
        response.writeHead(200, { 'content-type': 'text/plain' });
        const drip = setInterval(() => response.write('x'), 50);
        response.once('close', () => clearInterval(drip));
        return;
      }
      default:
        response.writeHead(200, { 'content-type': 'text/plain' }).end('inside');
    }
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  ({ port } = inside.address() as AddressInfo);
});
afterAll(() => {
  inside.closeAllConnections();
  inside.close();
});

/** Names lead where the list says, one address after the other. */
function resolver(...addresses: readonly (readonly string[])[]): ResolveHost {
  let turn = 0;
  return () => {
    const found = addresses[Math.min(turn, addresses.length - 1)] ?? [];
    turn += 1;
    return Promise.resolve(found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  };
}

interface Door {
  /** @param named hosts that the operator lets it ask in this network */
  readonly open: (
    resolve: ResolveHost,
    named: readonly string[],
  ) => { fetch(url: string): Promise<unknown>; close(): Promise<void> };
}

const DOORS: readonly (readonly [string, Door])[] = [
  [
    'pages, feeds and sites',
    {
      open: (resolve, named) => {
        const guard = new HostGuard(named, resolve);
        const fetcher = new PageFetcher({ guard, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, resolve });
        return { fetch: (url) => fetcher.fetch(url, null, live), close: () => fetcher.close() };
      },
    },
  ],
  [
    'the tool http-request',
    {
      open: (resolve, named) => {
        const isAllowedAddress = (address: string): boolean => named.length > 0 || isPublicAddress(address);
        // The worst case: an operator who allows whatever is asked for.
        const allowedHosts = new Proxy([] as string[], {
          get: (list, key) => (key === 'some' ? () => true : (Reflect.get(list, key) as unknown)),
        });
        const client = new GuardedWebClient(
          { allowedHosts, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES },
          { resolve, isAllowedAddress },
        );
        return { fetch: (url) => client.request({ method: 'GET', url }, live), close: () => client.close() };
      },
    },
  ],
];

describe.each(DOORS)('%s', (_, { open }) => {
  const attempt = async (url: string, resolve = resolver([PUBLIC]), named: readonly string[] = []) => {
    const door = open(resolve, named);
    const before = asked;
    try {
      return { refused: null, answer: await door.fetch(url), requests: asked - before };
    } catch (thrown) {
      return { refused: (thrown as { code: string }).code, answer: null, requests: asked - before };
    } finally {
      await door.close();
    }
  };

  it.each(HOSTILE_ADDRESSES)('do not ask %s: %s', async (_what, url) => {
    const { refused, requests } = await attempt(url);
    expect(['FORBIDDEN', 'INVALID_REQUEST']).toContain(refused);
    expect(requests).toBe(0);
  });

  it.each(OTHER_SCHEMES)('do not take %s', async (url) => {
    expect((await attempt(url)).refused).toBe('INVALID_REQUEST');
  });

  it.each(['http://user@93.184.216.34/', 'http://a:b@docs.example/', 'http://docs.example@127.0.0.1/'])(
    'take no user or password: %s',
    async (url) => {
      expect(['FORBIDDEN', 'INVALID_REQUEST']).toContain((await attempt(url)).refused);
    },
  );

  it.each([
    ['a private address', ['10.0.0.1']],
    ['this machine', ['127.0.0.1']],
    ['a private one beside a public one', [PUBLIC, '127.0.0.1']],
    ['a chain of aliases that ends here', ['::ffff:127.0.0.1']],
    ['the metadata service', ['169.254.169.254']],
  ])('do not ask a name that leads to %s', async (_what, addresses) => {
    const { refused, requests } = await attempt(`http://evil.example:${port}/`, resolver(addresses));
    expect(refused).toBe('FORBIDDEN');
    expect(requests).toBe(0);
  });

  it('do not follow a name that leads elsewhere the second time (DNS rebinding)', async () => {
    // Whatever the first look-up said, the connection goes to an address that was checked.
    const { requests } = await attempt(`http://evil.example:${port}/`, resolver(['127.0.0.1'], [PUBLIC]));
    expect(requests).toBe(0);
    const turned = await attempt(`http://evil.example:${port}/`, resolver([PUBLIC], ['127.0.0.1']));
    expect(turned.requests).toBe(0);
  });

  describe('from a host that is named', () => {
    const here = () => `http://127.0.0.1:${port}`;
    const ask = (path: string) => attempt(`${here()}${path}`, resolver(['127.0.0.1']), [`127.0.0.1:${port}`]);

    it('take a text', async () => {
      expect(await ask('/')).toMatchObject({ refused: null, requests: 1 });
    });

    it.each(['/huge', '/gzip-bomb', '/brotli-bomb', '/slow', '/to-file'])('take no %s', async (path) => {
      expect((await ask(path)).refused).not.toBeNull();
    });
  });
});

describe('redirects of a named host', () => {
  it.each(['/to-private', '/to-metadata'])('%s are checked as every address is', async (path) => {
    const resolve = resolver(['127.0.0.1']);
    const fetcher = new PageFetcher({
      guard: new HostGuard([`127.0.0.1:${port}`], resolve),
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      resolve,
    });
    await expect(fetcher.fetch(`http://127.0.0.1:${port}${path}`, null, live)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await fetcher.close();
  });
});

describe('the guard, which git asks for addresses', () => {
  it.each(HOSTILE_ADDRESSES)('gives none for %s: %s', async (_what, url) => {
    const guard = new HostGuard([], resolver([PUBLIC]));
    const host = { name: new URL(url).hostname, port: 443 };
    await expect(guard.addressesOf(host, live)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
