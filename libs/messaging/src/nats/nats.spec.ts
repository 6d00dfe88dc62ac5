import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, natsServerAvailable, type RunningNatsServer, startNatsServer, until } from '@arbiter/testing';
import type { ArbiterError } from '@arbiter/contracts';
import { headers, type Msg } from 'nats';
import { annotated, count, echo, store } from '../../test/contract.operations.js';
import { describeOperationTransport } from '../../test/operation-transport.contract.js';
import type { Annotations } from '../call/annotations.js';
import { OperationDispatcher } from '../dispatch/operation.dispatcher.js';
import type { OperationContext } from '../operation-call.js';
import { connectNats, type NatsLink } from './nats.link.js';
import { NatsOperationClient } from './nats.operation-client.js';
import { NatsOperationTransport } from './nats-operation.transport.js';

const missing = natsServerAvailable();
if (missing) process.stderr.write(`NATS half of the messaging contract skipped: ${missing}\n`);
const describeNats = missing ? describe.skip : describe;

const version = '0.0.1';

describeNats('NATS', () => {
  let server: RunningNatsServer;
  const open: (() => Promise<unknown>)[] = [];
  const link = async (name = 'spec', url = server.url): Promise<NatsLink> => {
    const opened = await connectNats({ url, name });
    open.push(() => opened.close());
    return opened;
  };
  const serve = async (dispatcher: OperationDispatcher, beatMs?: number): Promise<NatsOperationTransport> => {
    const options = { link: await link('callee'), version };
    const transport = new NatsOperationTransport(beatMs === undefined ? options : { ...options, beatMs });
    await transport.start(dispatcher);
    open.push(async () => {
      await dispatcher.drain(0);
      await transport.close();
    });
    return transport;
  };
  const echoing = (answer = 'echo'): OperationDispatcher => {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(echo, () => Promise.resolve({ text: answer }));
    return dispatcher;
  };

  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });
  afterAll(() => server.stop());

  describeOperationTransport('NATS', async (dispatcher) => {
    const [calleeLink, callerLink] = [
      await connectNats({ url: server.url, name: 'callee' }),
      await connectNats({ url: server.url, name: 'caller' }),
    ];
    const transport = new NatsOperationTransport({
      link: calleeLink,
      version,
      // No beats: here the callee must learn of a cancellation by the cancel subject, not by asking.
      beatMs: 3_600_000,
    });
    await transport.start(dispatcher);
    const client = new NatsOperationClient(callerLink);
    return {
      client,
      transport,
      close: async () => {
        await client.close();
        await dispatcher.drain(0);
        await transport.close();
        await Promise.all([calleeLink.close(), callerLink.close()]);
      },
    };
  });

  it('survives a restart of the broker on both sides, failing fast while there is none', async () => {
    const transport = await serve(echoing());
    const callerLink = await link('caller');
    const client = new NatsOperationClient(callerLink);
    await client.request(echo, { text: 'before' });

    await server.stop();
    await until(() => !callerLink.connected && !transport.health().healthy, { what: 'both to notice' });
    await expect(client.request(echo, { text: 'during' }, { deadlineMs: 3_600_000 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining(server.url),
    });

    await server.restart();
    await until(() => callerLink.connected && transport.health().healthy, { what: 'both to reconnect' });
    await expect(client.request(echo, { text: 'after' })).resolves.toEqual({ text: 'echo' });
  });

  it('fails a running call as soon as the connection is lost', async () => {
    let started = false;
    const dispatcher = new OperationDispatcher();
    dispatcher.register(store, () => {
      started = true;
      return new Promise(() => undefined);
    });
    await serve(dispatcher);
    const client = new NatsOperationClient(await link('caller'));
    const failure = client.request(store, { text: 'a' }, { deadlineMs: 3_600_000 }).catch((error: unknown) => error);
    await until(() => started);
    await server.restart();
    expect(await failure).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('fails a running call when its own link is closed', async () => {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(store, () => new Promise(() => undefined));
    await serve(dispatcher);
    const callerLink = await link('caller');
    const failure = new NatsOperationClient(callerLink).request(store, { text: 'a' }).catch((error: unknown) => error);
    await until(() => dispatcher.inFlight === 1);
    await callerLink.close();
    expect(await failure).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('shares the load among replicas, one answer per call', async () => {
    const served = { a: 0, b: 0 };
    for (const replica of ['a', 'b'] as const) {
      const dispatcher = new OperationDispatcher();
      dispatcher.register(echo, () => {
        served[replica] += 1;
        return Promise.resolve({ text: replica });
      });
      await serve(dispatcher);
    }
    const client = new NatsOperationClient(await link('caller'));
    await Promise.all(Array.from({ length: 100 }, () => client.request(echo, { text: 'a' })));
    expect(served.a + served.b).toBe(100);
    expect(Math.min(served.a, served.b)).toBeGreaterThan(0);
  });

  it('tries another replica when one is overloaded', async () => {
    let busy = 0;
    const full = new OperationDispatcher({ concurrency: { running: 1, waiting: 0 } });
    full.register(echo, () => {
      busy += 1;
      return new Promise(() => undefined);
    });
    await serve(full);
    const client = new NatsOperationClient(await link('caller'), { retry: { attempts: 20, baseMs: 1 } });
    void client.request(echo, { text: 'fills the only slot' }).catch(() => undefined);
    await until(() => busy === 1);
    await serve(echoing('free'));
    await expect(Promise.all([1, 2, 3].map(() => client.request(echo, { text: 'a' })))).resolves.toEqual(
      [1, 2, 3].map(() => ({ text: 'free' })),
    );
    await client.close();
  });

  it('notices by its silence that a callee died in the middle of a stream', async () => {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(count, async function* () {
      yield { n: 0 };
      await new Promise(() => undefined);
      return { counted: 0 };
    });
    const dying = await link('callee');
    const transport = new NatsOperationTransport({ link: dying, version, beatMs: 20 });
    await transport.start(dispatcher);
    const client = new NatsOperationClient(await link('caller'), { silenceMs: 400 });
    const stream = client.stream(count, { to: 3 }, { deadlineMs: 3_600_000 });
    await stream.next();
    const next = stream.next().catch((error: unknown) => error);
    // To the broker and the caller this is what kill -9 is: the socket closes and nothing more is said.
    await dying.connection.close();
    await dispatcher.drain(0);
    expect(await next).toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'silence' } });
  });

  it('does not take a callee that works in silence for a dead one', async () => {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(echo, async ({ text }) => {
      await sleep(900);
      return { text };
    });
    await serve(dispatcher, 20);
    const client = new NatsOperationClient(await link('caller'), { silenceMs: 400 });
    await expect(client.request(echo, { text: 'slow' })).resolves.toEqual({ text: 'slow' });
  });

  it('notices that a caller vanished without a word', async () => {
    let context: OperationContext | undefined;
    const dispatcher = new OperationDispatcher();
    dispatcher.register(store, (_, received) => {
      context = received;
      return new Promise(() => undefined);
    });
    await serve(dispatcher, 20);
    const vanishing = await connectNats({ url: server.url, name: 'caller' });
    const failure = new NatsOperationClient(vanishing).request(store, { text: 'a' }).catch((error: unknown) => error);
    await until(() => context);
    await vanishing.connection.close();
    expect(await failure).toMatchObject({ code: 'UNAVAILABLE' });
    await until(() => context?.signal.aborted, { what: 'the abort' });
    expect((context?.signal.reason as ArbiterError).code).toBe('CANCELLED');
    await dispatcher.drain(0);
  });

  it('ends a call whose caller answers a beat, which is how one that gave up says so', async () => {
    const reasons: ArbiterError[] = [];
    const dispatcher = new OperationDispatcher();
    dispatcher.register(store, (_, { signal }) => {
      signal.addEventListener('abort', () => reasons.push(signal.reason as ArbiterError));
      return new Promise(() => undefined);
    });
    await serve(dispatcher, 20);
    const { connection } = await link('caller');
    connection.subscribe('gave.up', { callback: (_, beat) => void beat.respond() });
    const asOurs = headers();
    asOurs.set('Arbiter-Cancel', 'arbiter.v1.cancel.ingestion.some-call');
    connection.publish(store.subject, '{"text":"a"}', { reply: 'gave.up', headers: asOurs });
    await until(() => reasons.length > 0, { what: 'the abort' });
    expect(reasons[0]?.code).toBe('CANCELLED');
  });

  it('answers a beat of a call it gave up', async () => {
    const { connection } = await link('a callee that was not told');
    const replies: string[] = [];
    connection.subscribe(store.subject, { callback: (_, { reply = '' }) => void replies.push(reply) });
    const caller = await link('caller');
    await connection.flush();
    const given = new NatsOperationClient(caller).request(store, { text: 'a' }, { deadlineMs: 50 });
    await expect(given).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    const beat = headers();
    beat.set('Arbiter-Frame', '0 beat');
    await expect(connection.request(replies[0]!, '', { timeout: 5_000, headers: beat })).resolves.toBeDefined();
  });

  it('sends a bare request nothing but the answer, however long that takes', async () => {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(echo, async ({ text }) => {
      await sleep(100);
      return { text };
    });
    await serve(dispatcher, 10);
    const { connection } = await link('a person');
    const answer = await connection.request(echo.subject, '{"text":"slow"}', { timeout: 5_000 });
    expect(answer.json()).toEqual({ text: 'slow' });
  });

  it('sends annotations as headers of the output, and of nothing else', async () => {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(annotated, ({ text }, { annotate }) => {
      annotate('mode', 'hybrid');
      return Promise.resolve({ text: text === 'huge' ? text.repeat(300_000) : text });
    });
    await serve(dispatcher);
    const { connection } = await link('a person');
    const answer = await connection.request(annotated.subject, '{"text":"a"}', { timeout: 5_000 });
    const headersOf = (message: Msg) => ['Arbiter-Frame', 'Arbiter-Mode'].map((name) => message.headers?.get(name));
    expect([headersOf(answer), answer.json()]).toEqual([['0 end', 'hybrid'], { text: 'a' }]);
    const tooLarge = await connection.request(annotated.subject, '{"text":"huge"}', { timeout: 5_000 });
    expect(headersOf(tooLarge)).toEqual(['0 error', '']);
  });

  it('takes of a reply’s headers only what the contract declares and a header could carry on', async () => {
    const raw = await link('a callee of bad faith');
    raw.connection.subscribe(annotated.subject, {
      callback: (_, message) => {
        const frame = headers();
        frame.set('Arbiter-Frame', '0 end');
        frame.set('Arbiter-Mode', 'hybrid');
        frame.set('Arbiter-Timing', 'café');
        frame.set('Arbiter-Note', 'x'.repeat(1_025));
        frame.set('Arbiter-Owner', 'mallory');
        message.respond(Buffer.from('{"text":"a"}'), { headers: frame });
      },
    });
    await raw.flush();
    const client = new NatsOperationClient(await link('caller'));
    const came = await new Promise<Annotations>((onAnnotations, fail) => {
      client.request(annotated, { text: 'a' }, { onAnnotations }).catch(fail);
    });
    expect(came).toEqual(new Map([['mode', 'hybrid']]));
  });

  it('fails a stream of which a frame was lost', async () => {
    const raw = await link('a callee of bad faith');
    raw.connection.subscribe(count.subject, {
      callback: (_, message) => {
        for (const tag of ['0 event', '2 event']) {
          const frame = headers();
          frame.set('Arbiter-Frame', tag);
          message.respond(Buffer.from('{"n":0}'), { headers: frame });
        }
      },
    });
    await raw.flush();
    const stream = new NatsOperationClient(await link('caller')).stream(count, { to: 2 });
    await expect(
      (async () => {
        for (;;) await stream.next();
      })(),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'frames_lost', expected: 1, received: 2 } });
  });

  it('does not take an output without a number for the end of a stream that had events', async () => {
    const raw = await link('a callee of bad faith');
    raw.connection.subscribe(count.subject, {
      callback: (_, message) => {
        const first = headers();
        first.set('Arbiter-Frame', '0 event');
        message.respond(Buffer.from('{"n":0}'), { headers: first });
        message.respond(Buffer.from('{"counted":1}'));
      },
    });
    await raw.flush();
    const stream = new NatsOperationClient(await link('caller')).stream(count, { to: 2 });
    await expect(
      (async () => {
        for (;;) if ((await stream.next()).done) return;
      })(),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'frames_lost', expected: 1, received: 0 } });
  });

  it('numbers an end only when events came before it', async () => {
    const dispatcher = echoing();
    dispatcher.register(count, async function* () {
      yield await Promise.resolve({ n: 0 });
      return { counted: 1 };
    });
    await serve(dispatcher);
    const { connection } = await link('a person');
    const accepting = headers();
    accepting.set('Arbiter-Accept', 'events');
    const tags = async (subject: string, payload: string, frames: number): Promise<(string | undefined)[]> => {
      const inbox = connection.subscribe('frames', { max: frames });
      connection.publish(subject, payload, { reply: 'frames', headers: accepting });
      const seen: (string | undefined)[] = [];
      for await (const frame of inbox) seen.push(frame.headers?.get('Arbiter-Frame'));
      return seen;
    };
    await expect(tags(echo.subject, '{"text":"a"}', 1)).resolves.toEqual([undefined]);
    await expect(tags(count.subject, '{"to":1}', 2)).resolves.toEqual(['0 event', '1 end']);
  });

  it('lists the arm as a service with its operations', async () => {
    await serve(echoing());
    const { connection } = await link('an operator');
    const infos = await connection.services.client().info('arbiter-retriever');
    for await (const info of infos) {
      expect(info).toMatchObject({
        name: 'arbiter-retriever',
        version,
        endpoints: [
          {
            name: 'contract-echo',
            subject: echo.subject,
            queue_group: 'retriever',
            metadata: { operation: echo.name, idempotent: 'true', deadline_ms: '10000' },
          },
        ],
      });
      return;
    }
    throw new TypeError('nobody answered');
  });

  it('answers a bare request, as typed at a terminal, and says what is wrong with a broken one', async () => {
    await serve(echoing());
    const { connection } = await link('a person');
    const answer = await connection.request(echo.subject, '{"text":"a"}', { timeout: 5_000 });
    expect(answer.json()).toEqual({ text: 'echo' });
    const refusal = await connection.request(echo.subject, '{"text":', { timeout: 5_000 });
    expect(refusal.json()).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(refusal.headers?.get('Nats-Service-Error-Code')).toBe('400');
  });

  describe('connecting', () => {
    it('to where nobody listens fails with one error that names the place without the password', async () => {
      const port = await freePort();
      const failure = connectNats({ url: `nats://arbiter:hunter2@127.0.0.1:${port}`, name: 'spec' });
      await expect(failure).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: `No NATS broker answers at nats://127.0.0.1:${port}.`,
      });
    });

    it('waits for a broker that starts later, when told to', async () => {
      const port = await freePort();
      const statuses: string[] = [];
      const connecting = connectNats({
        url: `127.0.0.1:${port}`,
        name: 'spec',
        waitOnFirstConnect: true,
        onStatus: (status) => statuses.push(status),
      });
      await until(() => statuses.includes('waiting'));
      const late = await startNatsServer({ port });
      const connected = await connecting;
      expect(statuses).toEqual(['waiting', 'connected']);
      await connected.close();
      await late.stop();
    });

    it('stops waiting when told to', async () => {
      const giveUp = new AbortController();
      const url = `nats://127.0.0.1:${await freePort()}`;
      const connecting = connectNats({ url, name: 'spec', waitOnFirstConnect: true, signal: giveUp.signal });
      giveUp.abort();
      await expect(connecting).rejects.toMatchObject({ code: 'CANCELLED' });
    });

    it('authenticates with what the URL holds, and says when that is refused', async () => {
      const guarded = await startNatsServer({ args: ['--user', 'arbiter', '--pass', 'p@ss'] });
      const url = (password: string): string =>
        `nats://arbiter:${encodeURIComponent(password)}@127.0.0.1:${guarded.port}`;
      const welcome = await connectNats({ url: url('p@ss'), name: 'spec' });
      expect(welcome.url).toBe(guarded.url);
      await welcome.close();
      await expect(connectNats({ url: url('wrong'), name: 'spec' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await guarded.stop();
    });

    it.each(['http://127.0.0.1', '', 'nats://'])('refuses %p', async (url) => {
      await expect(connectNats({ url, name: 'spec' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    });
  });
});
