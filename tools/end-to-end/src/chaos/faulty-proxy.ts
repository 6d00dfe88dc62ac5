import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What becomes of bytes on their way: passed on, late, refused, or cut off in the middle every other time. */
export type Fault = 'none' | 'slow' | 'down' | 'half';

const LATE_MS = 300;

/** A TCP proxy before a store, which breaks as networks and servers do. */
export class FaultyProxy {
  fault: Fault = 'none';
  private readonly open = new Set<Socket>();
  private connections = 0;
  private readonly server = createServer((client) => this.take(client));

  private constructor(
    private readonly host: string,
    private readonly port: number,
  ) {}

  static async before(host: string, port: number): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(host, port);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on; what is open is cut where the store is down. */
  break(fault: Fault): void {
    this.fault = fault;
    if (fault === 'down' || fault === 'half') this.cut();
  }

  /** As when a server resets every connection. */
  cut(): void {
    for (const socket of this.open) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.cut();
    await closed;
  }

  private take(client: Socket): void {
    this.connections += 1;
    client.on('error', () => undefined);
    if (this.fault === 'down' || (this.fault === 'half' && this.connections % 2 === 0)) {
      client.resetAndDestroy();
      return;
    }
    this.open.add(client);
    const store = connect(this.port, this.host);
    store.on('error', () => client.destroy()).once('close', () => client.destroy());
    client.once('close', () => {
      this.open.delete(client);
      store.destroy();
    });
    void this.pass(client, store);
    void this.pass(store, client);
  }

  private async pass(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const bytes of from) {
        if (this.fault === 'slow') await delay(LATE_MS);
        if (!to.write(bytes as Buffer)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
      }
    } catch {
      // The line was cut, which is the point.
    }
    to.end();
  }
}
