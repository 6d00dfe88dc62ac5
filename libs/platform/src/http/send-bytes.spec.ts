import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ArbiterError, getDocumentOriginal, type OperationInput } from '@arbiter/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeDoors, openDoor } from '../../test/door.fixture.js';

afterEach(closeDoors);

const BYTES = Buffer.from(Array.from({ length: 700_000 }, (_, index) => index % 251));
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const ETAG = `"${sha256Of(BYTES)}"`;
const SANDBOX = "sandbox; default-src 'none'";

interface Served {
  readonly bytes?: Buffer;
  readonly mediaType?: string;
  readonly name?: string;
  /** From which offset on pieces cannot be read. */
  readonly damagedFrom?: number;
}

/** A door that serves one file of 700,000 bytes, and counts what is asked of it. */
async function serve({ bytes = BYTES, mediaType = 'application/pdf', name = 'a.pdf', damagedFrom }: Served = {}) {
  const asked: number[] = [];
  const original = async ({ documentId, offset, length }: OperationInput<typeof getDocumentOriginal>) => {
    if (documentId !== 'd1') throw new ArbiterError('NOT_FOUND', 'There is no such document.');
    asked.push(offset);
    if (length > 0 && offset >= (damagedFrom ?? Infinity)) throw new ArbiterError('UNAVAILABLE', 'It is damaged.');
    const data = bytes.subarray(offset, offset + length).toString('base64');
    return Promise.resolve({ mediaType, name, bytes: bytes.length, sha256: sha256Of(bytes), data });
  };
  const { url } = await openDoor({
    operations: [getDocumentOriginal],
    handlers: { [getDocumentOriginal.name]: original },
  });
  const get = (headers: Record<string, string> = {}, path = 'd1/original', rest: RequestInit = {}) =>
    fetch(`${url}/v1/documents/${path}`, { headers, ...rest });
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
      'content-disposition': 'inline; filename=a.pdf',
      'content-security-policy': SANDBOX,
      'x-content-type-options': 'nosniff',
    });
    expect(asked).toEqual([0, 0, 262_144, 524_288]);
  });

  it.each([
    ['bytes=0-', 0, 700_000],
    ['bytes=262100-262200', 262_100, 262_201],
    ['bytes=-5', 699_995, 700_000],
    ['bytes=5-9999999', 5, 700_000],
  ])('comes in part where the client asks %j', async (range, start, end) => {
    const { get } = await serve();
    const response = await get({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/700000`);
    expect((await contentOf(response)).equals(BYTES.subarray(start, end))).toBe(true);
  });

  it.each(['bytes=700000-', 'bytes=-0', 'bytes=9-3'])('has nothing at %j', async (range) => {
    const { get, asked } = await serve();
    const response = await get({ range });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */700000']);
    expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST', status: 416 });
    expect(asked).toEqual([0]);
  });

  it.each([
    { range: 'bytes=a-b' },
    { range: 'bytes=0-1,5-6' },
    { range: 'lines=1-2' },
    { range: '%' },
    { range: 'bytes=0-9', 'if-range': '"other"' },
  ])('comes whole where %j names no part of this version', async (headers) => {
    const { get } = await serve();
    const response = await get(headers);
    expect([response.status, (await contentOf(response)).length]).toEqual([200, 700_000]);
    expect((await get({ range: 'bytes=0-9', 'if-range': ETAG })).status).toBe(206);
  });

  it.each([ETAG, `W/${ETAG}`, `"x", ${ETAG}`, '*'])('is not sent to a client that has %j', async (tag) => {
    const { get } = await serve();
    const response = await get({ 'if-none-match': tag });
    expect([response.status, (await contentOf(response)).length, response.headers.get('etag')]).toEqual([304, 0, ETAG]);
    expect((await get({ 'if-none-match': '"x"' })).status).toBe(200);
  });

  it('says what it is without its bytes, and may be empty', async () => {
    const { get, asked } = await serve();
    const { status, headers } = await get({}, undefined, { method: 'HEAD' });
    expect([status, headers.get('content-length'), asked]).toEqual([200, '700000', [0]]);
    const response = await (await serve({ bytes: Buffer.alloc(0) })).get();
    expect([response.status, (await contentOf(response)).length]).toEqual([200, 0]);
  });

  it.each([
    ['text/html', 'attachment', 'text/html'],
    ['image/svg+xml', 'attachment', 'image/svg+xml'],
    ['TEXT/HTML; charset=utf-8', 'attachment', 'text/html'],
    ['text/plain', 'inline', 'text/plain'],
    ['nonsense\r\nX-Evil: 1', 'attachment', 'application/octet-stream'],
  ])('of the type %j is %s, and runs nowhere', async (mediaType, disposition, type) => {
    const { headers } = await (await serve({ mediaType })).get();
    expect(headers.get('content-disposition')?.split(';')[0]).toBe(disposition);
    expect(headers.get('content-type')).toBe(type);
    expect([headers.get('content-security-policy'), headers.get('x-evil')]).toEqual([SANDBOX, null]);
  });

  it.each([
    ['a"b\\c.pdf', '"a\\"b\\\\c.pdf"'],
    ['Hafenlotse Ä.pdf', `"Hafenlotse ?.pdf"; filename*=UTF-8''Hafenlotse%20%C3%84.pdf`],
    ['a\r\nSet-Cookie: x=1', `"a??Set-Cookie: x=1"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x%3D1`],
    ['a\ud800', `"a?"; filename*=UTF-8''a%EF%BF%BD`],
  ])('keeps the name %j within its header', async (name, written) => {
    const { headers } = await (await serve({ name })).get();
    expect(headers.get('content-disposition')).toBe(`inline; filename=${written}`);
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('is a problem before anything is sent: where it is not there, or a piece of it is asked in the address', async () => {
    const { get } = await serve();
    const response = await get({}, 'd2/original');
    expect([response.status, response.headers.get('etag')]).toEqual([404, null]);
    expect((await get({}, 'd1/original?offset=5')).status).toBe(400);
  });

  it('is a problem where its first piece fails, and cut off where a later one does', async () => {
    expect((await (await serve({ damagedFrom: 0 })).get()).status).toBe(503);
    const response = await (await serve({ damagedFrom: 500_000 })).get();
    expect(response.status).toBe(200);
    await expect(contentOf(response)).rejects.toThrow();
  });

  it('is not read on for a client that has gone, or does not read', async () => {
    const { get, asked } = await serve({ bytes: Buffer.alloc(30_000_000, 7) });
    const leaving = new AbortController();
    const response = await get({}, undefined, { signal: leaving.signal });
    await response.body!.getReader().read();
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
