import { setTimeout as delay } from 'node:timers/promises';
import type { Principal } from '@arbiter/contracts';
import { ScriptedCaller, type Script } from '@arbiter/testing';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { StreamableHTTPClientTransport, type Client } from '@modelcontextprotocol/client';
import { fetchFrom, httpOptions, newClient } from '../../test/connect-client.js';
import { answerTo, LIBRARY } from '../../test/library.fixture.js';
import { McpHttpHandler } from './mcp-http.handler.js';
import type { SessionLimits } from './session.table.js';

const handlers: McpHttpHandler[] = [];
afterEach(async () => {
  jest.useRealTimers();
  for (const handler of handlers.splice(0)) await handler.close();
});

function serve(limits: Partial<SessionLimits> = {}, scripts: Readonly<Record<string, Script>> = {}): McpHttpHandler {
  let sessions = 0;
  const handler = new McpHttpHandler({
    ...httpOptions(new ScriptedCaller({ ...LIBRARY, ...scripts })),
    limits,
    newSessionId: () => `session-${(sessions += 1)}`,
  });
  handlers.push(handler);
  return handler;
}

/** @param listens whether it opens a stream of notices, as most clients do */
async function connect(handler: McpHttpHandler, listens = true) {
  const client: Client = newClient();
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) =>
      init?.method === 'GET' && !listens
        ? Promise.resolve(new Response(null, { status: 405 }))
        : fetchFrom(handler)(url, init),
  });
  await client.connect(transport);
  return { client, transport };
}

/** A message sent by hand. */
function post(
  handler: McpHttpHandler,
  body: object,
  {
    session,
    signal = new AbortController().signal,
    client = null,
    principal = null,
    method = 'POST',
  }: {
    session?: string;
    signal?: AbortSignal;
    client?: string | null;
    principal?: Principal | null;
    method?: string;
  } = {},
): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(session !== undefined && { 'mcp-session-id': session }),
  };
  const request = new Request('http://localhost/mcp', { method, headers, signal });
  return handler.handle({ request, body, client, origin: { requestId: 'r', principal } });
}

const LIST = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
const PING = { jsonrpc: '2.0', id: 9, method: 'ping' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const ASK = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'query', arguments: { query: 'When?' } } };

