import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { ArbiterError, PROBLEM_MEDIA_TYPE, problemOf } from '@arbiter/contracts';
import { isLoopback } from '../../config/assert-bindable.js';
import { clientOf, plainAddress } from './client-of.js';
import { CONNECTIONS_PER_CLIENT, isListed, type DoorLimits } from './door-limits.js';

/** How long a connection that is refused may take to read why. */
const LINGER_MS = 1_000;
const RETRY_AFTER_S = 1;

/**
 * Refuses connections beyond the limits: with RATE_LIMITED (429) those of one client, with OVERLOADED (503) those of all.
 * The refusal is sent before anything is read, and the connection closed.
 *
 * @param handler sees no request of a connection that was refused
 */
export function limitConnections(server: Server, handler: RequestListener, limits: DoorLimits): void {
  const open = new Map<string, number>();
  const refused = new WeakSet<Socket>();
  let all = 0;
  server.prependListener('connection', (socket: Socket) => {
    const client = clientOf(socket.remoteAddress);
    const own = open.get(client) ?? 0;
    const refusal = refusalOf({ all, own, mostOfOne: mostOfOne(limits, socket.remoteAddress) }, limits);
    if (refusal) {
      refused.add(socket);
      socket.on('error', () => undefined);
      socket.end(responseOf(refusal));
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
      return;
    }
    all += 1;
    open.set(client, own + 1);
    socket.once('close', () => {
      all -= 1;
      const left = (open.get(client) ?? 1) - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
  });
  server.on('request', (req: IncomingMessage, res) => {
    // It was answered before it spoke.
    if (refused.has(req.socket)) req.socket.destroy();
    else handler(req, res);
  });
}

/** Connections that a client may have at once, 0 for any number. */
function mostOfOne({ connectionsPerClient, trustedProxies }: DoorLimits, address: string | undefined): number {
  const bare = plainAddress(address ?? '');
  if (isListed(trustedProxies, bare)) return 0;
  return connectionsPerClient ?? (isLoopback(bare) ? 0 : CONNECTIONS_PER_CLIENT);
}

interface Occupancy {
  readonly all: number;
  readonly own: number;
  readonly mostOfOne: number;
}

function refusalOf({ all, own, mostOfOne }: Occupancy, { connections }: DoorLimits): ArbiterError | null {
  if (mostOfOne > 0 && own >= mostOfOne) {
    return new ArbiterError('RATE_LIMITED', `More than ${mostOfOne} connections of one client: close some.`);
  }
  if (connections === 0 || all < connections) return null;
  return new ArbiterError('OVERLOADED', `${connections} connections are open, and there is room for no more.`);
}

function responseOf(error: ArbiterError): string {
  const body = JSON.stringify(problemOf(error, ''));
  return [
    `HTTP/1.1 ${error.status} ${error.status === 429 ? 'Too Many Requests' : 'Service Unavailable'}`,
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Retry-After: ${RETRY_AFTER_S}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
