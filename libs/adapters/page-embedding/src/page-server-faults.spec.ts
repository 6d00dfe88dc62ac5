import type { ArbiterError } from '@arbiter/contracts';
import { ManualClock } from '@arbiter/ports/testing';
import { freePort, startHttpStandIn, until } from '@arbiter/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Behaviour, MODEL, startVllm } from '../test/page-server-stand-in.js';
import { HttpPageEmbedder, type HttpPageEmbedderOptions } from './index.js';

const KEY = 'k-secret-123';
const { signal } = new AbortController();
const unit = (dimensions: number): number[] => Array.from({ length: dimensions }, () => 1 / Math.sqrt(dimensions));

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function over(url: string, options: Partial<HttpPageEmbedderOptions> = {}): HttpPageEmbedder {
  const retry = { retries: 0, baseDelayMs: 1, maxDelayMs: 2 };
  const sut = new HttpPageEmbedder({ url, model: MODEL, apiKey: KEY, retry, ...options });
  closing.push(() => sut.close());
  return sut;
}

/** A server that has told its width, and behaves so from then on. */
async function knownServer(options: Partial<HttpPageEmbedderOptions> = {}) {
  const behaviour: { -readonly [K in keyof Behaviour]: Behaviour[K] } = {};
  const server = await startVllm(behaviour);
  closing.push(() => server.close());
  const sut = over(server.url, options);
  await sut.dimensions(signal);
  return { server, sut, behaviour };
}

async function failureOf(call: Promise<unknown>, url: string): Promise<ArbiterError> {
  const error = await call.then(
    () => new Error('no failure'),
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code: 'UNAVAILABLE', retryable: true });
  const { message, details } = error as ArbiterError;
  expect(message).toContain(new URL(url).host);
  expect(`${message} ${JSON.stringify(details)}`).not.toContain(KEY);
  return error as ArbiterError;
}

describe('an answer', () => {
  const lists =
    (data: unknown): NonNullable<Behaviour['instead']> =>
    (answer) =>
      answer.json(200, { data: [{ index: 0, data }] });
  const base64 = (...numbers: number[]): string => Buffer.from(Float32Array.from(numbers).buffer).toString('base64');

  it.each<[string, unknown, RegExp]>([
    ['of another width', [unit(64), unit(64)], /64 numbers, and had 48/],
    ['of another width in base64', base64(...unit(64)), /no vectors of 48 numbers/],
    [
      'of another width in base64 that would fit',
      base64(...unit(96), ...unit(96)),
      /not of 48 numbers and the length 1/,
    ],
    ['that is ragged', [unit(48), unit(47)], /different numbers of dimensions/],
    ['without vectors', [], /no vector in it/],
    ['with empty vectors', [[], []], /different numbers of dimensions/],
    ['of padding alone', [Array(48).fill(0)], /no vector in it/],
    ['with a number that is none', [[...unit(47), null]], /something else than numbers/],
    ['with an infinite number', base64(...unit(47), Number.POSITIVE_INFINITY), /infinite or none/],
    ['with no number in base64', base64(...unit(47), Number.NaN), /infinite or none/],
    ['that is one vector for the whole page', unit(48), /one vector/],
    ['that is a text', 'not base64!', /a text in place of vectors/],
    ['that is an object', { a: 1 }, /no vectors in it/],
  ])('%s is refused, and the next one is taken', async (_, data, said) => {
    const { server, sut, behaviour } = await knownServer();
    behaviour.instead = lists(data);
    const error = await failureOf(sut.embedQuery('bell', { signal }), server.url);
    expect(error).toMatchObject({ message: expect.stringMatching(said), details: { reason: 'malformed-answer' } });
    delete behaviour.instead;
    expect(await sut.embedQuery('bell', { signal })).toHaveLength(48);
  });

  it('for several inputs is refused', async () => {
    const { server, sut, behaviour } = await knownServer();
    behaviour.instead = (answer) => answer.json(200, { data: [{ data: [unit(48)] }, { data: [unit(48)] }] });
    await failureOf(sut.embedQuery('bell', { signal }), server.url);
  });

  it('that is a page of HTML is refused, and not repeated', async () => {
    const { server, sut, behaviour } = await knownServer();
    behaviour.instead = (answer) => answer.stream('text/html', '<html>Bad gateway of k-secret-123</html>', 'end');
    const error = await failureOf(sut.embedQuery('bell', { signal }), server.url);
    expect(error.message).toMatch(/not JSON/);
  });

  it('is not read past its limit', async () => {
    const { server, sut, behaviour } = await knownServer({ maxBytes: 50_000 });
    behaviour.instead = (answer) => answer.stream('application/json', `[${'1,'.repeat(60_000)}`, 'hang');
    const error = await failureOf(sut.embedQuery('bell', { signal }), server.url);
    expect(error.message).toMatch(/larger than 50000 bytes/);
    await server.untilAbandoned(1);
  });

  it('that leads elsewhere is not followed', async () => {
    const { server, sut, behaviour } = await knownServer();
    behaviour.instead = (answer) => answer.json(302, {}, { location: `${server.url}/elsewhere` });
    const error = await failureOf(sut.embedQuery('bell', { signal }), server.url);
    expect(error.message).toMatch(/leads elsewhere/);
    expect(server.targets).not.toContain('POST /elsewhere');
  });
});

