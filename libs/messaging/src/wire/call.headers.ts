import { Principal } from '@arbiter/contracts';
import type { Cancellation } from '../call/cancellation.js';
import { invalidRequest } from '../dispatch/validate-message.js';
import type { CallOptions, IncomingCall } from '../operation-call.js';
import { decodeInput } from './message.codec.js';

/** Headers of a request. A call without any of them is served too: with the operation's deadline, as a new trace. */
export const CALL_HEADERS = {
  requestId: 'Arbiter-Request-Id',
  /** Absolute, milliseconds since the Unix epoch: it means the same after any number of hops. */
  deadline: 'Arbiter-Deadline',
  /** JSON, percent-encoded: a name may hold any character and a header may not. */
  principal: 'Arbiter-Principal',
  /** Subject on which the caller says that it went away. */
  cancel: 'Arbiter-Cancel',
  /** `events` when the caller wants them; a caller that says nothing gets the output only. */
  accept: 'Arbiter-Accept',
  traceparent: 'traceparent',
} as const;

export const ACCEPT_EVENTS = 'events';

/** Names with their values, of which the first counts; what the `nats` package iterates over. */
export type HeaderEntries = Iterable<readonly [name: string, values: readonly string[]]>;

/** A call as it leaves the caller: everything decided, nothing left to default. */
export interface OutgoingCall {
  readonly requestId: string;
  readonly traceparent: string;
  readonly deadline: number;
  readonly principal: Principal | null;
  readonly cancellation: Cancellation;
  /** Not sent: whom the carrier tells, just before it gives out the output. */
  readonly onAnnotations?: CallOptions['onAnnotations'];
}

/** A call as it arrives: what its message said, nothing defaulted. */
export interface ReceivedCall extends Omit<IncomingCall, 'signal' | 'onAnnotations' | 'transport'> {
  readonly cancel?: string;
  readonly wantsEvents: boolean;
}

export function encodeCallHeaders({
  requestId,
  traceparent,
  deadline,
  principal,
}: OutgoingCall): [name: string, values: [string]][] {
  const headers: [string, [string]][] = [
    [CALL_HEADERS.requestId, [requestId]],
    [CALL_HEADERS.traceparent, [traceparent]],
    [CALL_HEADERS.deadline, [String(Math.floor(deadline))]],
  ];
  if (principal !== null) headers.push([CALL_HEADERS.principal, [encodeURIComponent(JSON.stringify(principal))]]);
  return headers;
}

/**
 * One pass over the entries: a record of headers, made anew for every call, costs some 8 µs more.
 *
 * @throws ArbiterError INVALID_REQUEST when a header that we must understand is malformed, or the payload is not JSON
 */
export function decodeCall(headers: HeaderEntries, payload: Uint8Array): ReceivedCall {
  const call: { -readonly [K in keyof ReceivedCall]: ReceivedCall[K] } = {
    input: decodeInput(payload),
    wantsEvents: false,
  };
  for (const [name, [value]] of headers) {
    if (value === undefined) continue;
    if (name === CALL_HEADERS.requestId) call.requestId = value;
    else if (name === CALL_HEADERS.traceparent) call.traceparent = value;
    else if (name === CALL_HEADERS.deadline) call.deadline = decodeDeadline(value);
    else if (name === CALL_HEADERS.principal) call.principal = decodePrincipal(value);
    else if (name === CALL_HEADERS.cancel) call.cancel = value;
    else if (name === CALL_HEADERS.accept) call.wantsEvents = value === ACCEPT_EVENTS;
  }
  return call;
}

function decodeDeadline(text: string): number {
  if (!/^\d{1,16}$/.test(text)) {
    throw invalidRequest([{ path: CALL_HEADERS.deadline, message: 'must be milliseconds since the Unix epoch' }]);
  }
  return Number(text);
}

/** A caller that cannot be read is refused: without a principal it would reach everything. */
function decodePrincipal(text: string): Principal {
  try {
    return Principal.parse(JSON.parse(decodeURIComponent(text)));
  } catch {
    throw invalidRequest([{ path: CALL_HEADERS.principal, message: 'must be a percent-encoded principal in JSON' }]);
  }
}
