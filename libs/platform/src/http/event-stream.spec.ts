import { once } from 'node:events';
import { connect } from 'node:net';
import { ArbiterError } from '@arbiter/contracts';
import type { IncomingCall } from '@arbiter/messaging';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeDoors, countBare, countUp, openDoor, type Handler, type OpenDoor } from '../../test/door.fixture.js';

afterEach(closeDoors);

const count = (door: OpenDoor, to: number, accept?: string, signal?: AbortSignal) =>
  fetch(`${door.url}/v1/count`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(accept === undefined ? {} : { accept }) },
    body: JSON.stringify({ to }),
    ...(signal ? { signal } : {}),
  });

const withHandler = (handler: Handler, heartbeatMs = 60_000) =>
  openDoor({ handlers: { [countUp.name]: handler }, heartbeatMs });

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

/** Something that happens once, and can be waited for. */
function milestone(): { reached: Promise<void>; reach: () => void } {
  const gate = new AbortController();
  return { reached: once(gate.signal, 'abort').then(() => undefined), reach: () => gate.abort() };
}

/** The text of a response, piece by piece as it arrives. */
async function* piecesOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of response.body as AsyncIterable<Uint8Array>) yield decoder.decode(piece, { stream: true });
}

const aborted = ({ signal }: IncomingCall) =>
  signal!.aborted ? Promise.resolve() : once(signal!, 'abort').then(() => undefined);

describe('a streaming operation', () => {
  it.each([undefined, '*/*', 'application/json', 'text/html'])(
    'gives only its output to who accepts %p',
    async (accept) => {
      const response = await count(await openDoor(), 3, accept);
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(await response.json()).toEqual({ sum: 6 });
    },
  );

  it('as NDJSON is a line per event and the result at the end', async () => {
    const response = await count(await openDoor(), 2, 'application/x-ndjson');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    expect(linesOf(await response.text())).toEqual([
      { type: 'number', n: 1 },
      { type: 'number', n: 2 },
      { type: 'result', result: { sum: 3 } },
    ]);
  });

  it('as server-sent events names each event by its type', async () => {
    const response = await count(await openDoor(), 1, 'text/event-stream');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toBe(
      'event: number\ndata: {"type":"number","n":1}\n\nevent: result\ndata: {"type":"result","result":{"sum":1}}\n\n',
    );
  });

  it('sends an event when it happens, not when all is done', async () => {
    const seen = milestone();
    const door = await withHandler(async function* () {
      yield { type: 'number', n: 1 };
      await seen.reached;
      return { sum: 1 };
    });
    const pieces = piecesOf(await count(door, 1, 'application/x-ndjson'));
    expect(await pieces.next()).toMatchObject({ value: '{"type":"number","n":1}\n' });
    seen.reach();
    expect((await pieces.next()).value).toContain('"result"');
  });

  it('that fails before its first event fails with a status', async () => {
    const door = await openDoor();
    const response = await fetch(`${door.url}/v1/count`, { method: 'POST', headers: { accept: 'text/event-stream' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
  });

  it('that fails later ends with an error message', async () => {
    const door = await withHandler(async function* () {
      yield await Promise.resolve({ type: 'number', n: 1 });
      throw new ArbiterError('UNAVAILABLE', 'The store has gone.');
    });
    const [, last] = linesOf(await (await count(door, 1, 'application/x-ndjson')).text());
    expect(last).toEqual({
      type: 'error',
      error: expect.objectContaining({
        code: 'UNAVAILABLE',
        status: 503,
        detail: 'The store has gone.',
        retryable: true,
      }),
    });
  });

  it('shows signs of life while nothing happens', async () => {
    const seen = milestone();
    const door = await withHandler(async function* () {
      await seen.reached;
      yield { type: 'number', n: 1 };
      return { sum: 1 };
    }, 5);
    const pieces = piecesOf(await count(door, 1, 'text/event-stream'));
    expect((await pieces.next()).value).toMatch(/^: still here\n\n/);
    seen.reach();
    let rest = '';
    for await (const piece of pieces) rest += piece;
    expect(rest).toContain('event: result');
  });
});

describe('a stream as it is published', () => {
  const countBarely = async (handler: Handler, accept: string) => {
    const door = await openDoor({ handlers: { [countBare.name]: handler } });
    return fetch(`${door.url}/count_bare`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify({ to: 1 }),
    });
  };

  it.each(['*/*', 'application/json', 'text/event-stream'])(
    'is lines of events and nothing else, for who accepts %p, too',
    async (accept) => {
      const response = await countBarely(async function* () {
        yield await Promise.resolve({ type: 'number', n: 1 });
        return { sum: 1 };
      }, accept);
      expect(response.headers.get('content-type')).toBe('application/x-ndjson');
      expect(linesOf(await response.text())).toEqual([{ type: 'number', n: 1 }]);
    },
  );

  it('tells a failure in its own events', async () => {
    const response = await countBarely(async function* () {
      yield await Promise.resolve({ type: 'number', n: 1 });
      throw new ArbiterError('UNAVAILABLE', 'The store has gone.');
    }, '*/*');
    expect(linesOf(await response.text()).slice(1)).toEqual([
      { type: 'failed', message: 'The store has gone.' },
      { type: 'over' },
    ]);
  });
});

describe('a client that goes away', () => {
  it.each(['application/json', 'application/x-ndjson'])(
    'stops the work, and is nobody to answer to (%s)',
    async (accept) => {
      const started = milestone();
      const stopped = milestone();
      let reason: unknown;
      const door = await withHandler(async function* (_input, call) {
        yield { type: 'number', n: 1 };
        started.reach();
        await aborted(call);
        reason = call.signal!.reason;
        stopped.reach();
        throw reason as Error;
      });
      const client = new AbortController();
      const answer = count(door, 1, accept, client.signal).catch(() => undefined);
      await started.reached;
      client.abort();
      await stopped.reached;
      await answer;
      expect(reason).toMatchObject({ code: 'CANCELLED' });
    },
  );

  it('in the middle of its own body never starts the work', async () => {
    const door = await openDoor();
    const socket = connect(door.port, '127.0.0.1');
    socket.write(
      'POST /v1/count HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"to"',
    );
    await once(socket, 'connect');
    socket.destroy();
    expect((await count(door, 1)).status).toBe(200);
    expect(door.calls).toHaveLength(1);
  });
});

describe('a client that does not read', () => {
  it('holds up the work instead of filling the memory', async () => {
    let produced = 0;
    const padding = 'x'.repeat(64 * 1_024);
    const total = 500;
    const door = await withHandler(async function* () {
      for (; produced < total; produced++) yield await Promise.resolve({ type: 'number', n: produced, padding });
      return { sum: produced };
    });
    const response = await count(door, 1, 'application/x-ndjson');
    // If nobody waited, 32 MB would lie in the memory by now: the producer has had far more turns than it needs for that.
    for (let turn = 0; turn < 5_000; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(produced).toBeGreaterThan(0);
    expect(produced).toBeLessThan(total);

    let bytes = 0;
    for await (const piece of piecesOf(response)) bytes += piece.length;
    expect(produced).toBe(total);
    expect(bytes).toBeGreaterThan(total * padding.length);
  });
});
