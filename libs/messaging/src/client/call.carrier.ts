import type { AnyOperation } from '@arbiter/contracts';
import type { OutgoingCall } from '../wire/call.headers.js';

/**
 * What a transport does for a client: carries one call, once. When `call.cancellation` happens it fails with
 * its reason at once and lets the callee know. Everything it throws is an ArbiterError.
 */
export interface CallCarrier {
  /** Resolves with the output; asks the callee to keep its events. */
  request(operation: AnyOperation, input: unknown, call: OutgoingCall): Promise<unknown>;
  stream(operation: AnyOperation, input: unknown, call: OutgoingCall): AsyncGenerator<unknown, unknown, undefined>;
  close(): Promise<void>;
}
