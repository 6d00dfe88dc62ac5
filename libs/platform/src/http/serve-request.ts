import { ArbiterError, HTTP_HEADERS, MAX_DEADLINE_MS, type AnyOperation } from '@arbiter/contracts';
import type { IncomingCall } from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';
import type { Request, Response, Router } from 'express';
import type { Logger } from '../logging.js';
import { principalOf } from './require-admission.js';
import {
  HttpRequestError,
  invalidField,
  requestIdOf,
  sendProblem,
  toArbiterError,
  traceparentOf,
} from './send-problem.js';

export const FAILED_HERE = 'a call failed at the door';

/**
 * Serves an admitted request. What the work fails with is told as far as the client can still be told. Never throws.
 *
 * @param work given what is aborted when the client goes away; aborting it cuts the response
 * @param fields of the log's line about an error that is not ours
 */
export async function serveRequest(
  res: Response,
  logger: Logger,
  work: (gone: AbortController) => Promise<void>,
  fields: object = {},
): Promise<void> {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort(new ArbiterError('CANCELLED', 'The client went away.'));
  });
  try {
    await work(gone);
  } catch (thrown) {
    // An error of ours has been logged by whoever made it; a stranger's would be lost here.
    if (!gone.signal.aborted && !(thrown instanceof ArbiterError))
      logger.error({ requestId: requestIdOf(res), ...fields, err: thrown }, FAILED_HERE);
    // Bytes are missing, which a cut connection tells.
    if (gone.signal.aborted || res.headersSent) res.destroy();
    else sendProblem(res, toArbiterError(thrown));
  }
}

/** Answers with 405 at an address for all methods that it has no route for so far. @param allow as the header has it */
export function refuseOtherMethods(router: Router, path: string, allow: string): void {
  router.all(path, (req, res) => {
    sendProblem(res, new HttpRequestError(405, `${req.method} is not possible here, only ${allow}.`, { Allow: allow }));
  });
}

/**
 * Whose request a call is made for.
 *
 * @throws ArbiterError INVALID_REQUEST for a deadline that is none
 */
export function originOf(
  req: Request,
  res: Response,
  clock: Clock,
  operation?: Pick<AnyOperation, 'deadlineMs'>,
): Pick<IncomingCall, 'deadline' | 'traceparent'> & Required<Pick<IncomingCall, 'requestId' | 'principal'>> {
  const deadline = requestDeadline(req, operation?.deadlineMs ?? 0, clock);
  const traceparent = traceparentOf(req);
  return {
    requestId: requestIdOf(res),
    principal: principalOf(res),
    ...(deadline !== undefined && { deadline }),
    ...(traceparent !== undefined && { traceparent }),
  };
}

/**
 * When the caller stops waiting, in milliseconds since the epoch: header `Arbiter-Deadline-Ms` from now.
 *
 * @param usualMs the operation's own default
 * @returns undefined when the caller does not say, and the operation's own default holds
 * @throws ArbiterError INVALID_REQUEST when it is no whole number from 1 to 10 minutes (or the operation's default, if longer)
 */
function requestDeadline(req: Request, usualMs: number, clock: Clock): number | undefined {
  const given = req.get(HTTP_HEADERS.deadlineMs);
  if (given === undefined) return undefined;
  const longest = Math.max(MAX_DEADLINE_MS, usualMs);
  const ms = /^\d{1,10}$/.test(given) ? Number(given) : 0;
  if (ms < 1 || ms > longest) {
    throw invalidField(HTTP_HEADERS.deadlineMs, `must be a whole number of milliseconds from 1 to ${longest}`);
  }
  return clock.now() + ms;
}
