import { afterEach, describe, expect, it } from '@jest/globals';
import { sharedBroker } from '@arbiter/testing';
import { connect, type NatsConnection } from 'nats';
import { unavailable } from './use-buckets.js';

const suite = unavailable === null ? describe : describe.skip;

suite('an account on the shared broker', () => {
  const connections: NatsConnection[] = [];
  afterEach(async () => {
    for (const connection of connections.splice(0)) await connection.close();
  });
  const inNewAccount = async (): Promise<NatsConnection> => {
    const connection = await connect((await sharedBroker()).options);
    connections.push(connection);
    return connection;
  };

  it('has buckets of its own, whatever others call theirs', async () => {
    const [first, second] = [await inNewAccount(), await inNewAccount()];
    const [mine, theirs] = [
      await first.jetstream().views.kv('same-name'),
      await second.jetstream().views.kv('same-name'),
    ];
    await mine.put('key', 'mine');
    await theirs.put('key', 'theirs');
    expect((await mine.get('key'))?.string()).toBe('mine');
  });

  it('hears nothing that is said in another', async () => {
    const [first, second] = [await inNewAccount(), await inNewAccount()];
    const heard: string[] = [];
    const subscribe = (connection: NatsConnection, who: string) =>
      connection.subscribe('same.subject', { callback: (_, message) => heard.push(`${who}: ${message.string()}`) });
    subscribe(first, 'first');
    subscribe(second, 'second');
    await Promise.all([first.flush(), second.flush()]);
    first.publish('same.subject', 'hello');
    await Promise.all([first.flush(), second.flush()]);
    expect(heard).toEqual(['first: hello']);
  });
});
