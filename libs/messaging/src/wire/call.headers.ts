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
  /** Milliseconds that were left when the call was sent: what counts where the clocks of caller and callee disagree. */
  timeLeft: 'Arbiter-Time-Left',
  /** JSON, percent-encoded: a name may hold any character and a header may not. */
  principal: 'Arbiter-Principal',
  /** Subject on which the caller says that it went away. */
  cancel: 'Arbiter-Cancel',
  /** `events` when the caller wants them; a caller that says nothing gets the output only. */
  accept: 'Arbiter-Accept',
  traceparent: 'traceparent',
} as const;

/**
 * Clocks that differ by no more are taken for equal, in milliseconds. Ours to choose: far above what NTP leaves between hosts of one
 * network, far below any deadline. A longer way of the message looks like a difference, and then gives the call a little more time.
 */
const EQUAL_CLOCKS_MS = 250;

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

/** @param now of the caller's clock, in milliseconds since the Unix epoch */
export function encodeCallHeaders(
  { requestId, traceparent, deadline, principal }: OutgoingCall,
  now: number,
): [name: string, values: [string]][] {
  const headers: [string, [string]][] = [
    [CALL_HEADERS.requestId, [requestId]],
    [CALL_HEADERS.traceparent, [traceparent]],
    [CALL_HEADERS.deadline, [String(Math.floor(deadline))]],
    [CALL_HEADERS.timeLeft, [String(Math.max(0, Math.floor(deadline - now)))]],
  ];
  if (principal !== null) headers.push([CALL_HEADERS.principal, [encodeURIComponent(JSON.stringify(principal))]]);
  return headers;
}

/**
 * One pass over the entries: a record of headers, made anew for every call, costs some 8 µs more.
 *
 * @param now of the callee's clock, in milliseconds since the Unix epoch
 * @throws ArbiterError INVALID_REQUEST when a header that we must understand is malformed, or the payload is not JSON
 */
export function decodeCall(headers: HeaderEntries, payload: Uint8Array, now: number): ReceivedCall {
  const call: { -readonly [K in keyof ReceivedCall]: ReceivedCall[K] } = {
    input: decodeInput(payload),
    wantsEvents: false,
  };
  let timeLeft: number | undefined;
  for (const [name, [value]] of headers) {
    if (value === undefined) continue;
    if (name === CALL_HEADERS.requestId) call.requestId = value;
    else if (name === CALL_HEADERS.traceparent) call.traceparent = value;
    else if (name === CALL_HEADERS.deadline) call.deadline = decodeMilliseconds(name, value);
    else if (name === CALL_HEADERS.timeLeft) timeLeft = decodeMilliseconds(name, value);
    else if (name === CALL_HEADERS.principal) call.principal = decodePrincipal(value);
    else if (name === CALL_HEADERS.cancel) call.cancel = value;
    else if (name === CALL_HEADERS.accept) call.wantsEvents = value === ACCEPT_EVENTS;
  }
  if (timeLeft !== undefined) call.deadline = deadlineHere(call.deadline, timeLeft, now);
  return call;
}

/** The deadline by the callee's clock: a clock that is an hour ahead would refuse every call as late. */
function deadlineHere(deadline: number | undefined, timeLeft: number, now: number): number {
  const here = now + timeLeft;
  return deadline !== undefined && Math.abs(deadline - here) <= EQUAL_CLOCKS_MS ? deadline : here;
}

function decodeMilliseconds(header: string, text: string): number {
  if (!/^\d{1,16}$/.test(text)) {
    const unit = header === CALL_HEADERS.deadline ? 'milliseconds since the Unix epoch' : 'milliseconds';
    throw invalidRequest([{ path: header, message: `must be ${unit}` }]);
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
