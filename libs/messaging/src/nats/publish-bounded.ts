import type { MsgHdrs } from 'nats';
import { checkPayload } from '../wire/message.codec.js';
import type { NatsLink } from './nats.link.js';

/** The broker counts a message's headers: a version line, `Name: value` lines and an empty line, all ended by CR LF. */
const HEADER_FRAME_BYTES = 'NATS/1.0\r\n\r\n'.length;
const HEADER_LINE_BYTES = ': \r\n'.length;

/**
 * Publishes, unless the broker would close the connection over the message's size.
 *
 * @throws ArbiterError PAYLOAD_TOO_LARGE
 */
export function publishBounded(
  link: NatsLink,
  subject: string,
  payload: Uint8Array,
  options: { readonly headers: MsgHdrs; readonly reply?: string },
): void {
  checkPayload(payload.byteLength + sizeOf(options.headers), link.maxPayload);
  link.connection.publish(subject, payload, options);
}

function sizeOf(headers: MsgHdrs): number {
  let bytes = HEADER_FRAME_BYTES;
  for (const [name, values] of headers) {
    for (const value of values) bytes += Buffer.byteLength(name) + Buffer.byteLength(value) + HEADER_LINE_BYTES;
  }
  return bytes;
}
