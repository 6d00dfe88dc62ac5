import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { ArbiterError, PROBLEM_MEDIA_TYPE, problemOf } from '@arbiter/contracts';
import type { RequestHandler } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { clientOf, isLoopback, plainAddress } from './addresses.js';
import { CONNECTIONS_PER_CLIENT, type DoorLimits, isListed, REQUESTS_PER_MINUTE } from './door-limits.js';
import { sendProblem } from './send-problem.js';

/** How long a connection that is refused may take to read why. */
const LINGER_MS = 1_000;
const RETRY_AFTER_S = 1;
const WINDOW_S = 60;

/** A key that is not this server's counts as so many requests: whoever guesses keys gets a tenth of the guesses. */
const WRONG_KEY_COST = 10;

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

/**
 * Refuses requests of a client that sends more than its share with RATE_LIMITED, which tells when to come again. It comes
 * before the key is looked at, so that guessing keys is limited as well. Counted in this process alone.
 */
export function limitRequests({ requestsPerMinute }: DoorLimits): RequestHandler {
  if (requestsPerMinute === 0) return (_req, _res, next) => next();
  const limiter = new RateLimiterMemory({ points: requestsPerMinute ?? REQUESTS_PER_MINUTE, duration: WINDOW_S });
  return async (req, res, next) => {
    const client = clientOf(req.ip);
    if (requestsPerMinute === undefined && isLoopback(client)) {
      next();
      return;
    }
    try {
      await limiter.consume(client);
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) throw thrown;
      sendProblem(
        res,
        new ArbiterError(
          'RATE_LIMITED',
          `More than ${limiter.points} requests in a minute: wait, then send it again.`,
          {
            details: { limit: limiter.points, retryAfterMs: thrown.msBeforeNext },
          },
        ),
      );
      return;
    }
    res.once('finish', () => {
      if (res.statusCode === 401) void limiter.penalty(client, WRONG_KEY_COST - 1);
    });
    next();
  };
}
