import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort, startHttpStandIn, type HttpStandIn, type StandInAnswer } from '@arbiter/testing';
import { documentsOf, embeddedChunkOf, unitVector } from '@arbiter/ports/testing';
import type { QdrantOptions } from './qdrant-options.js';
import { QdrantVectorIndex } from './qdrant-vector.index.js';

const KEY = 'a-very-secret-key';
const RECORD = { id: 0, payload: { commit: 7, name: 'kb.c@3', dimensions: 2, token_dimensions: null } };
const { signal } = new AbortController();
const vector = unitVector([3, 4]);

/** Answers one request. */
type Fault = (answer: StandInAnswer) => void | Promise<void>;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server that answers by these faults first, and then finds nothing in a collection that is there. */
async function opened(faults: readonly Fault[], options: Partial<QdrantOptions> = {}) {
  const seen: string[] = [];
  const left = [...faults];
  const server: HttpStandIn = await startHttpStandIn(({ target }, answer) => {
    seen.push(target);
    const fault = left.shift();
    if (fault) return fault(answer);
    const result = target.endsWith('/points') ? [RECORD] : { points: [], count: 0 };
    return answer.json(200, { result, status: 'ok', time: 0 });
  });
  const retry = { retries: 2, baseDelayMs: 1, maxDelayMs: 20 };
  const index = new QdrantVectorIndex({ url: server.url, apiKey: KEY, retry, timeoutMs: 5_000, ...options });
  closing.push(
    () => server.close(),
    () => index.close(),
  );
  return { index, server, seen };
}

const failing =
  (status: number, headers: Readonly<Record<string, string>> = {}): Fault =>
  (answer) =>
    answer.json(status, { status: { error: 'no luck' }, time: 0 }, headers);
const cut: Fault = (answer) => answer.stream('application/json', '{"result": [', 'cut');
const hang: Fault = (answer) => answer.stream('application/json', '{"result": [', 'hang');

describe('a server that fails', () => {
  it.each<[string, Fault]>([
    ['429', failing(429)],
    ['429 with a pause of no time', failing(429, { 'retry-after': '0' })],
    ['429 with a date, which the client cannot read', failing(429, { 'retry-after': 'Thu, 01 Jan 2026 12:00:00 GMT' })],
    ['500', failing(500)],
    ['503', failing(503)],
    ['a connection that breaks in the middle of the answer', cut],
  ])('once with %s is asked again', async (_, fault) => {
    const { index, seen } = await opened([fault, fault]);
    expect(await index.search('c', vector, { limit: 1, signal })).toEqual([]);
    expect(seen).toHaveLength(4);
  });

  it.each<[string, Fault, string, number]>([
    ['429', failing(429), 'OVERLOADED', 3],
    ['a pause that is too long', failing(429, { 'retry-after': '9' }), 'OVERLOADED', 1],
    ['500', failing(500), 'UNAVAILABLE', 3],
    ['a cut connection', cut, 'UNAVAILABLE', 3],
    ['a page of a proxy', (answer) => answer.stream('text/html', '<html>', 'end'), 'UNAVAILABLE', 3],
    ['half of an answer', (answer) => answer.stream('application/json', '{"result"', 'end'), 'UNAVAILABLE', 3],
    ['a key that is not accepted', failing(401), 'UNAUTHENTICATED', 1],
    ['a key without the right', failing(403), 'UNAUTHENTICATED', 1],
    ['a collection that is not there', failing(404), 'NOT_FOUND', 1],
    ['a request that is too large', failing(413), 'PAYLOAD_TOO_LARGE', 1],
    ['a request that it refuses', failing(400), 'INTERNAL', 1],
  ])('always, with %s, fails as such', async (_, fault, code, requests) => {
    const { index, seen } = await opened([fault, fault, fault, fault]);
    await expect(index.count('c', signal)).rejects.toMatchObject({ code });
    expect(seen).toHaveLength(requests);
  });

  it('names the variable that holds the key, and never the key', async () => {
    const { index } = await opened([failing(401), failing(401)]);
    const error = await index.count('c', signal).catch((thrown: unknown) => thrown as Error);
    expect(error).toMatchObject({ message: expect.stringContaining('QDRANT_API_KEY') });
    expect(`${JSON.stringify(error)} ${String(error)}`).not.toContain(KEY);
    expect(await index.health(signal)).toMatchObject({ ok: false, detail: expect.stringContaining('QDRANT_API_KEY') });
  });

  it('is UNAVAILABLE when nothing listens', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { index } = await opened([], { url });
    await expect(index.count('c', signal)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: `Nothing listens at ${url}; start Qdrant, or correct QDRANT_URL.`,
    });
    expect(await index.health(signal)).toMatchObject({ ok: false });
  });

  it('is asked again for each request of a write', async () => {
    const fine: Fault = (answer) => answer.json(200, { result: [RECORD], status: 'ok', time: 0 });
    const { index, seen } = await opened([failing(503), fine, cut, fine, failing(429), fine, cut, fine, failing(500)]);
    await index.replaceDocuments('c', documentsOf(embeddedChunkOf({ id: 'd#0', text: 'x' }, [1, 0])), signal);
    const of = (path: string): string => `/collections/kb.c%403/points${path}?wait=true`;
    expect(seen).toEqual([
      ...Array<string>(2).fill('POST /collections/knowledge_base.c/points'),
      ...Array<string>(2).fill(`POST ${of('/delete')}`),
      ...Array<string>(2).fill(`POST ${of('/payload/delete')}`),
      ...Array<string>(2).fill(`PUT ${of('')}`),
      ...Array<string>(2).fill(`POST ${of('/payload')}`),
      `PUT ${of('')}`,
      `POST ${of('/delete')}`,
    ]);
  });
});

