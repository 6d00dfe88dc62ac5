import { connect as connectSocket } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { freePort } from './free-port.js';
import { natsServerAvailable, startNatsServer } from './nats-server.js';

const missing = natsServerAvailable();
if (missing) process.stderr.write(`skipped: ${missing}\n`);

/** The first line that whoever listens on the port says; NATS greets with INFO. */
async function greeting(port: number): Promise<string> {
  const socket = connectSocket(port, '127.0.0.1');
  try {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    return chunk.toString();
  } finally {
    socket.destroy();
  }
}

(missing ? describe.skip : describe)('a nats-server of our own', () => {
  it('greets on the port it names, and is gone after stop', async () => {
    const server = await startNatsServer();
    expect(await greeting(server.port)).toMatch(/^INFO /);
    expect(server.pid).toBeGreaterThan(0);
    await server.stop();
    expect(server.pid).toBeNull();
    await expect(greeting(server.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await server.stop();
  });

  it('comes back on the same port as another process', async () => {
    const server = await startNatsServer({ jetstream: true });
    const before = server.pid;
    await server.restart();
    expect(server.pid).not.toBe(before);
    expect(await greeting(server.port)).toContain('"jetstream":true');
    await server.stop('SIGKILL');
  });

  it('says in one error why it did not start', async () => {
    await expect(startNatsServer({ args: ['--no-such-flag'] })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('no-such-flag'),
    });
  });

  it('takes the port it is told', async () => {
    const port = await freePort();
    const server = await startNatsServer({ port });
    expect(server.url).toBe(`nats://127.0.0.1:${port}`);
    await server.stop();
  });
});
