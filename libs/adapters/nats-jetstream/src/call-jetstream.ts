import { sleep, withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import { ErrorCode, NatsError } from 'nats';
import type { z } from 'zod';

/** Longest wait for one call, in milliseconds. */
const TIMEOUT_MS = 5_000;
/** Longest wait for one answer of the broker within it: a broker on a busy disk takes seconds to create a stream. */
export const REQUEST_MS = 4_000;

/** Errors of the JetStream API that say that a limit of the broker is reached. */
const FULL_CODES: readonly number[] = [10_023, 10_047, 10_077, 10_122];
/** A message longer than `max_msg_size` of its stream. */
const TOO_LONG_CODE = 10_054;
/** JetStream is not enabled, on the server or for the account. */
const DISABLED_CODES: readonly number[] = [10_039, 10_076];

/** No message of a subject; no message at a sequence number; a message that cannot be deleted, since it has gone. */
const MISSING_CODES: readonly number[] = [10_037, 10_043, 10_057];

/**
 * Runs some requests to JetStream as one call.
 *
 * @param timeoutMs default: 5 seconds
 * @throws the signal's reason, or ArbiterError as {@link fromJetStreamError} names it
 */
export async function callJetStream<T>(
  signal: AbortSignal,
  run: (live: AbortSignal) => Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  try {
    return await withDeadline(signal, { timeoutMs, what: 'JetStream' }, run);
  } catch (error) {
    signal.throwIfAborted();
    throw fromJetStreamError(error);
  }
}

/** Waits before another try of what the broker is not ready for, in milliseconds. */
const UNREADY_DELAYS_MS: readonly number[] = [20, 100, 500];
/** The subjects of a stream belong to another one; also to itself, while another client creates it. */
const OVERLAP_CODE = 10_065;

/**
 * Runs a request that opens a stream or writes to it. While another client creates the same stream, or its replicas
 * choose a leader, the broker refuses both without having done anything.
 */
export async function onceReady<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  for (const delayMs of UNREADY_DELAYS_MS) {
    try {
      return await run();
    } catch (error) {
      if (!isUnready(error)) throw error;
      await sleep(delayMs, signal);
    }
  }
  return run();
}

function isUnready(thrown: unknown): boolean {
  if (!(thrown instanceof NatsError)) return false;
  return thrown.code === NO_RESPONDERS || thrown.api_error?.err_code === OVERLAP_CODE;
}

/** Codes of the client, where the broker said nothing or took nothing. */
const [PAYLOAD_EXCEEDED, NOT_ENABLED, NO_RESPONDERS]: readonly string[] = [
  ErrorCode.MaxPayloadExceeded,
  ErrorCode.JetStreamNotEnabled,
  ErrorCode.NoResponders,
];

/** Whether another writer was there first: the revision that a change was based on is no longer the last one. */
export function isConflict(thrown: unknown): boolean {
  return thrown instanceof NatsError && thrown.api_error?.err_code === 10_071;
}

/** Whether there is no such message, or no longer. */
export function isMissing(thrown: unknown): boolean {
  return thrown instanceof NatsError && MISSING_CODES.includes(thrown.api_error?.err_code ?? 0);
}

/**
 * Translates an error of a call to the broker.
 *
 * @param thrown the error of a call of `nats`; an ArbiterError is returned unchanged
 * @returns PAYLOAD_TOO_LARGE for a value that the broker does not take; CONFLICT if another writer came first;
 *   UNAVAILABLE for every other error of the broker, or if it is away; INTERNAL for all other errors. The cause is kept.
 */
function fromJetStreamError(thrown: unknown): ArbiterError {
  if (thrown instanceof ArbiterError) return thrown;
  if (!(thrown instanceof NatsError)) return ArbiterError.from(thrown);
  const number = thrown.api_error?.err_code;
  const reason = { reason: number ?? thrown.code };
  if (isConflict(thrown)) {
    return new ArbiterError('CONFLICT', 'Another writer was there first.', { details: reason, cause: thrown });
  }
  if (thrown.code === PAYLOAD_EXCEEDED || number === TOO_LONG_CODE) return tooLarge(thrown);
  const fail = (message: string) => new ArbiterError('UNAVAILABLE', message, { details: reason, cause: thrown });
  if (number !== undefined && FULL_CODES.includes(number)) {
    return fail('JetStream is full: raise the limits of the broker, or delete data that is not needed.');
  }
  const isDisabled = thrown.code === NOT_ENABLED || DISABLED_CODES.includes(number ?? 0);
  if (isDisabled && number !== undefined)
    return fail('The broker has no JetStream: start nats-server with --jetstream.');
  return fail('JetStream does not answer: is the broker of NATS_URL there, and was it started with --jetstream?');
}

export function tooLarge(cause?: unknown, bytes?: number, limit?: number): ArbiterError {
  const sizes = bytes === undefined || limit === undefined ? '' : ` (${bytes} of at most ${limit} bytes)`;
  const message = `This is more than the broker takes as one message${sizes}: raise max_payload of nats-server.`;
  return new ArbiterError('PAYLOAD_TOO_LARGE', message, { details: { ...(bytes && { bytes, limit }) }, cause });
}

const [ENCODER, DECODER] = [new TextEncoder(), new TextDecoder()];

export function encodeJson(value: unknown): Uint8Array {
  return ENCODER.encode(JSON.stringify(value));
}

/** @returns null for a value that does not match the schema: one of another version, or of another program */
export function decodeJson<T>(schema: z.ZodType<T>, value: Uint8Array): T | null {
  try {
    return schema.safeParse(JSON.parse(DECODER.decode(value))).data ?? null;
  } catch {
    return null;
  }
}
