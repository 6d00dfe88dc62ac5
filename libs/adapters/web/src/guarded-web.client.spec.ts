import { ArbiterError } from '@arbiter/contracts';
import { type HttpStandIn, startHttpStandIn } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GuardedWebClient, type WebSurroundings } from './guarded-web.client.js';

const live = new AbortController().signal;
let server: HttpStandIn;
let port: string;
let asked: string[] = [];

beforeAll(async () => {
  server = await startHttpStandIn(async ({ target, headers }, answer) => {
    asked.push(`${target} ${headers.host ?? ''}`);
    const path = target.split(' ')[1] ?? '';
    if (path === '/page') return answer.stream('text/plain; charset=utf-8', 'Wörter', 'end');
    if (path === '/large') return answer.stream('text/plain', 'x'.repeat(5_000), 'end');
    if (path === '/hangs') return answer.stream('text/plain', 'x', 'hang');
    if (path === '/breaks') return answer.stream('text/plain', 'x'.repeat(100), 'cut');
    if (path === '/picture') return answer.stream('image/png', 'x', 'end');
    if (path === '/missing') return answer.json(404, { error: 'gone' });
    if (path.startsWith('/to?')) return answer.json(302, {}, { location: decodeURIComponent(path.slice(4)) });
    return answer.json(302, {}, { location: '/loop' });
  });
  port = new URL(server.url).port;
});
afterAll(() => server.close());

/** Every name of `example` stands for this machine, which is allowed here; `inside.example` for a private address. */
const surroundings: WebSurroundings = {
  resolve: (hostname) =>
    Promise.resolve([
      { address: '127.0.0.1', family: 4 },
      ...(hostname.startsWith('inside') ? [{ address: '10.0.0.7', family: 4 }] : []),
    ]),
  isAllowedAddress: (address) => address === '127.0.0.1',
};

function client(over: { allowedHosts?: string[]; timeoutMs?: number; maxBytes?: number } = {}): GuardedWebClient {
  asked = [];
  const allowedHosts = over.allowedHosts ?? [`docs.example:${port}`, `inside.example:${port}`];
  return new GuardedWebClient({ timeoutMs: 60_000, maxBytes: 1_000, ...over, allowedHosts }, surroundings);
}

const at = (path: string, host = 'docs.example'): string => `http://${host}:${port}${path}`;
const to = (location: string): string => at(`/to?${encodeURIComponent(location)}`);
const get = (url: string, over?: Parameters<typeof client>[0]) => client(over).request({ method: 'GET', url }, live);

describe('GuardedWebClient', () => {
  it('reads a text', async () => {
    expect(await get(at('/page'))).toEqual({ url: at('/page'), status: 200, mediaType: 'text/plain', text: 'Wörter' });
  });

  it('asks for the head alone', async () => {
    const resource = await client().request({ method: 'HEAD', url: at('/missing') }, live);
    expect(resource).toMatchObject({ status: 404, text: '' });
    expect(asked).toEqual([`HEAD /missing docs.example:${port}`]);
  });

  it('takes a refusal of the host for an answer', async () => {
    expect(await get(at('/missing'))).toMatchObject({ status: 404, mediaType: 'application/json' });
  });

  it('follows a redirect to where it leads', async () => {
    expect(await get(to('/page'))).toMatchObject({ url: at('/page'), text: 'Wörter' });
  });

  it.each([
    ['a host that is not on the list', 'http://evil.example/page'],
    ['another port of a host that is', 'http://docs.example/page'],
    ['a host whose name ends like one that is', 'http://xdocs.example/page'],
    ['an address in the place of a name', 'http://127.0.0.1/page'],
  ])('does not ask %s', async (_what, url) => {
    await expect(get(url)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(get(to(url))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(asked).toHaveLength(1);
  });

  it('does not connect where one of the addresses of a name is not public', async () => {
    await expect(get(at('/page', 'inside.example'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(get(to(at('/page', 'inside.example')))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(asked).toEqual([expect.stringMatching(/^GET \/to/)]);
  });

  it.each([
    'http://127.0.0.1',
    'http://[::1]',
    'http://[::ffff:10.0.0.1]',
    'http://169.254.169.254',
    'http://2130706433',
  ])('by default does not ask %s, not even when the operator lists it', async (url) => {
    const { hostname } = new URL(url);
    const sut = new GuardedWebClient({
      allowedHosts: [hostname, `${hostname}:${port}`],
      timeoutMs: 60_000,
      maxBytes: 10,
    });
    await expect(sut.request({ method: 'GET', url }, live)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('by default does not ask a name that leads to this machine', async () => {
    const sut = new GuardedWebClient({ allowedHosts: [`localhost:${port}`], timeoutMs: 60_000, maxBytes: 1_000 });
    asked = [];
    await expect(sut.request({ method: 'GET', url: at('/page', 'localhost') }, live)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(asked).toEqual([]);
  });

  it.each(['ftp://docs.example/page', 'file:///etc/passwd', 'not an address', 'http://ann:pw@docs.example/'])(
    'refuses %s',
    async (url) => {
      await expect(get(url)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    },
  );

  it.each([
    ['what is too large', '/large', 'PAYLOAD_TOO_LARGE'],
    ['what is no text', '/picture', 'INVALID_REQUEST'],
    ['redirects without end', '/loop', 'UNAVAILABLE'],
    ['an answer that breaks off', '/breaks', 'UNAVAILABLE'],
  ])('refuses %s', async (_what, path, code) => {
    await expect(get(at(path))).rejects.toMatchObject({ code });
  });

  it('gives up in time', async () => {
    await expect(get(at('/hangs'), { timeoutMs: 50 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('lets go of the host when the caller goes away', async () => {
    const caller = new AbortController();
    const gone = new ArbiterError('CANCELLED', 'gone');
    const request = client().request({ method: 'GET', url: at('/hangs') }, caller.signal);
    setTimeout(() => caller.abort(gone), 50);
    await expect(request).rejects.toBe(gone);
  });
});
