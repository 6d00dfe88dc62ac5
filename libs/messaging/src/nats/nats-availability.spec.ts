import { ArbiterError } from '@arbiter/contracts';
import { until } from '@arbiter/testing';
import { expect, it } from '@jest/globals';
import { echo, store } from '../../test/contract.operations.js';
import { describeNats, echoing, NatsRig } from '../../test/nats.rig.js';
import { OperationDispatcher } from '../dispatch/operation.dispatcher.js';
import { NatsOperationClient } from './nats.operation-client.js';

function isUnserved(error: unknown): false {
  if (error instanceof ArbiterError && error.code === 'UNAVAILABLE') return false;
  throw error;
}

describeNats('NATS, when brokers and callees come and go', () => {
  const rig = new NatsRig();

  it('survives a restart of the broker on both sides, failing fast while there is none', async () => {
    const transport = await rig.serve(echoing());
    const callerLink = await rig.link('caller');
    const client = new NatsOperationClient(callerLink);
    await client.request(echo, { text: 'before' });

    await rig.server.stop();
    await until(() => !callerLink.connected && !transport.health().healthy, { what: 'both to notice' });
    await expect(client.request(echo, { text: 'during' }, { deadlineMs: 3_600_000 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining(rig.server.url),
    });

    await rig.server.restart();
    await until(() => callerLink.connected && transport.health().healthy, { what: 'both to reconnect' });
    // The broker may hear of the caller before it has heard who serves.
    const answered = () => client.request(echo, { text: 'after' }).then(({ text }) => text === 'echo', isUnserved);
    await until(answered, { what: 'the callee to be heard of' });
  });

  it('fails a running call as soon as the connection is lost', async () => {
    let started = false;
    const dispatcher = new OperationDispatcher();
    dispatcher.register(store, () => {
      started = true;
      return new Promise(() => undefined);
    });
    await rig.serve(dispatcher);
    const client = new NatsOperationClient(await rig.link('caller'));
    const failure = client.request(store, { text: 'a' }, { deadlineMs: 3_600_000 }).catch((error: unknown) => error);
    await until(() => started);
    await rig.server.restart();
    expect(await failure).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('fails a running call when its own link is closed', async () => {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(store, () => new Promise(() => undefined));
    await rig.serve(dispatcher);
    const callerLink = await rig.link('caller');
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
      await rig.serve(dispatcher);
    }
    const client = new NatsOperationClient(await rig.link('caller'));
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
    await rig.serve(full);
    const client = new NatsOperationClient(await rig.link('caller'), { retry: { retries: 19, baseDelayMs: 1 } });
    void client.request(echo, { text: 'fills the only slot' }).catch(() => undefined);
    await until(() => busy === 1);
    await rig.serve(echoing('free'));
    await expect(Promise.all([1, 2, 3].map(() => client.request(echo, { text: 'a' })))).resolves.toEqual(
      [1, 2, 3].map(() => ({ text: 'free' })),
    );
    await client.close();
  });
});
