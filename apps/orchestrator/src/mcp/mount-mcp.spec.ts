import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { listPrompts, query, watchJob, type AnyOperation } from '@arbiter/contracts';
import type { IncomingCall, InvokeOperation } from '@arbiter/messaging';
import { ANN, openSession, post, serve } from '../../test/mcp-door.js';
import { closeDoors, invoking } from '../../test/open-door.js';
import { InvokingCaller } from './mount-mcp.js';

afterEach(closeDoors);

const ASK = { id: 1, method: 'tools/call', params: { name: 'query', arguments: { query: 'When?' } } };

describe('the route /mcp', () => {
  it('hands on whose request it is: its id, trace, deadline and principal', async () => {
    const calls: (IncomingCall & { operation: AnyOperation })[] = [];
    const url = await serve(
      invoking((operation, call) => {
        calls.push({ ...call, operation });
        return Promise.resolve({ prompts: [] });
      }),
    );
    const before = Date.now();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const response = await post(
      url,
      { id: 1, method: 'prompts/list' },
      {
        session: await openSession(url),
        headers: { 'arbiter-request-id': 'r-1', 'arbiter-deadline-ms': '4000', traceparent },
      },
    );
    expect(await response.text()).toContain('"prompts":[]');
    expect(response.headers.get('arbiter-request-id')).toBe('r-1');
    expect(response.headers.get('cache-control')).toContain('no-');
    expect(calls).toMatchObject([{ operation: listPrompts, requestId: 'r-1', principal: ANN, traceparent }]);
    expect(calls[0]!.deadline).toBeGreaterThanOrEqual(before + 4_000);
    expect(calls[0]!.deadline).toBeLessThanOrEqual(Date.now() + 4_000);
  });

  it('stops what a client asked for that goes away', async () => {
    let stopped: unknown = null;
    const url = await serve(
      invoking(async (_operation, { signal }) => {
        await delay(60_000, undefined, { ...(signal && { signal }) }).catch(() => (stopped = 'yes'));
      }),
    );
    const gone = new AbortController();
    await post(url, ASK, { session: await openSession(url), signal: gone.signal });
    gone.abort();
    for (let tries = 0; stopped === null && tries < 2_000; tries += 1) await delay(10);
    expect(stopped).toBe('yes');
  });
});

describe('InvokingCaller', () => {
  const deadlineOf = async (deadlineMs: number | undefined, deadline: number | undefined) => {
    let seen: IncomingCall | null = null;
    const invoke = invoking((_operation, call) => {
      seen = call;
      return Promise.resolve({});
    });
    const caller = new InvokingCaller(invoke, { now: () => 1_000, monotonic: () => 0 });
    await caller.request(
      query,
      { query: 'x' },
      {
        signal: new AbortController().signal,
        ...(deadlineMs !== undefined && { deadlineMs }),
        ...(deadline !== undefined && { origin: { requestId: 'r', principal: null, deadline } }),
      },
    );
    return (seen as IncomingCall | null)?.deadline;
  };

  it.each([
    ['neither', undefined, undefined, undefined],
    ['its own', 50, undefined, 1_050],
    ["the client's", undefined, 1_200, 1_200],
    ['its own, which is sooner', 50, 1_200, 1_050],
    ["the client's, which is sooner", 500, 1_200, 1_200],
  ])('ends a call with %s', async (_whose, deadlineMs, deadline, expected) => {
    expect(await deadlineOf(deadlineMs, deadline)).toBe(expected);
  });

  it('gives back the output of an operation that streams', async () => {
    const invoke: InvokeOperation = async function* () {
      yield await Promise.resolve({ type: 'progress' });
      return { id: 'job-1' };
    };
    const caller = new InvokingCaller(invoke, { now: () => 0, monotonic: () => 0 });
    const options = { signal: new AbortController().signal };
    expect(await caller.request(watchJob, { jobId: 'job-1' }, options)).toEqual({ id: 'job-1' });
  });
});
