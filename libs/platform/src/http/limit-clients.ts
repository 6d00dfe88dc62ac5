import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { ArbiterError, identityOf, PROBLEM_MEDIA_TYPE, problemOf } from '@arbiter/contracts';
import type { RequestCounts } from '@arbiter/ports';
import type { Request, RequestHandler, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { clientOf, isLoopback, plainAddress } from './addresses.js';
import {
  CONCURRENT_PER_CLIENT,
  CONNECTIONS_PER_CLIENT,
  type DoorLimits,
  isListed,
  REQUESTS_PER_MINUTE,
} from './door-limits.js';
import { principalOf } from './require-admission.js';
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
 * before the key is looked at, so that guessing keys is limited as well.
 */
export function limitRequests({ requestsPerMinute, counts }: DoorLimits): RequestHandler {
  if (requestsPerMinute === 0) return (_req, _res, next) => next();
  const limit = new MinuteLimit(requestsPerMinute ?? REQUESTS_PER_MINUTE, counts);
  return async (req, res, next) => {
    const client = clientOf(req.ip);
    if (requestsPerMinute === undefined && isLoopback(client)) {
      next();
      return;
    }
    const refusal = await limit.take(client);
    if (refusal) {
      sendProblem(res, refusal);
      return;
    }
    res.once('finish', () => {
      if (res.statusCode === 401) void limit.penalise(client, WRONG_KEY_COST - 1);
    });
    next();
  };
}

/** Of a window, as it is counted here and, where the operator has them share, by all replicas. */
class MinuteLimit {
  private readonly limiter: RateLimiterMemory;

  constructor(
    private readonly most: number,
    private readonly counts: RequestCounts | undefined,
  ) {
    this.limiter = new RateLimiterMemory({ points: most, duration: WINDOW_S });
  }

  /** @returns null where the request may pass */
  async take(client: string): Promise<ArbiterError | null> {
    let own: RateLimiterRes;
    try {
      own = await this.limiter.consume(client);
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) throw thrown;
      return this.refusal(thrown.msBeforeNext);
    }
    const isOver = this.counts !== undefined && this.counts.count(client) > this.most;
    return isOver ? this.refusal(own.msBeforeNext) : null;
  }

  async penalise(client: string, points: number): Promise<void> {
    await this.limiter.penalty(client, points);
  }

  private refusal(retryAfterMs: number): ArbiterError {
    return new ArbiterError('RATE_LIMITED', `More than ${this.most} requests in a minute: wait, then send it again.`, {
      details: { limit: this.most, retryAfterMs },
    });
  }
}

/**
 * Limits those who were let in: the requests of a named key in a minute, from wherever they come, and the requests of one
 * key or, without a name, of one address that run at once.
 */
export function limitAdmitted(limits: DoorLimits): RequestHandler {
  const { requestsPerMinute, counts } = limits;
  const ofKey = requestsPerMinute === 0 ? null : new MinuteLimit(requestsPerMinute ?? REQUESTS_PER_MINUTE, counts);
  const running = new Map<string, number>();
  return async (req, res, next) => {
    const client = limitKey(req, res);
    const isLocal = isLoopback(clientOf(req.ip));
    const isNamed = principalOf(res) !== null;
    if (ofKey && isNamed && !(requestsPerMinute === undefined && isLocal)) {
      const refusal = await ofKey.take(client);
      if (refusal) {
        sendProblem(res, refusal);
        return;
      }
    }
    const own = running.get(client) ?? 0;
    // A gateway that asks for many people with one key is not limited either way.
    if (requestsPerMinute !== 0 && !isLocal && own >= CONCURRENT_PER_CLIENT) {
      const message = `More than ${CONCURRENT_PER_CLIENT} requests of one client at once: wait for one to end.`;
      const details = { limit: CONCURRENT_PER_CLIENT, retryAfterMs: RETRY_AFTER_S * 1_000 };
      sendProblem(res, new ArbiterError('RATE_LIMITED', message, { details }));
      return;
    }
    running.set(client, own + 1);
    res.once('close', () => {
      const left = (running.get(client) ?? 1) - 1;
      if (left > 0) running.set(client, left);
      else running.delete(client);
    });
    next();
  };
}

/** Whom a request that was let in is counted for: the name of its key, else its address. */
export function limitKey(req: Request, res: Response): string {
  const principal = principalOf(res);
  return principal === null ? clientOf(req.ip) : `key ${identityOf(principal)}`;
}
