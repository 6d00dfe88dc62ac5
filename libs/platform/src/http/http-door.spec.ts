import { request } from 'node:http';
import { ArbiterError, type Problem } from '@arbiter/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeDoors, getThing, openDoor, type OpenDoor, saveThing } from '../../test/door.fixture.js';
import { apiKeyAuthentication } from '../access/open-authentication.js';

afterEach(closeDoors);

/** With another limit for its body. */
const limited = (bodyLimit: number) => ({
  ...saveThing,
  http: { method: 'PUT' as const, path: '/v1/things/{id}', status: 201, bodyLimit },
});

const put = (
  door: OpenDoor,
  body: string | Uint8Array | undefined,
  headers: Record<string, string> = {},
  path = '/v1/things/ab',
) =>
  fetch(`${door.url}${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  });

const failing = (error: Error) => openDoor({ handlers: { [getThing.name]: () => Promise.reject(error) } });

describe('a route of an operation', () => {
  it('takes its input from path, query and body together', async () => {
    const door = await openDoor();
    const response = await put(door, JSON.stringify({ note: 'hi' }), {}, '/v1/things/a%20b?count=3');
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ thing: { id: 'a b', note: 'hi', count: 3 } });
  });

  it('needs no body where the path says all', async () => {
    expect((await put(await openDoor(), undefined)).status).toBe(201);
  });

  it('reads a parameter that is given several times as a list', async () => {
    const door = await openDoor();
    const response = await fetch(`${door.url}/v1/things/ab?tag=x&tag=y`);
    expect(await response.json()).toMatchObject({ thing: { tag: ['x', 'y'] } });
  });

  it.each([
    ['path and body', '/v1/things/ab', { id: 'cd' }, 'id'],
    ['path and query', '/v1/things/ab?id=cd', {}, 'id'],
    ['query and body', '/v1/things/ab?note=x', { note: 'y' }, 'note'],
  ])('refuses different values in %s', async (_, path, body, field) => {
    const response = await put(await openDoor(), JSON.stringify(body), {}, path);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST', issues: [{ path: field }] });
  });

  it('accepts the same value in path and body', async () => {
    expect((await put(await openDoor(), JSON.stringify({ id: 'ab' }))).status).toBe(201);
  });

  it('keeps a field called __proto__ a field', async () => {
    const response = await put(await openDoor(), '{"__proto__": {"note": "polluted"}}');
    expect(response.status).toBe(400);
  });

  it('sends the text itself where the contract says text', async () => {
    const response = await fetch(`${(await openDoor()).url}/v1/things/ab/text`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe('text of ab 🜂');
  });

  it('passes on who asks what until when', async () => {
    const alice = { name: 'alice', role: 'reader' as const, tenant: 'acme', groups: ['crew'] };
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const door = await openDoor({ clock: { now: () => 1_000_000, monotonic: () => 0 }, authenticate: () => alice });
    const headers = { 'arbiter-request-id': 'req-1', 'arbiter-deadline-ms': '250', traceparent };
    const response = await fetch(`${door.url}/v1/things/ab`, { headers });
    expect(response.headers.get('arbiter-request-id')).toBe('req-1');
    expect(door.calls[0]).toMatchObject({ requestId: 'req-1', deadline: 1_000_250, traceparent, principal: alice });
  });

  it('leaves deadline and trace open where nobody says, and nobody is the principal', async () => {
    const door = await openDoor({ newRequestId: () => 'new-id' });
    const headers = { 'arbiter-request-id': 'no good; id', traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` };
    await fetch(`${door.url}/v1/things/ab`, { headers });
    expect(Object.keys(door.calls[0]!).sort()).toEqual([
      ...['input', 'onAnnotations', 'principal', 'requestId', 'signal'],
    ]);
    expect(door.calls[0]).toMatchObject({ requestId: 'new-id', principal: null });
  });

  it.each(['0', '-5', '1.5', 'soon', '600001', '1e3', ''])('refuses the deadline %p', async (ms) => {
    const response = await fetch(`${(await openDoor()).url}/v1/things/ab`, { headers: { 'arbiter-deadline-ms': ms } });
    expect(await response.json()).toMatchObject({ status: 400, issues: [{ path: 'Arbiter-Deadline-Ms' }] });
  });
});

