import { MAX_FLIGHT_BYTES, type FlightRecord, type RecordedCall } from '@arbiter/contracts';
import type { LoggedCall } from './call-log.js';
import { redact } from './redact.js';
import { TextPool } from './text-pool.js';

/** A flight as the code knew it: nothing packed, nothing cut. */
export type FlownFlight = Omit<FlightRecord, 'formatVersion' | 'calls' | 'texts' | 'cut'> & {
  readonly calls: readonly LoggedCall[];
};

/**
 * What is kept of a flight: secrets of its inputs left out, each long text once, and no larger than it may be.
 *
 * @param maxBytes UTF-8 bytes of its JSON
 */
export function packFlight(flight: FlownFlight, maxBytes: number = MAX_FLIGHT_BYTES): FlightRecord {
  const whole = pack(flight, new Set());
  if (bytesOf(whole) <= maxBytes) return whole;
  const largestFirst = flight.calls
    .map((call) => ({ call, bytes: bytesOf(contentOf(call)) }))
    .sort((a, b) => b.bytes - a.bytes);
  const cut = new Set<LoggedCall>();
  for (const { call } of largestFirst) {
    cut.add(call);
    const packed = pack(flight, cut);
    if (bytesOf(packed) <= maxBytes) return packed;
  }
  const withoutEvents = pack(flight, cut, { events: true, result: false });
  return bytesOf(withoutEvents) <= maxBytes ? withoutEvents : pack(flight, cut, { events: true, result: true });
}

function pack(
  { calls, request, notes, events, result, ...rest }: FlownFlight,
  cut: ReadonlySet<LoggedCall>,
  less = { events: false, result: false },
): FlightRecord {
  const pool = new TextPool();
  const isWhole = cut.size === 0 && !less.events && !less.result;
  const packed = {
    ...rest,
    formatVersion: 1 as const,
    request: pool.pack(redact(request)),
    notes: pool.pack(notes) as FlightRecord['notes'],
    calls: calls.map((call) => (cut.has(call) ? hollow(call) : packCall(call, pool))),
    events: less.events ? [] : events.map((event) => pool.pack(event)),
    result: less.result ? null : pool.pack(result),
    cut: isWhole ? null : { calls: cut.size, events: less.events ? events.length : 0, result: less.result },
  };
  return { ...packed, texts: pool.texts };
}

function packCall(call: LoggedCall, pool: TextPool): RecordedCall {
  return {
    ...call,
    input: pool.pack(redact(call.input)),
    events: call.events.map((event) => pool.pack(event)),
    output: pool.pack(call.output),
    error: call.error && { ...call.error, details: pool.pack(call.error.details) as Record<string, unknown> },
    cutBytes: 0,
  };
}

/** That a call was made and how long it took, without what it held. */
function hollow(call: LoggedCall): RecordedCall {
  return { ...call, input: null, events: [], output: null, cutBytes: Math.max(1, bytesOf(contentOf(call))) };
}

function contentOf({ input, events, output }: LoggedCall) {
  return { input, events, output };
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
