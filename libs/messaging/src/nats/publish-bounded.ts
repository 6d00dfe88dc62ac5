import { ErrorCode, type MsgHdrs, NatsError } from 'nats';
import type { HeaderEntries } from '../wire/call.headers.js';
import { payloadTooLarge } from '../wire/message.codec.js';
import type { NatsLink } from './nats.link.js';

const encoder = new TextEncoder();

/**
 * Publishes, unless the broker would close the connection over the message's size. The client compares that with the
 * broker's limit anyway, headers included, and throws before it sends anything.
 *
 * @throws ArbiterError PAYLOAD_TOO_LARGE
 * @throws RangeError for a header's value of two lines: it could hold another header
 */
export function publishBounded(
  link: NatsLink,
  subject: string,
  payload: Uint8Array,
  { headers, reply }: { readonly headers?: HeaderEntries; readonly reply?: string },
): void {
  const encoded = headers && encodeHeaders(headers);
  try {
    link.connection.publish(subject, payload, {
      ...(reply !== undefined && { reply }),
      // Of headers that are sent the client wants nothing but their bytes. To build its own takes three times as long.
      ...(encoded && { headers: { encode: () => encoded } as unknown as MsgHdrs }),
    });
  } catch (thrown) {
    if (!(thrown instanceof NatsError) || thrown.code !== (ErrorCode.MaxPayloadExceeded as string)) throw thrown;
    throw payloadTooLarge(payload.byteLength + (encoded?.byteLength ?? 0), link.maxPayload);
  }
}

/** A version line, `Name: value` lines and an empty line, all ended by CR LF. */
function encodeHeaders(headers: HeaderEntries): Uint8Array {
  let text = 'NATS/1.0\r\n';
  for (const [name, values] of headers) {
    for (const value of values) {
      if (/[\r\n]/.test(value)) throw new RangeError(`the header ${name} has more than one line`);
      text += `${name}: ${value}\r\n`;
    }
  }
  return encoder.encode(`${text}\r\n`);
}