describe('a body that cannot be used', () => {
  it.each([
    ['that breaks off', '{"note": "a', 400, 'not valid JSON'],
    ['that is no JSON', 'note=a', 400, 'not valid JSON'],
    ['of brackets alone', '['.repeat(300) + ']'.repeat(300), 400, 'nested more than 256 deep'],
    ['that is a list', '[]', 400, 'must be a JSON object'],
    ['that is null', 'null', 400, 'must be a JSON object'],
    ['that is not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400, 'not valid UTF-8'],
    ['of random bytes', new Uint8Array(300).map((_, i) => (i * 97) % 256), 400, 'not valid UTF-8'],
  ])('%s is an invalid request', async (_, body, status, words) => {
    const response = await put(await openDoor(), body);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    const problem = (await response.json()) as Problem;
    expect([problem.code, problem.detail]).toEqual(['INVALID_REQUEST', expect.stringContaining(words)]);
  });

  it('does not come back in the answer', async () => {
    expect(await (await put(await openDoor(), 'hunter2')).text()).not.toContain('hunter2');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
    'of type %p is an unsupported media type',
    async (type) => {
      const response = await put(await openDoor(), '{}', { 'content-type': type });
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([415, 'INVALID_REQUEST']);
    },
  );

  it('that is compressed is refused', async () => {
    expect((await put(await openDoor(), '{}', { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'application/merge-patch+json'])(
    'is none of type %p',
    async (type) => {
      expect((await put(await openDoor(), '{}', { 'content-type': type })).status).toBe(201);
    },
  );

  it('over the limit is too large, whether it says its length or not', async () => {
    const door = await openDoor({ operations: [limited(1_000)] });
    const body = JSON.stringify({ note: 'x'.repeat(3_000_000) });
    const announced = await put(door, body);
    const chunked = await fetch(`${door.url}/v1/things/ab`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: new Blob([body]).stream(),
      duplex: 'half',
    });
    for (const response of [announced, chunked]) {
      expect([response.status, await response.json()]).toEqual([
        413,
        expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE', limitBytes: 1_000 }),
      ]);
    }
    expect((await put(door, '{}')).status).toBe(201);
  });

  it('may be longer where its operation allows it', async () => {
    const body = JSON.stringify({ note: 'x'.repeat(1_500_000) });
    expect((await put(await openDoor(), body)).status).toBe(413);
    expect((await put(await openDoor({ operations: [limited(2_000_000)] }), body)).status).toBe(201);
  });
});

describe('a problem', () => {
  it('has the members of RFC 9457 and our own', async () => {
    const door = await failing(
      new ArbiterError('NOT_FOUND', 'No thing ab.', { details: { thing: 'ab', status: 'shadowed' } }),
    );
    const response = await fetch(`${door.url}/v1/things/ab`, { headers: { 'arbiter-request-id': 'r1' } });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      type: 'urn:arbiter:problem:not-found',
      title: 'Not found',
      status: 404,
      detail: 'No thing ab.',
      code: 'NOT_FOUND',
      retryable: false,
      requestId: 'r1',
      thing: 'ab',
    });
  });

  it('says when to come back, where that helps', async () => {
    const soon = await fetch(`${(await failing(new ArbiterError('OVERLOADED', 'Busy.'))).url}/v1/things/ab`);
    const limited = new ArbiterError('RATE_LIMITED', 'Slow down.', { details: { retryAfterMs: 2_500 } });
    const later = await fetch(`${(await failing(limited)).url}/v1/things/ab`);
    const never = await fetch(`${(await failing(new ArbiterError('CONFLICT', 'No.'))).url}/v1/things/ab`);
    expect([soon, later, never].map(({ headers }) => headers.get('retry-after'))).toEqual(['1', '3', null]);
  });

  it('hides what strangers threw, which the log has', async () => {
    const door = await failing(new TypeError('cannot open /etc/shadow'));
    const response = await fetch(`${door.url}/v1/things/ab`);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('shadow');
    expect(door.lines.join('')).toContain('cannot open /etc/shadow');
  });

  it.each([
    ['an unknown address', 'GET', '/v2/things', 404, 'NOT_FOUND'],
    ['an operation without a route', 'POST', '/retriever.unrouted', 404, 'NOT_FOUND'],
    ['an address in other letters', 'GET', '/V1/things/ab', 404, 'NOT_FOUND'],
    ['a method that is not there', 'DELETE', '/v1/things/ab', 405, 'INVALID_REQUEST'],
    ['broken percent-encoding', 'GET', '/v1/things/%E0%A4%A', 400, 'INVALID_REQUEST'],
  ])('answers %s', async (_, method, path, status, code) => {
    const response = await fetch(`${(await openDoor()).url}${path}`, { method });
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code, status })]);
  });

  it('names the methods that an address has', async () => {
    const response = await fetch(`${(await openDoor()).url}/v1/things/ab`, { method: 'DELETE' });
    expect(response.headers.get('allow')).toBe('PUT, GET, HEAD');
  });
});

