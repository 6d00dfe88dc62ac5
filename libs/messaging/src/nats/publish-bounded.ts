import { ErrorCode, type MsgHdrs, NatsError } from 'nats';
import { payloadTooLarge } from '../wire/message.codec.js';
import type { NatsLink } from './nats.link.js';

/**
 * Publishes, unless the broker would close the connection over the message's size. The client compares that with the
 * broker's limit anyway, headers included, and throws before it sends anything.
 *
 * @throws ArbiterError PAYLOAD_TOO_LARGE
 */
export function publishBounded(
  link: NatsLink,
  subject: string,
  payload: Uint8Array,
  options: { readonly headers?: MsgHdrs; readonly reply?: string },
): void {
  try {
    link.connection.publish(subject, payload, options);
  } catch (thrown) {
    if (!(thrown instanceof NatsError) || thrown.code !== (ErrorCode.MaxPayloadExceeded as string)) throw thrown;
    throw payloadTooLarge(payload.byteLength + (options.headers ? sizeOf(options.headers) : 0), link.maxPayload);
  }
}

/** As the broker counts it: a version line, `Name: value` lines and an empty line, all ended by CR LF. */
function sizeOf(headers: MsgHdrs): number {
  let bytes = 'NATS/1.0\r\n\r\n'.length;
  for (const [name, values] of headers) {
    for (const value of values) bytes += Buffer.byteLength(`${name}: ${value}\r\n`);
  }
  return bytes;
}