describe('a server that is slow', () => {
  it('is UNAVAILABLE after the time of one request, and not asked again', async () => {
    const { index, server, seen } = await opened([hang], { timeoutMs: 800 });
    await expect(index.count('c', signal)).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { timeoutMs: 800 } });
    expect(seen).toHaveLength(1);
    await server.untilAbandoned(1);
  });

  it.each<[string, readonly Fault[]]>([
    ['before it says anything', [(answer) => answer.stream('', '', 'hang')]],
    ['in the middle of its answer', [hang]],
  ])('is left %s when the caller leaves, with the reason of the signal', async (_, faults) => {
    const { index, server, seen } = await opened(faults);
    const controller = new AbortController();
    const reason = new Error('the caller left');
    const search = index.search('c', vector, { limit: 1, signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(search).rejects.toBe(reason);
    await server.untilAbandoned(1);
    expect(seen).toHaveLength(1);
  });

  it('is not asked again once the caller has left during a pause', async () => {
    const retry = { retries: 2, baseDelayMs: 60_000, maxDelayMs: 60_000 };
    const { index, seen } = await opened([failing(503)], { retry });
    const controller = new AbortController();
    const reason = new Error('the caller left');
    const count = index.count('c', controller.signal);
    setTimeout(() => controller.abort(reason), 50);
    await expect(count).rejects.toBe(reason);
    expect(seen).toHaveLength(1);
  });

  it('takes no more requests at a time than there are connections', async () => {
    let open = 0;
    let most = 0;
    const slow: Fault = async (answer) => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 20));
      open -= 1;
      await answer.json(200, { result: [RECORD], status: 'ok', time: 0 });
    };
    const { index } = await opened(Array<Fault>(12).fill(slow), { connections: 3 });
    const calls = Array.from({ length: 12 }, () => index.vectors('c', [], new AbortController().signal));
    await Promise.all(calls);
    expect(most).toBe(3);
  });
});

describe('after close', () => {
  it('every call is UNAVAILABLE', async () => {
    const { index, seen } = await opened([]);
    await index.close();
    await expect(index.count('c', signal)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await index.health(signal)).toMatchObject({ ok: false });
    expect(seen).toEqual([]);
  });
});
