import type { NatsLink, NatsLinkOptions } from './nats.link.js';

/**
 * Connects to a broker; once connected, reconnects for ever.
 *
 * @throws ArbiterError UNAVAILABLE naming the URL, without credentials, when no broker listens there; UNAUTHENTICATED when
 *   the broker refuses the credentials; INVALID_REQUEST when the URL is none; the signal's reason when it aborts;
 *   RangeError for a signing key that is too short
 */
export async function connectNats(options: NatsLinkOptions): Promise<NatsLink> {
  // Loaded only where there is a broker: an embedded library starts without the client.
  const { openNatsLink } = await import('./nats.link.js');
  return openNatsLink(options);
}
