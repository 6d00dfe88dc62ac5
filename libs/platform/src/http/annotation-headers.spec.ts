import { ArbiterError, defineOperation, search, type OperationOutput } from '@arbiter/contracts';
import { formatTimings, OperationDispatcher, type OperationContext } from '@arbiter/messaging';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeDoors, countUp, openDoor, thingText, type OpenDoor } from '../../test/door.fixture.js';

afterEach(closeDoors);

const nothingFound: OperationOutput<typeof search> = {
  results: [],
  query: 'tides',
  method_used: 'keyword',
  total_results: 0,
  synthesis: null,
  citations: [],
};

/** A door before the real dispatcher, whose search says things beside its answer. */
function openSearch(say: (annotate: OperationContext['annotate']) => unknown): Promise<OpenDoor> {
  const dispatcher = new OperationDispatcher();
  dispatcher.register(search, async (_, { annotate }) => {
    await say(annotate);
    return nothingFound;
  });
  return openDoor({ operations: [search], invoke: dispatcher.invoke });
}

const ask = (door: OpenDoor): Promise<Response> =>
  fetch(`${door.url}/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"tides"}',
  });

/** Those that annotations can make. */
const annotationsOf = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(([name]) => /^(arbiter-(?!request-id)|server-timing|set-cookie|x-evil)/.test(name)),
  );

describe('what a handler says beside its answer', () => {
  it('comes in headers, and the body stays as published', async () => {
    const door = await openSearch((annotate) => {
      annotate('mode', 'keyword');
      annotate('degraded', 'vector,rerank');
      annotate('timing', formatTimings({ keyword: 3.14, fuse: 0.04 }));
    });
    const response = await ask(door);
    expect([response.status, annotationsOf(response)]).toEqual([
      200,
      {
        'arbiter-mode': 'keyword',
        'arbiter-degraded': 'vector,rerank',
        'arbiter-timing': 'keyword;dur=3.1, fuse;dur=0',
        'server-timing': 'keyword;dur=3.1, fuse;dur=0',
      },
    ]);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual(nothingFound);
  });

  it('is nothing where it said nothing', async () => {
    expect(annotationsOf(await ask(await openSearch(() => undefined)))).toEqual({});
  });

  it.each(['keyword\r\nSet-Cookie: a=b', 'keyword\nX-Evil: 1', 'keyword\r', 'keyword\0'])(
    'never becomes another header: %j is a failure',
    async (value) => {
      const door = await openSearch((annotate) => annotate('mode', value));
      const response = await ask(door);
      expect([response.status, annotationsOf(response)]).toEqual([500, {}]);
      expect(await response.json()).toMatchObject({ code: 'INTERNAL' });
    },
  );

  it('does not come with a failure', async () => {
    const door = await openSearch((annotate) => {
      annotate('mode', 'keyword');
      annotate('timing', 'keyword;dur=3');
      throw new ArbiterError('NOT_FOUND', 'No such collection.');
    });
    const response = await ask(door);
    expect([response.status, annotationsOf(response)]).toEqual([404, {}]);
    expect(await response.text()).not.toContain('keyword');
  });

  it('does not come with an answer that cannot be sent', async () => {
    const annotations = new Map([['mode', 'keyword']]);
    const door = await openDoor({
      operations: [search],
      // oxlint-disable-next-line require-yield -- an answer without events
      invoke: async function* (_, { onAnnotations }) {
        onAnnotations?.(annotations);
        return await Promise.resolve({ bytes: 1n });
      },
    });
    const response = await ask(door);
    expect([response.status, annotationsOf(response)]).toEqual([500, {}]);
  });

  it('fits through fetch and common proxies at its longest', async () => {
    const door = await openSearch((annotate) => {
      for (const name of ['mode', 'timing']) annotate(name, 'x'.repeat(1_024));
    });
    const { status, headers } = await ask(door);
    const head = [...headers].reduce((bytes, [name, value]) => bytes + name.length + value.length + 4, 0);
    expect(status).toBe(200);
    expect(head).toBeLessThan(4_096);
  });

  it('comes beside a text too', async () => {
    const operation = defineOperation({ ...thingText, name: 'retriever.thing-text', annotations: { mode: 'How.' } });
    const dispatcher = new OperationDispatcher();
    dispatcher.register(operation, ({ id }, { annotate }) => {
      annotate('mode', 'plain');
      return Promise.resolve({ text: id });
    });
    const door = await openDoor({ operations: [operation], invoke: dispatcher.invoke });
    const response = await fetch(`${door.url}/v1/things/ab/text`);
    expect([annotationsOf(response), await response.text()]).toEqual([{ 'arbiter-mode': 'plain' }, 'ab']);
  });
});

describe('what a handler says beside a stream', () => {
  const operation = defineOperation({ ...countUp, name: 'retriever.count-up', annotations: { mode: 'How.' } });
  const count = async (accept: string, fails = false): Promise<Response> => {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(operation, async function* ({ to }, { annotate }) {
      yield await Promise.resolve({ type: 'number' as const, n: 1 });
      annotate('mode', 'late');
      if (fails) throw new ArbiterError('CONFLICT', 'Lost count.');
      return { sum: to };
    });
    const door = await openDoor({ operations: [operation], invoke: dispatcher.invoke });
    return fetch(`${door.url}/v1/count`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: '{"to":1}',
    });
  };
  const lines = async (response: Response): Promise<unknown[]> =>
    (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);

  it('is on the last message, since the head left with the first', async () => {
    const response = await count('application/x-ndjson');
    expect(annotationsOf(response)).toEqual({});
    expect(await lines(response)).toEqual([
      { type: 'number', n: 1 },
      { type: 'result', result: { sum: 1 }, annotations: { mode: 'late' } },
    ]);
  });

  it('is in headers for who asks for the output alone', async () => {
    const response = await count('application/json');
    expect([annotationsOf(response), await response.json()]).toEqual([{ 'arbiter-mode': 'late' }, { sum: 1 }]);
  });

  it('is not on the message of a failure', async () => {
    const [, last] = await lines(await count('application/x-ndjson', true));
    expect(last).toEqual({ type: 'error', error: expect.objectContaining({ code: 'CONFLICT' }) });
    expect(JSON.stringify(last)).not.toContain('late');
  });
});