describe('a door with a key', () => {
  const key = 'correct-horse-battery';
  const guarded = () => openDoor({ authenticate: apiKeyAuthentication(key) });

  it.each([
    ['as a bearer token', { authorization: `Bearer ${key}` }],
    ['as x-api-key', { 'x-api-key': key }],
    ['in other letters of the scheme', { authorization: `bearer ${key}` }],
  ])('opens to the key %s', async (_, headers) => {
    expect((await fetch(`${(await guarded()).url}/v1/things/ab`, { headers })).status).toBe(200);
  });

  it.each([
    ['no key', {}],
    ['another key', { authorization: 'Bearer correct-horse-batterz' }],
    ['the start of the key', { 'x-api-key': key.slice(0, -1) }],
    ['an empty key', { 'x-api-key': '' }],
    ['the key under another scheme', { authorization: `Basic ${key}` }],
  ])('stays shut to %s', async (_, headers) => {
    const door = await guarded();
    const response = await fetch(`${door.url}/v1/things/ab`, { headers });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Bearer realm="arbiter"/),
    ]);
    expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(door.calls).toEqual([]);
  });

  it('asks for it at every operation and at the metrics, not at health and OpenAPI', async () => {
    const door = await guarded();
    const statusOf = async (path: string, method = 'GET') => (await fetch(`${door.url}${path}`, { method })).status;
    expect(await statusOf('/metrics')).toBe(401);
    expect(await statusOf('/v1/things/ab/text')).toBe(401);
    expect(await statusOf('/v1/count', 'POST')).toBe(401);
    expect(await statusOf('/nowhere')).toBe(401);
    expect(await statusOf('/health/live')).toBe(200);
    expect(await statusOf('/health/ready')).toBe(200);
    expect(await statusOf('/openapi.json')).toBe(200);
  });

  it('asks for it at guarded routes only', async () => {
    const door = await openDoor({
      authenticate: apiKeyAuthentication(key),
      openRoutes: (router) => router.get('/health', (_req, res) => void res.json({ status: 'healthy' })),
      guardedRoutes: (router) => router.get('/mcp', (_req, res) => void res.json({})),
    });
    expect((await fetch(`${door.url}/health`)).status).toBe(200);
    expect((await fetch(`${door.url}/mcp`)).status).toBe(401);
    expect((await fetch(`${door.url}/mcp`, { headers: { 'x-api-key': key } })).status).toBe(200);
  });
});

