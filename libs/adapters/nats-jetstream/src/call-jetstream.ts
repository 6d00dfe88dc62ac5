import { withDeadline } from '@arbiter/adapter-kit/resilience';
import { fromJetStreamError } from './jetstream-error.js';

/** Longest wait for one call, in milliseconds. */
const TIMEOUT_MS = 5_000;
/** Longest wait for one answer of the broker within it. */
export const REQUEST_MS = 2_000;

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
