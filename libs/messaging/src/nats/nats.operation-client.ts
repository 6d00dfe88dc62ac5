import { CarriedOperationClient, type OperationClientOptions } from '../client/carried-operation.client.js';
import { SYSTEM_RUNTIME } from '../call/messaging.runtime.js';
import { BEAT_MS, BEATS_BEFORE_PROBE, SILENCE_MS } from '../wire/frame.js';
import { NatsCarrier } from './nats.carrier.js';
import type { NatsLink } from './nats.link.js';

export interface NatsOperationClientOptions extends OperationClientOptions {
  /** A callee not heard of for so long is UNAVAILABLE. Default 5 s, ten of its beats. */
  readonly silenceMs?: number;
  /** Silence after which the broker is asked whether the callee is still there, in milliseconds. Default 1,000, two beats. */
  readonly probeMs?: number;
}

/** Calls operations over NATS. Closing it leaves the link open: who opened that closes it. */
export class NatsOperationClient extends CarriedOperationClient {
  constructor(
    link: NatsLink,
    { silenceMs = SILENCE_MS, probeMs = BEAT_MS * BEATS_BEFORE_PROBE, ...options }: NatsOperationClientOptions = {},
  ) {
    super(new NatsCarrier(link, silenceMs, probeMs, options.runtime ?? SYSTEM_RUNTIME), options);
  }
}
