import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A way to a server that fails as the server would, so that one that others use, too, need not be ended. */
export interface ServerLink {
  /** Use it in place of the server's own address. */
  readonly url: string;
  /** As when the server dies: connections break, and no new one is taken. */
  cut(): Promise<void>;
  /** As when it hangs: connections are taken and stay open, and no answer comes. */
  silence(): void;
  /** As when it is back, at the same address. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** @param target http address of the server; over https the certificate would name another host than the link */
export async function startServerLink(target: string): Promise<ServerLink> {
  const { hostname, port: targetPort } = new URL(target);
  const open = new Set<Socket>();
  let silent = false;
  const server: Server = createServer((client) => {
    open.add(client);
    client.on('error', () => undefined).once('close', () => open.delete(client));
    if (silent) return;
    const upstream = connect(Number(targetPort), hostname);
    upstream.on('error', () => client.destroy()).once('close', () => client.destroy());
    client.once('close', () => upstream.destroy());
    client.pipe(upstream).pipe(client);
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const breakAll = (): void => {
    for (const client of open) client.destroy();
  };
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    breakAll();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    silence() {
      silent = true;
      // Open requests would still be answered.
      breakAll();
    },
    async mend() {
      silent = false;
      breakAll();
      if (!server.listening) await listen(port);
    },
    close: cut,
  };
}
