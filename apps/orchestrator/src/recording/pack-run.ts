import {
  flightJson,
  isMarked,
  LITERAL,
  MAX_FLIGHT_BYTES,
  TEXT_REFERENCE,
  type FlightRecord,
  type RecordedCall,
} from '@arbiter/contracts';
import { createHash } from 'node:crypto';
import type { LoggedCall } from './call-log.js';

/** A run as the code knew it: nothing packed, nothing cut. */
export type UnpackedRun = Omit<FlightRecord, 'formatVersion' | 'calls' | 'texts' | 'cut'> & {
  readonly calls: readonly LoggedCall[];
};

/**
 * Record of a run, up to a maximal size. Secrets in its inputs are left out, and each long text is kept once.
 *
 * @param maxBytes UTF-8 bytes of its JSON
 */
export function packRun(run: UnpackedRun, maxBytes: number = MAX_FLIGHT_BYTES): FlightRecord {
  const whole = pack(run, new Set());
  if (weigh(whole) <= maxBytes) return whole;
  const withoutPrompts = pack(run, new Set(), { ...NOTHING, prompts: true });
  if (weigh(withoutPrompts) <= maxBytes) return withoutPrompts;
  const largestFirst = run.calls
    .map((call) => ({ call, bytes: bytesOf(contentOf(call)) }))
    .sort((a, b) => b.bytes - a.bytes);
  const cut = new Set<LoggedCall>();
  for (const { call } of largestFirst) {
    cut.add(call);
    const packed = pack(run, cut, { ...NOTHING, prompts: true });
    if (weigh(packed) <= maxBytes) return packed;
  }
  const withoutEvents = pack(run, cut, { prompts: true, events: true, result: false });
  if (weigh(withoutEvents) <= maxBytes) return withoutEvents;
  return pack(run, cut, { prompts: true, events: true, result: true });
}

/** Parts left out besides the content of calls. */
interface Omission {
  readonly prompts: boolean;
  readonly events: boolean;
  readonly result: boolean;
}

const NOTHING: Omission = { prompts: false, events: false, result: false };

function pack(
  { calls, request, notes, events, result, ...rest }: UnpackedRun,
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

/** A call with its duration, without its content. */
function hollow({ modelCalls: _, ...call }: LoggedCall): RecordedCall {
  return { ...call, input: null, events: [], output: null, cutBytes: Math.max(1, bytesOf(contentOf(call))) };
}

function contentOf({ input, events, output }: Pick<LoggedCall, 'input' | 'events' | 'output'>) {
  return { input, events, output };
}

function weigh(flight: FlightRecord): number {
  return Buffer.byteLength(flightJson(flight));
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Longest text that stays where it is, in UTF-16 code units: a reference is half as long. */
const LONGEST_IN_PLACE = 64;
/** Hexadecimal digits of a reference: 64 bits, for the few thousand texts of one answer. */
const REFERENCE_DIGITS = 16;

/** The long texts of one run, each once: a passage is found, written from and checked against. */
export class TextPool {
  readonly #references = new Map<string, string>();

  /** By reference, in the order in which they were first seen. */
  get texts(): Record<string, string> {
    return Object.fromEntries([...this.#references].map(([text, reference]) => [reference, text]));
  }

  /** @returns the value as JSON would have it, with references in the place of its long texts; see FlightRecord */
  pack(value: unknown): unknown {
    if (typeof value === 'string') return value.length > LONGEST_IN_PLACE ? this.#refer(value) : value;
    if (typeof value !== 'object' || value === null) return value ?? null;
    if (Array.isArray(value)) return value.map((item) => this.pack(item));
    const packed = mapMembers(value, (item) => (item === undefined ? undefined : this.pack(item)));
    return isMarked(value) ? { [LITERAL]: packed } : packed;
  }

  #refer(text: string): Record<string, string> {
    let reference = this.#references.get(text);
    if (reference === undefined) {
      reference = createHash('sha256').update(text).digest('hex').slice(0, REFERENCE_DIGITS);
      this.#references.set(text, reference);
    }
    return { [TEXT_REFERENCE]: reference };
  }
}

/** Names of what is a secret in any input: headers of a request, keys of a service. Letters alone, in lower case. */
const SECRETS = new Set([
  'accesstoken',
  'apikey',
  'authorization',
  'cookie',
  'password',
  'proxyauthorization',
  'secret',
  'setcookie',
  'xapikey',
]);

const REDACTED = '[redacted]';

/** @returns the value without what stands under the name of a secret; a new one where there is any */
export function redact(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(redact);
  return mapMembers(value, (item, key) => (isSecret(key) ? REDACTED : redact(item)));
}

function isSecret(key: string): boolean {
  return SECRETS.has(key.toLowerCase().replaceAll(/[^a-z]/g, ''));
}

/**
 * A copy with other members; those that become undefined are left out. Built key by key, because lists of pairs cost a record of forty
 * kilobytes a millisecond more.
 */
function mapMembers(value: object, change: (item: unknown, key: string) => unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const item = change((value as Record<string, unknown>)[key], key);
    if (item === undefined) continue;
    // Assigned, it would be the prototype.
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: item, enumerable: true, configurable: true, writable: true });
    else copy[key] = item;
  }
  return copy;
}

/** Under these the contracts name documents: passages and citations, results of tools, messages and insights. */
const KEYS: ReadonlySet<string> = new Set(['documentId', 'document_id', 'documents']);

/** The ids of all documents that a value of calls and answers names, each once. */
export function documentsIn(value: unknown): string[] {
  const found = new Set<string>();
  collect(value, found);
  return [...found];
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const member of value) collect(member, found);
    return;
  }
  for (const key of Object.keys(value)) {
    const member: unknown = (value as Record<string, unknown>)[key];
    if (KEYS.has(key)) for (const id of [member].flat()) if (typeof id === 'string') found.add(id);
    collect(member, found);
  }
}
