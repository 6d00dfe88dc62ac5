import { ArbiterError } from '@arbiter/contracts';
import type { RequestHandler } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { isLoopback } from '../../config/assert-bindable.js';
import { sendProblem } from '../send-problem.js';
import { clientOf } from './client-of.js';
import { REQUESTS_PER_MINUTE, type DoorLimits } from './door-limits.js';

const WINDOW_S = 60;

/** A key that is not this server's counts as so many requests: whoever guesses keys gets a tenth of the guesses. */
const WRONG_KEY_COST = 10;

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