describe('a door without a key', () => {
  /** fetch sets Host itself; a page under a name of its own does not. */
  const statusWith = (door: OpenDoor, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${door.url}/v1/things/ab`, { headers }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });

  it.each([
    ['a name that was bent to this machine', { host: 'evil.example:3100' }, 403],
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['an image of another site, which has no origin', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a link of another port', { 'sec-fetch-site': 'same-site' }, 403],
    ['what a user typed', { 'sec-fetch-site': 'none' }, 200],
    ['a part of its own page', { 'sec-fetch-site': 'same-origin' }, 200],
    ['localhost', { host: 'localhost:3100' }, 200],
    ['its own page', { host: 'localhost:3100', origin: 'http://localhost:3100' }, 200],
  ])('answers %s with %p %p', async (_, headers, status) => {
    expect(await statusWith(await openDoor(), headers)).toBe(status);
  });
});

describe('a request that writes', () => {
  it('has its input in a body: an address alone could be sent by any page', async () => {
    const door = await openDoor();
    const send = (init: RequestInit, query = '?to=3') =>
      fetch(`${door.url}/v1/count${query}`, { method: 'POST', ...init });
    expect((await send({})).status).toBe(400);
    expect((await send({ headers: { 'content-length': '0' } })).status).toBe(400);
    expect(door.calls).toEqual([]);
    const json = { body: '{"to":3}', headers: { 'content-type': 'application/json' } };
    expect((await send(json, '')).status).toBe(200);
  });
});

describe('a body that nobody asked for', () => {
  const MIB = 1_024 * 1_024;

  /** Sends a body without end after a request, as fast as it is taken. @returns the status, and how much was taken */
  function pour(door: OpenDoor, path: string, headers: Record<string, string> = {}) {
    return new Promise<{ status: number | undefined; sent: number }>((resolve) => {
      let status: number | undefined;
      let sent = 0;
      const sending = request(`${door.url}${path}`, { method: 'POST', headers: { host: 'localhost', ...headers } });
      const chunk = Buffer.alloc(MIB, 'x');
      const more = (): void => {
        // Far past the limit: a door that reads on would read for ever.
        if (sent >= 200 * MIB || sending.destroyed) return void sending.destroy();
        sent += chunk.length;
        sending.write(chunk, () => more());
      };
      sending.on('response', (response) => (status = response.resume().statusCode));
      sending.on('error', () => undefined);
      sending.on('close', () => resolve({ status, sent }));
      more();
    });
  }

  it.each([
    ['without the key', '/v1/count', {}, 401],
    ['at no address', '/nowhere', { 'x-api-key': 'a-key-of-sixteen-letters' }, 404],
    [
      'beyond the limit',
      '/v1/count',
      { 'x-api-key': 'a-key-of-sixteen-letters', 'content-type': 'application/json' },
      413,
    ],
    ['to what needs no key', '/health/live', {}, 401],
  ])('is read to a limit %s', async (_what, path, headers, expected) => {
    const door = await openDoor({ authenticate: apiKeyAuthentication('a-key-of-sixteen-letters') });
    const { status, sent } = await pour(door, path, headers);
    expect(status).toBe(expected);
    expect(sent).toBeLessThan(100 * MIB);
  });
});

describe('every response', () => {
  it('says nothing of the software and is not guessed at', async () => {
    const { headers } = await fetch(`${(await openDoor()).url}/v1/things/ab`);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('arbiter-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is counted under the pattern of its route', async () => {
    const door = await openDoor();
    await fetch(`${door.url}/v1/things/secret-name`);
    const metrics = await (await fetch(`${door.url}/metrics`)).text();
    expect(metrics).toContain(
      'arbiter_http_response_duration_seconds_count{app="test",method="GET",route="/v1/things/:id",status="200"} 1',
    );
    expect(metrics).not.toContain('secret-name');
  });
});

describe('the OpenAPI document', () => {
  it('describes the operations of this door', async () => {
    const document = (await (await fetch(`${(await openDoor()).url}/openapi.json`)).json()) as { paths: object };
    expect(document).toMatchObject({ openapi: '3.1.1', info: { title: 'Test', version: '1.2.3' } });
    expect(Object.keys(document.paths)).toEqual([
      '/v1/things/{id}',
      '/v1/things/{id}/text',
      '/v1/count',
      '/count_bare',
    ]);
  });
});
