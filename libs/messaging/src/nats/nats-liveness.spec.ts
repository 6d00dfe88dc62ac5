import { setTimeout as sleep } from 'node:timers/promises';
import type { ArbiterError } from '@arbiter/contracts';
import { until } from '@arbiter/testing';
import { expect, it } from '@jest/globals';
import { headers } from 'nats';
import { count, echo, store } from '../../test/contract.operations.js';
import { describeNats, NatsRig, VERSION } from '../../test/nats.rig.js';
import { OperationDispatcher } from '../dispatch/operation.dispatcher.js';
import type { OperationContext } from '../operation-call.js';
import { connectNats } from './connect-nats.js';
import { NatsOperationTransport } from './nats-operation.transport.js';
import { NatsOperationClient } from './nats.operation-client.js';

describeNats('NATS, when one side falls silent', () => {
  const rig = new NatsRig();

  it('notices by its silence that a callee died in the middle of a stream', async () => {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(count, async function* () {
      yield { n: 0 };
      await new Promise(() => undefined);
      return { counted: 0 };
    });
    const dying = await rig.link('callee');
    const transport = new NatsOperationTransport({ link: dying, version: VERSION, beatMs: 20 });
    await transport.start(dispatcher);
    const client = new NatsOperationClient(await rig.link('caller'), { silenceMs: 400 });
    const stream = client.stream(count, { to: 3 }, { deadlineMs: 3_600_000 });
    await stream.next();
    const next = stream.next().catch((error: unknown) => error);
    // To the broker and the caller this is what kill -9 is: the socket closes and nothing more is said.
    await dying.connection.close();
    await dispatcher.drain(0);
    expect(await next).toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'silence' } });
  });

  /** Two replicas of which the first to get a call dies over it; how many calls each got. */
  async function twoReplicas(register: (dispatcher: OperationDispatcher, die: () => Promise<void>) => void) {
    const dispatchers: OperationDispatcher[] = [];
    for (const name of ['one', 'other']) {
      const dispatcher = new OperationDispatcher();
      dispatchers.push(dispatcher);
      const link = await rig.link(name);
      register(dispatcher, () => link.connection.close());
      await new NatsOperationTransport({ link, version: VERSION, beatMs: 20 }).start(dispatcher);
    }
    // The silence that counts as death does not come within this test: only the broker can tell.
    const client = new NatsOperationClient(await rig.link('caller'), { silenceMs: 3_600_000, probeMs: 50 });
    return { client, drain: () => Promise.all(dispatchers.map((dispatcher) => dispatcher.drain(0))) };
  }

  it('repeats a call on the other replica as soon as the broker has lost the one that worked on it', async () => {
    let calls = 0;
    const { client, drain } = await twoReplicas((dispatcher, die) => {
      dispatcher.register(echo, async ({ text }) => {
        calls += 1;
        if (calls > 1) return { text };
        setTimeout(() => void die(), 100);
        return new Promise(() => undefined);
      });
    });
    await expect(client.request(echo, { text: 'again' })).resolves.toEqual({ text: 'again' });
    expect(calls).toBe(2);
    await drain();
  });

  it('repeats a stream on the other replica when nothing of it had been told, and not when something had', async () => {
    let calls = 0;
    const { client, drain } = await twoReplicas((dispatcher, die) => {
      dispatcher.register(count, async function* ({ to }) {
        calls += 1;
        if (calls === 3) yield { n: 0 };
        if (calls === 2) return { counted: to };
        setTimeout(() => void die(), 100);
        await new Promise(() => undefined);
        return { counted: 0 };
      });
    });
    await expect(client.stream(count, { to: 3 }).next()).resolves.toEqual({ done: true, value: { counted: 3 } });
    const broken = client.stream(count, { to: 3 });
    await expect(broken.next()).resolves.toEqual({ done: false, value: { n: 0 } });
    await expect(broken.next()).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'callee_gone' } });
    expect(calls).toBe(3);
    await drain();
  });

  it('says of a call that must not be repeated that its replica is gone', async () => {
    let calls = 0;
    const { client, drain } = await twoReplicas((dispatcher, die) => {
      dispatcher.register(store, () => {
        calls += 1;
        setTimeout(() => void die(), 100);
        return new Promise(() => undefined);
      });
    });
    await expect(client.request(store, { text: 'once' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryable: true,
      details: { reason: 'callee_gone' },
    });
    expect(calls).toBe(1);
    await drain();
  });

  it('does not take a callee that works in silence for a dead one', async () => {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(echo, async ({ text }) => {
      await sleep(900);
      return { text };
    });
    await rig.serve(dispatcher, 20);
    const client = new NatsOperationClient(await rig.link('caller'), { silenceMs: 400 });
    await expect(client.request(echo, { text: 'slow' })).resolves.toEqual({ text: 'slow' });
  });

  it('notices that a caller vanished without a word', async () => {
    let context: OperationContext | undefined;
    const dispatcher = new OperationDispatcher();
    dispatcher.register(store, (_, received) => {
      context = received;
      return new Promise(() => undefined);
    });
    await rig.serve(dispatcher, 20);
    const vanishing = await connectNats({ url: rig.url, name: 'caller' });
    const failure = new NatsOperationClient(vanishing).request(store, { text: 'a' }).catch((error: unknown) => error);
    await until(() => context);
    await vanishing.connection.close();
    expect(await failure).toMatchObject({ code: 'UNAVAILABLE' });
    await until(() => context?.signal.aborted, { what: 'the abort' });
    expect((context!.signal.reason as ArbiterError).code).toBe('CANCELLED');
    await dispatcher.drain(0);
  });

  it('ends a call whose caller answers a beat, which is how one that gave up says so', async () => {
    const reasons: ArbiterError[] = [];
    const dispatcher = new OperationDispatcher();
    dispatcher.register(store, (_, { signal }) => {
      signal.addEventListener('abort', () => reasons.push(signal.reason as ArbiterError));
      return new Promise(() => undefined);
    });
    await rig.serve(dispatcher, 20);
    const { connection } = await rig.link('caller');
    connection.subscribe('gave.up', { callback: (_, beat) => void beat.respond() });
    const asOurs = headers();
    asOurs.set('Arbiter-Cancel', 'arbiter.v1.cancel.ingestion.some-call');
    connection.publish(store.subject, '{"text":"a"}', { reply: 'gave.up', headers: asOurs });
    await until(() => reasons.length > 0, { what: 'the abort' });
    expect(reasons[0]?.code).toBe('CANCELLED');
  });

  it('answers a beat of a call it gave up', async () => {
    const { connection } = await rig.link('a callee that was not told');
    const replies: string[] = [];
    connection.subscribe(store.subject, { callback: (_, { reply = '' }) => void replies.push(reply) });
    const caller = await rig.link('caller');
    await connection.flush();
    const given = new NatsOperationClient(caller).request(store, { text: 'a' }, { deadlineMs: 50 });
    await expect(given).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    const beat = headers();
    beat.set('Arbiter-Frame', '0 beat');
    await expect(connection.request(replies[0]!, '', { timeout: 5_000, headers: beat })).resolves.toBeDefined();
  });
});
