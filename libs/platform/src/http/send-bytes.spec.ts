import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ArbiterError, type BytePiece, getDocumentOriginal } from '@arbiter/contracts';
import { OperationDispatcher } from '@arbiter/messaging';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AppMetrics } from '../metrics.js';
import { createLogger } from '../logging.js';
import { Readiness } from '../health.js';
import { createHttpDoor } from './http-door.js';
import { listen, type ListeningServer } from './listen.js';

let door: ListeningServer | undefined;
afterEach(() => door?.close(0));

const BYTES = Buffer.from(Array.from({ length: 700_000 }, (_, index) => index % 251));
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const ETAG = `"${sha256Of(BYTES)}"`;

interface Served {
  readonly bytes?: Buffer;
  readonly mediaType?: string;
  readonly name?: string;
  /** Called before each piece. */
  readonly before?: (offset: number) => void | Promise<void>;
}

/** A door that serves one file of 700,000 bytes, and counts what is asked of it. */
async function serve({ bytes = BYTES, mediaType = 'application/pdf', name = 'a.pdf', before }: Served = {}) {
  const asked: number[] = [];
  const sha256 = sha256Of(bytes);
  const dispatcher = new OperationDispatcher();
  dispatcher.register(getDocumentOriginal, async ({ documentId, offset, length }): Promise<BytePiece> => {
    if (documentId !== 'd1') throw new ArbiterError('NOT_FOUND', 'There is no such document.');
    asked.push(offset);
    if (length > 0) await before?.(offset);
    const data = bytes.subarray(offset, offset + length).toString('base64');
    return { mediaType, name, bytes: bytes.length, sha256, data };
  });
  door = await listen(
    createHttpDoor({
      operations: [getDocumentOriginal],
      invoke: dispatcher.invoke,
      api: { title: 'Arbiter', version: '0.0.1' },
      health: new Readiness([]),
      metrics: new AppMetrics({ app: 'test', version: '0.0.1', processMetrics: false }),
      logger: createLogger({ name: 'test', level: 'silent' }),
    }),
    { host: '127.0.0.1', port: 0 },
  );
  const { url } = door;
  const get = (headers: Record<string, string> = {}, method = 'GET', path = 'd1/original') =>
    fetch(`${url}/v1/documents/${path}`, { headers, method });
  return { get, asked };
}

const contentOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('a file over HTTP', () => {
  it('comes whole, with its type, length and hash, and may be kept by one reader alone', async () => {
    const { get, asked } = await serve();
    const response = await get();
    expect([response.status, (await contentOf(response)).equals(BYTES)]).toEqual([200, true]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '700000',
      'accept-ranges': 'bytes',
      etag: ETAG,
      'cache-control': 'private, no-cache',
      'content-disposition': `inline; filename="a.pdf"; filename*=UTF-8''a.pdf`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(asked).toEqual([0, 0, 262_144, 524_288]);
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=262100-262200', 262_100, 262_201],
    ['bytes=699990-', 699_990, 700_000],
    ['bytes=-5', 699_995, 700_000],
    ['bytes=5-9999999', 5, 700_000],
  ])('comes in part where the client asks %j', async (range, start, end) => {
    const { get } = await serve();
    const response = await get({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/700000`);
    expect((await contentOf(response)).equals(BYTES.subarray(start, end))).toBe(true);
  });

  it.each(['bytes=700000-', 'bytes=-0'])('has nothing at %j', async (range) => {
    const { get, asked } = await serve();
    const response = await get({ range });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */700000']);
    expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST', status: 416 });
    expect(asked).toEqual([0]);
  });

  it.each(['bytes=9-3', 'bytes=a-b', 'bytes=0-1,5-6', 'lines=1-2', '%', 'bytes=1e2-'])(
    'comes whole where %j says nothing that can be answered in part',
    async (range) => {
      const { get } = await serve();
      const response = await get({ range });
      expect([response.status, (await contentOf(response)).length]).toEqual([200, 700_000]);
    },
  );

  it('holds a range for one version, and gives the whole of another', async () => {
    const { get } = await serve();
    expect((await get({ range: 'bytes=0-9', 'if-range': ETAG })).status).toBe(206);
    expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
  });

  it.each([ETAG, `W/${ETAG}`, `"x", ${ETAG}`, '*'])('is not sent to a client that has %j', async (tag) => {
    const { get } = await serve();
    const response = await get({ 'if-none-match': tag });
    expect([response.status, (await contentOf(response)).length, response.headers.get('etag')]).toEqual([304, 0, ETAG]);
    expect((await get({ 'if-none-match': '"x"' })).status).toBe(200);
  });

  it('says what it is without its bytes', async () => {
    const { get, asked } = await serve();
    const response = await get({}, 'HEAD');
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '700000']);
    expect(asked).toEqual([0]);
  });

  it('may be empty', async () => {
    const { get } = await serve({ bytes: Buffer.alloc(0) });
    const response = await get();
    expect([response.status, (await contentOf(response)).length]).toEqual([200, 0]);
  });

  it.each([
    ['text/html', 'attachment', 'text/html'],
    ['image/svg+xml', 'attachment', 'image/svg+xml'],
    ['application/xhtml+xml', 'attachment', 'application/xhtml+xml'],
    ['text/markdown', 'attachment', 'text/markdown'],
    ['TEXT/HTML; charset=utf-8', 'attachment', 'text/html'],
    ['text/plain', 'inline', 'text/plain'],
    ['image/png', 'inline', 'image/png'],
    ['nonsense\r\nX-Evil: 1', 'attachment', 'application/octet-stream'],
  ])('of the type %j is %s', async (mediaType, disposition, type) => {
    const { get } = await serve({ mediaType });
    const { headers } = await get();
    expect([headers.get('content-disposition')?.split(';')[0], headers.get('content-type')]).toEqual([
      disposition,
      type,
    ]);
    expect([headers.get('content-security-policy'), headers.get('x-evil')]).toEqual([
      "sandbox; default-src 'none'",
      null,
    ]);
  });

  it.each([
    ['a"b\\c.pdf', 'a_b_c.pdf', 'a%22b%5Cc.pdf'],
    ['Hafenlotse Ä.pdf', 'Hafenlotse _.pdf', 'Hafenlotse%20%C3%84.pdf'],
    ['a\r\nSet-Cookie: x=1', 'a__Set-Cookie_ x_1', 'a%0D%0ASet-Cookie%3A%20x%3D1'],
    ["it's (1)*.pdf", 'it_s (1)_.pdf', 'it%27s%20%281%29%2A.pdf'],
  ])('keeps the name %j within its header', async (name, plain, encoded) => {
    const { get } = await serve({ name });
    const { headers } = await get();
    expect(headers.get('content-disposition')).toBe(`inline; filename="${plain}"; filename*=UTF-8''${encoded}`);
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('is a problem where it is not there, before anything is sent', async () => {
    const { get } = await serve();
    const response = await get({}, 'GET', 'd2/original');
    expect([response.status, response.headers.get('etag')]).toEqual([404, null]);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('takes no place of a piece from the address', async () => {
    const { get } = await serve();
    expect((await get({}, 'GET', 'd1/original?offset=5')).status).toBe(400);
  });

  it('is a problem where its first piece fails, and cut off where a later one does', async () => {
    const failing = (from: number) => (offset: number) => {
      if (offset >= from) throw new ArbiterError('UNAVAILABLE', 'It is damaged.');
    };
    const first = await serve({ before: failing(0) });
    expect((await first.get()).status).toBe(503);
    await door?.close(0);
    const later = await serve({ before: failing(500_000) });
    const response = await later.get();
    expect(response.status).toBe(200);
    await expect(contentOf(response)).rejects.toThrow();
  });

  it('is not read on for a client that has gone, or does not read', async () => {
    const bytes = Buffer.alloc(30_000_000, 7);
    const { get, asked } = await serve({ bytes });
    const leaving = new AbortController();
    const response = await fetch(`${door!.url}/v1/documents/d1/original`, { signal: leaving.signal });
    const reader = response.body!.getReader();
    await reader.read();
    await sleep(500);
    const before = asked.length;
    // Buffers of sockets take some megabytes, not thirty.
    expect(before).toBeLessThan(100);
    leaving.abort();
    await sleep(200);
    expect(asked.length).toBeLessThanOrEqual(before + 1);
    expect((await contentOf(await get())).length).toBe(30_000_000);
  });
});
