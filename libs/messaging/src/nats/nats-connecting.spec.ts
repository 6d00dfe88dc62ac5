import { expect, it } from '@jest/globals';
import { freePort, startNatsServer, until } from '@arbiter/testing';
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
