import { CarriedOperationClient, type OperationClientOptions } from '../client/carried-operation.client.js';
import { SYSTEM_RUNTIME } from '../call/messaging.runtime.js';
import { SILENCE_MS } from '../wire/frame.js';
import { NatsCarrier } from './nats.carrier.js';
import type { NatsLink } from './nats.link.js';

export interface NatsOperationClientOptions extends OperationClientOptions {
  /** A callee not heard of for so long is UNAVAILABLE. Default 10 s, five of its beats. */
  readonly silenceMs?: number;
}

/** Calls operations over NATS. Closing it leaves the link open: who opened that closes it. */
export class NatsOperationClient extends CarriedOperationClient {
  constructor(link: NatsLink, { silenceMs = SILENCE_MS, ...options }: NatsOperationClientOptions = {}) {
    super(new NatsCarrier(link, silenceMs, options.runtime ?? SYSTEM_RUNTIME), options);
  }
}
