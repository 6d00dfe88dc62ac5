import { expect, it } from '@jest/globals';
import { freePort, sharedBroker } from '@arbiter/testing';
import { describeNats } from '../../test/nats.rig.js';
import { connectNats } from './connect-nats.js';

describeNats('connecting to NATS', () => {
  it('to where nobody listens fails with one error that names the place without the password', async () => {
    const port = await freePort();
    const failure = connectNats({ url: `nats://arbiter:hunter2@127.0.0.1:${port}`, name: 'spec' });
    await expect(failure).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: `No NATS broker answers at nats://127.0.0.1:${port}.`,
    });
  });

  it('stops waiting when told to', async () => {
    const giveUp = new AbortController();
    const url = `nats://127.0.0.1:${await freePort()}`;
    const connecting = connectNats({ url, name: 'spec', waitOnFirstConnect: true, signal: giveUp.signal });
    giveUp.abort();
    await expect(connecting).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('authenticates with what the URL holds, and says when that is refused', async () => {
    const { url, options } = await sharedBroker();
    const welcome = await connectNats({ url, name: 'spec' });
    expect(welcome.url).toBe(`nats://${options.servers}`);
    await welcome.close();
    const wrong = `nats://${options.user}:${encodeURIComponent(`${options.pass}!`)}@${options.servers}`;
    await expect(connectNats({ url: wrong, name: 'spec' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it.each(['http://127.0.0.1', '', 'nats://'])('refuses %p', async (url) => {
    await expect(connectNats({ url, name: 'spec' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
