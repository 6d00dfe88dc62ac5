import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { listen } from './listen.js';

const open = async (url: string, agent?: Agent): Promise<IncomingMessage> => {
  const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  return response;
};

describe('a server that closes', () => {
  it('lets a running request finish and takes no new one, on a connection that is kept alive', async () => {
    let finish: (() => void) | undefined;
    const server = await listen(
      (_req, res) => {
        res.write('half');
        finish = () => void res.end(' and half');
      },
      { host: '127.0.0.1', port: 0 },
    );
    const agent = new Agent({ keepAlive: true });
    const response = await open(server.url, agent);
    const closed = server.close(600_000);
    await expect(fetch(server.url)).rejects.toThrow();
    finish?.();
    let text = '';
    for await (const piece of response) text += String(piece);
    await closed;
    agent.destroy();
    expect(text).toBe('half and half');
  });

  it('cuts what is not done within the grace', async () => {
    const server = await listen((_req, res) => void res.write('never ends'), { host: '127.0.0.1', port: 0 });
    const response = await open(server.url);
    const cut = once(response, 'error');
    response.resume();
    await server.close(0);
    expect(await cut).toMatchObject([{ code: 'ECONNRESET' }]);
  });

  it('does not wait for a connection that has nothing to do', async () => {
    const server = await listen((_req, res) => void res.end('done'), { host: '127.0.0.1', port: 0 });
    const agent = new Agent({ keepAlive: true });
    const response = await open(server.url, agent);
    response.resume();
    await once(response, 'end');
    await server.close(600_000);
    agent.destroy();
  });

  it('may be told twice', async () => {
    const server = await listen((_req, res) => void res.end(), { host: '127.0.0.1', port: 0 });
    await Promise.all([server.close(), server.close()]);
  });
});

describe('a server behind a proxy', () => {
  it('says that it keeps connections for longer than proxies do', async () => {
    const server = await listen((_req, res) => void res.end('done'), { host: '127.0.0.1', port: 0 });
    const agent = new Agent({ keepAlive: true });
    const response = await open(server.url, agent);
    response.resume();
    expect(Number(/timeout=(\d+)/.exec(String(response.headers['keep-alive']))?.[1])).toBeGreaterThan(60);
    await server.close();
    agent.destroy();
  });
});

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1');

describe('a server', () => {
  (hasIpv6 ? it : it.skip)('says where it can be reached on IPv6', async () => {
    const server = await listen((_req, res) => void res.end('here'), { host: '::1', port: 0 });
    expect(server.url).toBe(`http://[::1]:${server.port}`);
    expect(await (await fetch(server.url)).text()).toBe('here');
    await server.close();
  });

  it('says which port the system chose', async () => {
    const server = await listen((_req, res) => void res.end('here'), { host: '127.0.0.1', port: 0 });
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect(await (await fetch(server.url)).text()).toBe('here');
    await server.close();
  });
});
