import { until } from '@arbiter/testing';
import { expect, it } from '@jest/globals';
import { echo, store } from '../../test/contract.operations.js';
import { describeNats, echoing, NatsRig } from '../../test/nats.rig.js';
import { OperationDispatcher } from '../dispatch/operation.dispatcher.js';
import { NatsOperationClient } from './nats.operation-client.js';

describeNats('NATS, when callees come and go', () => {
  const rig = new NatsRig();

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