describe('a session', () => {
  it('is begun by initialize and by nothing else', async () => {
    const handler = serve();
    expect((await post(handler, LIST)).status).toBe(400);
    const { transport } = await connect(handler);
    expect(transport.sessionId).toBe('session-1');
    expect((await post(handler, LIST, { session: 'session-1' })).status).toBe(200);
  });

  it('that nobody has is 404, so that its client begins anew', async () => {
    expect((await post(serve(), LIST, { session: 'session-9' })).status).toBe(404);
  });

  it('is of the caller that began it: to any other its id is unknown', async () => {
    const { started, release, script } = held();
    const handler = serve({}, { 'orchestrator.query': script });
    const ann: Principal = { name: 'ann', role: 'reader', tenant: 'acme', groups: null };
    await (await post(handler, INITIALIZE, { principal: ann })).text();
    const asked = await post(handler, ASK, { session: 'session-1', principal: ann });
    await started;
    const unknown = await (await post(handler, LIST, { session: 'session-9' })).text();
    const cancelling = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    for (const principal of [null, { ...ann, name: 'bob' }, { ...ann, tenant: 'zenith' }]) {
      for (const [method, message] of [
        ['POST', LIST],
        ['POST', INITIALIZE],
        ['POST', cancelling],
        ['DELETE', {}],
        ['GET', {}],
      ] as const) {
        const reply = await post(handler, message, { session: 'session-1', principal, method });
        expect([reply.status, await reply.text()]).toEqual([404, unknown]);
      }
    }
    release();
    expect(await asked.text()).toContain('"id":7');
    // A key that was given other groups meanwhile is the same caller.
    const regrouped = { ...ann, groups: ['crew'] };
    expect((await post(handler, LIST, { session: 'session-1', principal: regrouped })).status).toBe(200);
  });

  it('ends when its client says so', async () => {
    const handler = serve();
    const { transport } = await connect(handler);
    await transport.terminateSession();
    expect((await post(handler, LIST, { session: 'session-1' })).status).toBe(404);
  });

  it('ends when it has been idle for long, and not while it is used', async () => {
    // The minutes of a session pass at once; what moves its messages does not wait for them.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    const handler = serve({ idleMs: 150 });
    const { client } = await connect(handler, false);
    for (let used = 0; used < 4; used += 1) {
      jest.advanceTimersByTime(75);
      await client.listTools();
    }
    jest.advanceTimersByTime(151);
    await expect(client.listTools()).rejects.toThrow();
  });

  it('does not end while its client listens, and makes room nevertheless', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    const handler = serve({ idleMs: 150, maxSessions: 1 });
    const { client } = await connect(handler);
    await client.listTools();
    jest.advanceTimersByTime(1_000);
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await connect(handler, false);
    await expect(client.listTools()).rejects.toThrow();
  });

  it('has one stream of notices: the latest, in place of one whose connection was lost', async () => {
    const handler = serve();
    await connect(handler, false);
    const listen = (): Promise<Response> => post(handler, {}, { session: 'session-1', method: 'GET' });
    const first = await listen();
    const second = await listen();
    expect([first.status, second.status, second.headers.get('content-type')]).toEqual([200, 200, 'text/event-stream']);
    expect(await first.text()).toBe('');
  });

  it('makes room for a new one when it has been idle the longest', async () => {
    const handler = serve({ maxSessions: 2 });
    const [first, second] = [await connect(handler), await connect(handler)];
    await first.client.listTools();
    await connect(handler);
    await first.client.listTools();
    await expect(second.client.listTools()).rejects.toThrow();
  });

  it('is not given up while it works; a new one is refused then', async () => {
    const { started, script } = endless();
    const handler = serve({ maxSessions: 1 }, { 'orchestrator.query': script });
    const { client } = await connect(handler);
    const wish = new AbortController();
    const asked = client.callTool({ name: 'query', arguments: { query: 'When?' } }, { signal: wish.signal });
    await started;
    await expect(connect(handler)).rejects.toThrow(/503|Too many sessions/);
    wish.abort();
    await expect(asked).rejects.toThrow();
  });

  it('stops what a client asked for that goes away without a word, and stays', async () => {
    const { started, stopped, script } = endless();
    const handler = serve({}, { 'orchestrator.query': script });
    const { client } = await connect(handler);
    const gone = new AbortController();
    await post(handler, ASK, { session: 'session-1', signal: gone.signal });
    await started;
    gone.abort();
    await stopped;
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  });

  it('is told of the tools in bytes that all sessions share', async () => {
    const handler = serve();
    const buffers = new Map<ArrayBufferLike, number>();
    for (const session of ['session-1', 'session-2', 'session-3']) {
      await connect(handler);
      const { body } = await post(handler, LIST, { session });
      for await (const part of (body ?? []) as AsyncIterable<Uint8Array>)
        buffers.set(part.buffer, (buffers.get(part.buffer) ?? 0) + part.length);
    }
    const sizes = [...buffers.values()].sort((a, b) => b - a);
    const [shared = 0, ...own] = sizes;
    expect(shared).toBeGreaterThan(50_000);
    expect(Math.max(...own)).toBeLessThan(100);
  });

  it('of a client that holds its share makes room by another of the same client', async () => {
    const handler = serve({ maxSessions: 4, maxSessionsOfClient: 2 });
    const open = async (client: string | null): Promise<string> => {
      const reply = await post(handler, INITIALIZE, { client });
      // A session whose answer waits to be read is in use.
      await reply.text();
      return reply.headers.get('mcp-session-id') ?? 'none';
    };
    const [other, first] = [await open('192.0.2.1'), await open('192.0.2.9')];
    const later = [await open('192.0.2.9'), await open('192.0.2.9'), await open('192.0.2.9')];
    const status = async (session: string): Promise<number> => (await post(handler, LIST, { session })).status;
    expect([await status(other), await status(first)]).toEqual([200, 404]);
    expect(await Promise.all(later.map(status))).toEqual([404, 200, 200]);
  });

  it('refuses a second open request with the same id, and answers the first', async () => {
    const { started, release, script } = held();
    const handler = serve({}, { 'orchestrator.query': script });
    await connect(handler);
    const first = await post(handler, ASK, { session: 'session-1' });
    await started;
    const second = await post(handler, { ...PING, id: 7 }, { session: 'session-1' });
    expect([second.status, await second.json()]).toMatchObject([400, { id: null, error: { code: -32_600 } }]);
    release();
    expect(await first.text()).toContain('"id":7');
    expect((await post(handler, { ...PING, id: 7 }, { session: 'session-1' })).status).toBe(200);
  });

  it('refuses a batch with an id twice', async () => {
    const handler = serve();
    await connect(handler);
    const reply = await post(handler, [PING, PING], { session: 'session-1' });
    expect([reply.status, await reply.json()]).toMatchObject([400, { error: { code: -32_600 } }]);
  });

  it('is not looked for in a batch that is too large: it is refused before it is read', async () => {
    const reply = await post(
      serve(),
      Array.from({ length: 101 }, () => PING),
    );
    expect([reply.status, await reply.json()]).toMatchObject([400, { error: { code: -32_600 } }]);
  });

  it('refuses an id that is a text of its own', async () => {
    const handler = serve();
    await connect(handler);
    const reply = await post(handler, { ...PING, id: 'x'.repeat(257) }, { session: 'session-1' });
    expect([reply.status, await reply.json()]).toMatchObject([400, { error: { code: -32_600 } }]);
  });

  it('ends the answer of a request that was cancelled by its id', async () => {
    const { started, stopped, script } = endless();
    const handler = serve({ maxSessions: 1 }, { 'orchestrator.query': script });
    await connect(handler);
    const asked = await post(handler, ASK, { session: 'session-1' });
    await started;
    const cancelling = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    expect((await post(handler, cancelling, { session: 'session-1' })).status).toBe(202);
    expect(await asked.text()).toBe('');
    await stopped;
    // Its id is free, and the session idle: it makes room.
    expect(await (await post(handler, { ...PING, id: 7 }, { session: 'session-1' })).text()).toContain('"id":7');
    await connect(handler);
  });

  it('answers the rest of a batch of which one request was cancelled', async () => {
    const { started, script } = endless();
    const handler = serve({}, { 'orchestrator.query': script });
    await connect(handler);
    const both = await post(handler, [ASK, { ...LIST, id: 8 }], { session: 'session-1' });
    await started;
    const cancelling = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    await post(handler, cancelling, { session: 'session-1' });
    expect(await both.text()).toContain('"id":8');
  });

  it('holds nothing after the handler was closed', async () => {
    const handler = serve();
    await connect(handler);
    await handler.close();
    expect((await post(handler, LIST, { session: 'session-1' })).status).toBe(404);
  });
});

/** A question that is answered only when it is stopped. */
function endless() {
  const [started, stopped] = [latch(), latch()];
  const script = async (_input: never, { signal }: { signal: AbortSignal }): Promise<object> => {
    started.resolve();
    await delay(60_000, undefined, { signal }).catch(() => undefined);
    stopped.resolve();
    return answerTo('never');
  };
  return { started: started.promise, stopped: stopped.promise, script };
}

/** A question that is answered once it is released. */
function held() {
  const [started, released] = [latch(), latch()];
  const script = async (): Promise<object> => {
    started.resolve();
    await released.promise;
    return answerTo('now');
  };
  return { started: started.promise, release: released.resolve, script };
}

function latch(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
