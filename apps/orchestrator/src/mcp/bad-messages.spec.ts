import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Principal } from '@arbiter/contracts';
import { ANN, openSession, post, serve } from '../../test/mcp-door.js';
import { closeDoors, invoking } from '../../test/open-door.js';

afterEach(closeDoors);

const EMPTY = invoking((operation) =>
  Promise.resolve(
    operation.name === 'retriever.describe-context'
      ? { generations: [], withGraph: [], withChanges: [], writer: 'extractive' }
      : { prompts: [] },
  ),
);
const MODERN = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'prompts/list' };
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A key for each tenant, as good as any check of keys. */
function byTenant(headers: NodeJS.Dict<string | string[]>): Principal {
  return { ...ANN, tenant: String(headers['x-tenant'] ?? 'acme') };
}

describe('a message at /mcp', () => {
  it.each([
    ['no JSON', '{"jsonrpc":', 400],
    ['JSON that is no message', '7', 400],
    ['null', 'null', 400],
    ['an empty batch', '[]', 400],
    ['a batch of what are no messages', '[1, {"jsonrpc": "1.0"}]', 400],
    ['another JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}', 400],
    ['a method that is none', '{"jsonrpc":"2.0","id":1,"method":7}', 400],
    ['an id that is none', '{"jsonrpc":"2.0","id":{},"method":"ping"}', 400],
  ])('that is %s is refused, and its session goes on', async (_what, body, status) => {
    const url = await serve(EMPTY);
    const session = await openSession(url);
    const refused = await post(url, body, { session });
    expect([refused.status, await refused.text()]).toEqual([status, expect.not.stringMatching(/node_modules|\.js:\d/)]);
    const reply = await post(url, { id: 2, method: 'prompts/list' }, { session });
    expect(await reply.text()).toContain('"prompts":[]');
  });

  it('of a revision that nobody knows is refused with those that there are', async () => {
    const url = await serve(EMPTY);
    const params = { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } };
    const headers = { ...MODERN, 'mcp-protocol-version': '2031-01-01' };
    const refused = await post(url, { id: 1, method: 'prompts/list', params }, { headers });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { data: { supported: ['2026-07-28'] } } });
    // One that begins a session is told the latest that has sessions, and may go on with it.
    const initialize = { protocolVersion: '1999-01-01', capabilities: {}, clientInfo: { name: 't', version: '1' } };
    const begun = await post(url, { id: 1, method: 'initialize', params: initialize });
    expect(await begun.text()).toContain('"protocolVersion":"2025-11-25"');
  });

  it('finds no session of another tenant, neither to ask, nor to listen, nor to end', async () => {
    const url = await serve(EMPTY, { authenticate: byTenant });
    const session = await openSession(url, { 'x-tenant': 'acme' });
    const other = { 'x-tenant': 'zenith' };
    const asked = await post(url, { id: 1, method: 'prompts/list' }, { session, headers: other });
    const headers = { ...other, 'mcp-session-id': session ?? '', accept: 'text/event-stream' };
    const [listened, ended] = [await fetch(url, { headers }), await fetch(url, { method: 'DELETE', headers })];
    expect([asked.status, listened.status, ended.status]).toEqual([404, 404, 404]);
    const own = await post(url, { id: 1, method: 'prompts/list' }, { session, headers: { 'x-tenant': 'acme' } });
    expect(own.status).toBe(200);
  });
});

describe('a hundred clients', () => {
  it('hold a session each at once, and each has its own answers and its own stream', async () => {
    const url = await serve(EMPTY);
    const sessions = await Promise.all(Array.from({ length: 100 }, () => openSession(url)));
    expect(new Set(sessions).size).toBe(100);
    const gone = new AbortController();
    const streams = await Promise.all(
      sessions.map((session) =>
        fetch(url, { headers: { 'mcp-session-id': session ?? '', accept: 'text/event-stream' }, signal: gone.signal }),
      ),
    );
    expect(streams.map(({ status }) => status)).toEqual(sessions.map(() => 200));
    const answers = await Promise.all(
      sessions.map(async (session, id) => (await post(url, { id, method: 'prompts/list' }, { session })).text()),
    );
    for (const [id, answer] of answers.entries()) expect(answer).toContain(`"id":${id}`);
    gone.abort();
  });
});

describe('a client that listens', () => {
  it.each([
    ['with GET', null],
    ['with subscriptions/listen', { notifications: { resourcesListChanged: true }, _meta: META }],
  ])('%s and vanishes is not looked after any longer', async (_how, params) => {
    let looks = 0;
    const url = await serve(
      invoking((operation, call) => {
        if (operation.name === 'retriever.describe-context') looks += 1;
        return EMPTY(operation, call)
          .next()
          .then(({ value }) => value);
      }),
    );
    const gone = new AbortController();
    const stream = await listen(url, params, gone.signal);
    expect(stream.status).toBe(200);
    for (let tries = 0; looks < 2 && tries < 500; tries += 1) await delay(10);
    gone.abort();
    await delay(200);
    const before = looks;
    expect(before).toBeGreaterThan(1);
    await delay(200);
    expect(looks).toBe(before);
  });

  it('does not hold up a server that stops', async () => {
    const stopping = new AbortController();
    const url = await serve(EMPTY, { stopping: stopping.signal });
    const stream = await listen(url, null, new AbortController().signal);
    const read = stream.text();
    stopping.abort();
    await expect(read).rejects.toThrow();
  });
});

async function listen(url: string, params: object | null, signal: AbortSignal): Promise<Response> {
  if (params) {
    const headers = { ...MODERN, 'mcp-method': 'subscriptions/listen' };
    return post(url, { id: 'l-1', method: 'subscriptions/listen', params }, { headers, signal });
  }
  const session = await openSession(url);
  return fetch(url, { headers: { 'mcp-session-id': session ?? '', accept: 'text/event-stream' }, signal });
}
