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
  const withoutPrompts = pack(flight, new Set(), { ...NOTHING, prompts: true });
  if (bytesOf(withoutPrompts) <= maxBytes) return withoutPrompts;
  const largestFirst = flight.calls
    .map((call) => ({ call, bytes: bytesOf(contentOf(call)) }))
    .sort((a, b) => b.bytes - a.bytes);
  const cut = new Set<LoggedCall>();
  for (const { call } of largestFirst) {
    cut.add(call);
    const packed = pack(flight, cut, { ...NOTHING, prompts: true });
    if (bytesOf(packed) <= maxBytes) return packed;
  }
  const withoutEvents = pack(flight, cut, { prompts: true, events: true, result: false });
  if (bytesOf(withoutEvents) <= maxBytes) return withoutEvents;
  return pack(flight, cut, { prompts: true, events: true, result: true });
}

/** What else than the content of calls is left out. */
interface Omission {
  readonly prompts: boolean;
  readonly events: boolean;
  readonly result: boolean;
}

const NOTHING: Omission = { prompts: false, events: false, result: false };

function pack(
  { calls, request, notes, events, result, ...rest }: FlownFlight,
  cut: ReadonlySet<LoggedCall>,
  less: Omission = NOTHING,
): FlightRecord {
  const pool = new TextPool();
  const prompts = less.prompts ? calls.reduce((sum, { modelCalls = [] }) => sum + modelCalls.length, 0) : 0;
  const isWhole = cut.size === 0 && prompts === 0 && !less.events && !less.result;
  const packed = {
    ...rest,
    formatVersion: 1 as const,
    request: pool.pack(redact(request)),
    notes: pool.pack(notes) as FlightRecord['notes'],
    calls: calls.map((call) => (cut.has(call) ? hollow(call) : packCall(call, pool, less.prompts))),
    events: less.events ? [] : events.map((event) => pool.pack(event)),
    result: less.result ? null : pool.pack(result),
    cut: isWhole
      ? null
      : {
          ...(prompts > 0 && { prompts }),
          calls: cut.size,
          events: less.events ? events.length : 0,
          result: less.result,
        },
  };
  return { ...packed, texts: pool.texts };
}

function packCall({ modelCalls, ...call }: LoggedCall, pool: TextPool, isWithoutPrompts: boolean): RecordedCall {
  return {
    ...call,
    ...(modelCalls && !isWithoutPrompts && { modelCalls: modelCalls.map((asked) => pool.pack(redact(asked))) }),
    input: pool.pack(redact(call.input)),
    events: call.events.map((event) => pool.pack(event)),
    output: pool.pack(call.output),
    error: call.error && { ...call.error, details: pool.pack(call.error.details) as Record<string, unknown> },
    cutBytes: 0,
  };
}

/** That a call was made and how long it took, without what it held. */
function hollow({ modelCalls: _, ...call }: LoggedCall): RecordedCall {
  return { ...call, input: null, events: [], output: null, cutBytes: Math.max(1, bytesOf(contentOf(call))) };
}

function contentOf({ input, events, output }: Pick<LoggedCall, 'input' | 'events' | 'output'>) {
  return { input, events, output };
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
