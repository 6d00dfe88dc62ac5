import { HTTP_HEADERS, MAX_DEADLINE_MS, type AnyOperation } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import type { Request } from 'express';
import { invalidField } from './http-error.js';

/**
 * When the caller stops waiting, in milliseconds since the epoch: header `Arbiter-Deadline-Ms` from now.
 *
 * @returns undefined when the caller does not say, and the operation's own default holds
 * @throws ArbiterError INVALID_REQUEST when it is no whole number from 1 to 10 minutes (or the operation's default, if longer)
 */
export function requestDeadline(
  req: Request,
  operation: Pick<AnyOperation, 'deadlineMs'>,
  clock: Clock,
): number | undefined {
  const given = req.get(HTTP_HEADERS.deadlineMs);
  if (given === undefined) return undefined;
  const longest = Math.max(MAX_DEADLINE_MS, operation.deadlineMs);
  const ms = /^\d{1,10}$/.test(given) ? Number(given) : 0;
  if (ms < 1 || ms > longest) {
    throw invalidField(HTTP_HEADERS.deadlineMs, `must be a whole number of milliseconds from 1 to ${longest}`);
  }
  return clock.now() + ms;
}