describe('a server', () => {
  it('that is away is named', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const error = await failureOf(over(url).dimensions(signal), url);
    expect(error.details).toMatchObject({ reason: 'unreachable' });
  });

  it('that is slow is waited for no longer than the limit, once', async () => {
    const { server, sut, behaviour } = await knownServer({
      queryTimeoutMs: 20_000,
      pageTimeoutMs: 700,
      retry: { retries: 3, baseDelayMs: 1, maxDelayMs: 2 },
    });
    behaviour.instead = (answer) => answer.stream('application/json', '', 'hang');
    const before = server.targets.length;
    const error = await failureOf(sut.embedPage(Buffer.from('bell'), { signal }), server.url);
    expect(error.details).toEqual({ timeoutMs: 700 });
    expect(server.targets).toHaveLength(before + 1);
    await server.untilAbandoned(1);
  });

  it('that breaks off is asked again', async () => {
    const { server, sut, behaviour } = await knownServer({ retry: { retries: 2, baseDelayMs: 1, maxDelayMs: 2 } });
    let left = 2;
    behaviour.instead = (answer) => {
      left -= 1;
      return left < 0
        ? answer.json(200, { data: [{ data: [unit(48)] }] })
        : answer.stream('application/json', '{"data":[{"data":[[0.1', 'cut');
    };
    expect(await sut.embedQuery('bell', { signal })).toHaveLength(48);
    left = 99;
    const error = await failureOf(sut.embedQuery('bell', { signal }), server.url);
    expect(error.details).toMatchObject({ reason: 'unreachable' });
  });

  it.each([429, 500, 502, 503])('that answers %i is asked again', async (status) => {
    const { server, sut, behaviour } = await knownServer({ retry: { retries: 1, baseDelayMs: 1, maxDelayMs: 2 } });
    behaviour.instead = (answer) => answer.json(status, { detail: KEY }, { 'retry-after': '0' });
    const before = server.targets.length;
    const error = await failureOf(sut.embedQuery('bell', { signal }), server.url);
    expect(error.details).toEqual({ reason: 'busy', status, retryAfterMs: 0 });
    expect(server.targets).toHaveLength(before + 2);
  });

  it.each([401, 403])('that refuses the key with %i is not asked again', async (status) => {
    const { server, sut, behaviour } = await knownServer({ retry: { retries: 3, baseDelayMs: 1, maxDelayMs: 2 } });
    behaviour.instead = (answer) => answer.json(status, { error: `Bearer ${KEY}` });
    const before = server.targets.length;
    const error = await failureOf(sut.embedQuery('bell', { signal }), server.url);
    expect(error.message).toMatch(/PAGE_EMBEDDER_API_KEY/);
    expect(server.targets).toHaveLength(before + 1);
  });

  it('that does not take a picture is not away', async () => {
    const { server, sut, behaviour } = await knownServer();
    behaviour.instead = (answer) => answer.json(400, { error: { message: 'too long' } });
    for (let i = 0; i < 8; i += 1) {
      const error = await failureOf(sut.embedPage(Buffer.from('bell'), { signal }), server.url);
      expect(error.details).toEqual({ reason: 'refused', status: 400 });
    }
  });

  it('without the model is told by name, with what it has', async () => {
    const server = await startVllm();
    closing.push(() => server.close());
    const error = await failureOf(over(server.url, { model: 'other/model' }).dimensions(signal), server.url);
    expect(error.message).toMatch(/"other\/model", and serves house\/colqwen/);
  });

  it('whose model has no vectors of parts is told at once', async () => {
    const server = await startVllm({ instead: (answer) => answer.json(400, { error: { message: 'no pooling' } }) });
    closing.push(() => server.close());
    const error = await failureOf(over(server.url).embedPage(Buffer.from('bell'), { signal }), server.url);
    expect(error).toMatchObject({
      message: expect.stringMatching(/for parts of pages/),
      details: { reason: 'model-missing' },
    });
  });

  it('that is another one is recognised', async () => {
    const server = await startHttpStandIn((_, answer) => answer.json(404, {}));
    closing.push(() => server.close());
    const error = await failureOf(over(server.url).dimensions(signal), server.url);
    expect(error.message).toMatch(/gives no vectors/);
  });

  it('is asked again what it is after a failure', async () => {
    let isUp = false;
    const one = { data: [{ data: [unit(48)] }] };
    const server = await startVllm({ instead: (answer) => answer.json(isUp ? 200 : 503, isUp ? one : {}) });
    closing.push(() => server.close());
    const sut = over(server.url);
    await failureOf(sut.dimensions(signal), server.url);
    isUp = true;
    expect(await sut.dimensions(signal)).toBe(48);
  });

  it('that fails again and again is left alone, and tried later', async () => {
    const clock = new ManualClock();
    const { server, sut, behaviour } = await knownServer({
      clock,
      circuit: { failures: 3, coolDownMs: 1_000, longestCoolDownMs: 8_000 },
    });
    behaviour.instead = (answer) => answer.json(503, {});
    for (let i = 0; i < 3; i += 1) await failureOf(sut.embedQuery('bell', { signal }), server.url);
    const before = server.targets.length;
    const error = await failureOf(sut.embedQuery('bell', { signal }), server.url);
    expect(error.details).toMatchObject({ reason: 'circuit-open' });
    expect(server.targets).toHaveLength(before);
    delete behaviour.instead;
    clock.advance(1_001);
    expect(await sut.embedQuery('bell', { signal })).toHaveLength(48);
  });

  it('is no longer waited for by a caller that leaves', async () => {
    const { server, sut, behaviour } = await knownServer();
    let asked = false;
    behaviour.instead = (answer) => {
      asked = true;
      return answer.stream('application/json', '', 'hang');
    };
    const controller = new AbortController();
    const call = expect(sut.embedQuery('bell', { signal: controller.signal })).rejects.toThrow('gone');
    await until(() => asked, { what: 'the request to arrive' });
    controller.abort(new Error('gone'));
    await call;
    await server.untilAbandoned(1);
  });
});
