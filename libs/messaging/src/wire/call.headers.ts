import type { Cancellation } from '../call/cancellation.js';
import type { IncomingCall } from '../operation-call.js';
import { invalidRequest } from '../dispatch/validate-message.js';

/** Headers of a request. A call without any of them is served too: with the operation's deadline, as a new trace. */
export const CALL_HEADERS = {
  requestId: 'Arbiter-Request-Id',
  /** Absolute, milliseconds since the Unix epoch: it means the same after any number of hops. */
  deadline: 'Arbiter-Deadline',
  /** Percent-encoded, since a name may hold any character and a header may not. */
  principal: 'Arbiter-Principal',
  /** Subject on which the caller says that it went away. */
  cancel: 'Arbiter-Cancel',
  /** `events` when the caller wants them; a caller that says nothing gets the output only. */
  accept: 'Arbiter-Accept',
  traceparent: 'traceparent',
} as const;

export const ACCEPT_EVENTS = 'events';

export type HeaderRecord = Readonly<Partial<Record<string, string>>>;

/** A call as it leaves the caller: everything decided, nothing left to default. */
export interface OutgoingCall {
  readonly requestId: string;
  readonly traceparent: string;
  readonly deadline: number;
  readonly principal: string | null;
  readonly cancellation: Cancellation;
}

export function encodeCallHeaders({
  requestId,
  traceparent,
  deadline,
  principal,
}: OutgoingCall): Record<string, string> {
  return {
    [CALL_HEADERS.requestId]: requestId,
    [CALL_HEADERS.traceparent]: traceparent,
    [CALL_HEADERS.deadline]: String(Math.floor(deadline)),
    ...(principal !== null && { [CALL_HEADERS.principal]: encodeURIComponent(principal) }),
  };
}

/** @throws ArbiterError INVALID_REQUEST when a header that we must understand is malformed */
export function decodeCallHeaders(headers: HeaderRecord): Omit<IncomingCall, 'input' | 'signal'> {
  const requestId = headers[CALL_HEADERS.requestId];
  const traceparent = headers[CALL_HEADERS.traceparent];
  const deadline = headers[CALL_HEADERS.deadline];
  const principal = headers[CALL_HEADERS.principal];
  return {
    ...(requestId !== undefined && { requestId }),
    ...(traceparent !== undefined && { traceparent }),
    ...(deadline !== undefined && { deadline: decodeDeadline(deadline) }),
    ...(principal !== undefined && { principal: decodePrincipal(principal) }),
  };
}

function decodeDeadline(text: string): number {
  if (!/^\d{1,16}$/.test(text)) {
    throw invalidRequest([{ path: CALL_HEADERS.deadline, message: 'must be milliseconds since the Unix epoch' }]);
  }
  return Number(text);
}

function decodePrincipal(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidRequest([{ path: CALL_HEADERS.principal, message: 'must be percent-encoded' }]);
  }
}
