import { expect, it } from '@jest/globals';
import { freePort, startNatsServer, until } from '@arbiter/testing';
import { describeNats } from '../../test/nats.rig.js';
import { connectNats } from './connect-nats.js';

describeNats('connecting to NATS', () => {
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
});
