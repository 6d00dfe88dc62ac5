import { ArbiterError } from '@arbiter/contracts';
import { type HttpStandIn, startHttpStandIn } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HostGuard } from '../host-guard.js';
import { PageFetcher } from './page-fetcher.js';

const live = new AbortController().signal;
let server: HttpStandIn;
let port: string;

beforeAll(async () => {
  server = await startHttpStandIn(async ({ target }, answer) => {
    const path = target.split(' ')[1] ?? '';
    if (path === '/hangs') return answer.stream('text/plain', 'x', 'hang');
    if (path === '/breaks') return answer.stream('text/plain', 'x'.repeat(100), 'cut');
    if (path === '/packed') return answer.json(200, {}, { 'content-encoding': 'gzip' });
    return answer.stream('text/plain; charset=utf-8', 'Wörter', 'end');
  });
  port = new URL(server.url).port;
});
afterAll(() => server.close());

const fetcher = (timeoutMs = 60_000, privateHosts = ['127.0.0.1']) =>
  new PageFetcher({
    guard: new HostGuard(privateHosts),
    maxBytes: 1_000,
    timeoutMs,
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  });
const get = (path: string, timeoutMs?: number) =>
  fetcher(timeoutMs).fetch(`http://127.0.0.1:${port}${path}`, null, live);

describe('PageFetcher', () => {
  it('gives the bytes and what the server says of them', async () => {
    expect(await get('/a')).toMatchObject({
      url: `http://127.0.0.1:${port}/a`,
      mediaType: 'text/plain',
      charset: 'utf-8',
      bytes: Buffer.from('Wörter'),
    });
  });

  it('gives up on a server that never ends its answer', async () => {
    await expect(get('/hangs', 100)).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { timeoutMs: 100 } });
  });

  it.each([
    ['an answer that breaks off', '/breaks', 'UNAVAILABLE'],
    ['an answer that is compressed', '/packed', 'INVALID_REQUEST'],
  ])('refuses %s', async (_what, path, code) => {
    await expect(get(path)).rejects.toMatchObject({ code });
  });

  it('does not connect where a name leads to this machine', async () => {
    const asked = fetcher(60_000, []).fetch(`http://docs.example:${port}/a`, null, live);
    await expect(asked).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('lets go of the host when the caller goes away', async () => {
    const caller = new AbortController();
    const gone = new ArbiterError('CANCELLED', 'gone');
    const asked = fetcher().fetch(`http://127.0.0.1:${port}/hangs`, null, caller.signal);
    setTimeout(() => caller.abort(gone), 50);
    await expect(asked).rejects.toBe(gone);
  });
});
