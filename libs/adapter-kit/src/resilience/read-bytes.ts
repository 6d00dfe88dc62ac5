import { ArbiterError } from '@arbiter/contracts';

/**
 * Reads a body.
 *
 * @param maxBytes past which it is not read on
 * @throws ArbiterError PAYLOAD_TOO_LARGE
 */
export async function readBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > maxBytes) {
      throw new ArbiterError('PAYLOAD_TOO_LARGE', `The answer is larger than ${maxBytes} bytes.`, {
        details: { maxBytes },
      });
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
