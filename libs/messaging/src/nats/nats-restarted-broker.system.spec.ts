import { ArbiterError } from '@arbiter/contracts';
import { until } from '@arbiter/testing';
import { expect, it } from '@jest/globals';
import { echo, store } from '../../test/contract.operations.js';
import { describeNats, echoing, OwnBrokerRig } from '../../test/nats.rig.js';
import { OperationDispatcher } from '../dispatch/operation.dispatcher.js';
import { NatsOperationClient } from './nats.operation-client.js';

function isUnserved(error: unknown): false {
  if (error instanceof ArbiterError && error.code === 'UNAVAILABLE') return false;
  throw error;
}

describeNats('NATS, when the broker comes and goes', () => {
  const rig = new OwnBrokerRig();

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
});
