import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ListenOptions {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
}

export interface ListeningServer {
  readonly port: number;
  /** `http://127.0.0.1:8006` */
  readonly url: string;
  /** Stops taking connections, lets running requests finish for so long, then cuts them. */
  close(graceMs?: number): Promise<void>;
}

const DEFAULT_CLOSE_GRACE_MS = 5_000;
/** How often connections are looked at that have become idle since the server stopped listening. */
const IDLE_SWEEP_MS = 50;

/** @throws Error with the system's code (EADDRINUSE, EACCES, EADDRNOTAVAIL), which `describeStartError` puts into words */
export async function listen(handler: RequestListener, { host, port }: ListenOptions): Promise<ListeningServer> {
  const server = createServer(handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: bound, family } = server.address() as AddressInfo;
  const name = family === 'IPv6' && host.includes(':') ? `[${host.replace(/^\[|\]$/g, '')}]` : host;

  let closing: Promise<void> | undefined;
  const close = (graceMs: number) =>
    new Promise<void>((resolve) => {
      const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      server.close(() => {
        clearInterval(sweep);
        clearTimeout(cut);
        resolve();
      });
    });
  return {
    port: bound,
    url: `http://${name}:${bound}`,
    close: (graceMs = DEFAULT_CLOSE_GRACE_MS) => (closing ??= close(graceMs)),
  };
}
