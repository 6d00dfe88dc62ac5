import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DoorLimits, USUAL_LIMITS } from './door-limits.js';
import { limitConnections } from './limit-clients.js';

export interface ListenOptions {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Default: {@link USUAL_LIMITS}. */
  readonly limits?: DoorLimits;
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
/** A head is sent in one go; Node's own minute lets a client hold a connection for it with a byte now and then. */
const HEAD_MS = 15_000;
/**
 * Longer than the minute for which proxies keep a connection: one that closes first, after Node's usual five seconds, cuts off
 * the request that is just on its way.
 */
const KEEP_ALIVE_MS = 65_000;

/** @throws Error with the system's code (EADDRINUSE, EACCES, EADDRNOTAVAIL), which `describeStartError` puts into words */
export async function listen(
  handler: RequestListener,
  { host, port, limits = USUAL_LIMITS }: ListenOptions,
): Promise<ListeningServer> {
  const server = createServer({ headersTimeout: HEAD_MS, keepAliveTimeout: KEEP_ALIVE_MS });
  limitConnections(server, handler, limits);
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
